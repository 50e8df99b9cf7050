import GRPCCore
import InteractionCore
import InteractionWire
import Synchronization

/// What comes from the server, and the passing of time.
@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// Takes in a frame. One of a connection that has been given up says nothing any more.
  func receive(
    _ message: Proto.Response, on link: SessionLink,
    token: (@Sendable () async throws -> String)?
  ) throws {
    do {
      let frame = ResponseFrame(message)
      try self.state.withLock { state throws(Violation) in
        guard state.epoch == link.epoch else { return }
        state.leftOut.note(message)
        try self.apply(frame, in: &state)
      }
      if let opened = frame.opened { self.show(opened.outcome.connectionState) }
      if let drain = frame.drain { self.leave(as: drain) }
      if let token, frame.notices.contains(where: { $0.reason == .tokenExpires }) {
        Task(executorPreference: self.clock.executor) { await self.refresh(with: token) }
      }
    } catch {
      throw InteractionError(
        code: .internalError,
        message: "the server sent a frame that this client cannot read: \(error.field)"
          + " \(error.problem)")
    }
    // Acknowledgements may be owed now, and the timer may be due earlier.
    link.wake()
  }

  /// News are published under the lock, so that they stay in order on every thread.
  private func apply(_ frame: ResponseFrame, in state: inout State) throws(Violation) {
    let received = try state.stream.receive(frame)
    state.lastHeard = self.clock.now()
    if let sent = frame.heartbeat, self.configuration.runsWithClock {
      state.meter.note(heartbeatOf: sent, at: self.now)
    }
    if let opened = frame.opened {
      state.openedEpoch = state.epoch
      state.openedAt = self.clock.now()
      state.meter.note(opened: opened.outcome)
      if let snapshot = opened.snapshot { self.update.yield(.opened(opened.session(snapshot))) }
      state.recorder?.note(opened, epoch: state.epoch)
    }
    if frame.checkpoint != nil || frame.opened != nil { self.asked.yield() }
    if let acked = frame.ackedEvent { state.recorder?.note(acked: acked) }
    for directive in received.directives {
      state.recorder?.note(directive, applied: state.stream.ackedEvent)
      if self.configuration.runsWithClock { state.meter.note(directive, at: self.now) }
      self.update.yield(.directive(directive, isNews: state.stream.isNews(directive)))
    }
    for notice in received.notices where notice.reason != .tokenExpires {
      if notice.sequence > 0 { state.meter.refused += 1 }
      self.tell(
        .notice(
          Notice(
            sequence: notice.sequence, reason: notice.reason.rawValue,
            violations: notice.violations)))
    }
  }

  /// The server sends the session elsewhere.
  private func leave(as drain: DrainPart) {
    guard self.configuration.reconnects != nil else { return }
    let leaving = Leaving(drain, at: self.clock.now())
    self.state.withLock { $0.leaving = leaving }
    self.show(.draining)
    // Whether session time runs with the clock or not, the drain's does.
    Task(executorPreference: self.clock.executor) { [weak self, clock] in
      for moment in [leaving.after, leaving.atLast] {
        try? await clock.sleep(moment)
        self?.state.withLock { $0.link }?.wake()
      }
    }
  }

  /// Sends a newer token; if none can be had, the server will end the stream and say so.
  private func refresh(with token: @Sendable () async throws -> String) async {
    guard let token = try? await token() else { return }
    self.change { state in
      state.stream.prove(token)
      return []
    }
  }

  /// Sends ticks, heartbeats and held-back samples when they are due, and finds out when the server
  /// is silent for too long.
  func keepTime() async {
    while !Task.isCancelled {
      // Bounded, because the server may name an earlier deadline at any moment.
      let wake = self.state.withLock { $0.stream.nextWake }
      let wait = wake.map { $0 - self.now } ?? .seconds(1)
      let bounded = min(max(wait.microseconds, 1_000), 50_000)
      guard (try? await self.clock.sleep(for: .microseconds(bounded))) != nil else { return }
      self.listen()
      if self.state.withLock({ $0.pause != nil }) { continue }
      let now = self.now
      guard self.configuration.runsWithClock, let wake, now >= wake else { continue }
      self.change { $0.stream.tick(at: now) }
    }
  }

  /// Gives up a connection on which nothing comes: a dead peer does not say so.
  private func listen() {
    guard let policy = self.configuration.reconnects, self.configuration.runsWithClock else {
      return
    }
    let (silence, dead) = self.state.withLock { state in
      let silence = policy.silence ?? state.stream.silence
      return (silence, state.link(silentFor: silence, at: self.clock.now()))
    }
    dead?.interrupt(
      InteractionError(
        code: .unavailable, message: "the server has been silent for \(silence)"))
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession.State {
  /// The connection of the newest call, if nothing has come on it for longer than `silence`. The
  /// link of a wait between two attempts is none, since nothing can come on it.
  func link(silentFor silence: Duration, at now: ContinuousClock.Instant) -> SessionLink? {
    guard let link = self.link, link.epoch == self.epoch, link.epoch == self.calledEpoch,
      now - self.lastHeard > silence
    else { return nil }
    return link
  }
}

@available(InteractionEngine 1.0, *)
extension OpenOutcome {
  fileprivate var connectionState: ConnectionState {
    switch self {
    case .new: .open
    case .resumed: .resumed
    case .restarted(let reason): .restarted(reason)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension OpenedPart {
  func session(_ snapshot: Snapshot) -> OpenedSession {
    let lines = self.triggerLines.map { ($0.source, $0.lines) }
    return OpenedSession(
      experience: self.experience, digest: self.digest, level: self.level,
      snapshot: snapshot,
      triggerLines: Dictionary(lines) { _, last in last })
  }
}
