import InteractionCore
import InteractionWire

/// Timers, heartbeats, and connection failures.
extension SessionMachine {
  /// Returns the next time at which ``tick(at:)`` or ``next(on:at:)`` has work; nil if there is
  /// none.
  func nextWake(after now: MonotonicTime) -> MonotonicTime? {
    var wakes: [MonotonicTime] = []
    if let silent = self.idleTimeoutAt { wakes.append(silent) }
    switch self.phase {
    case .paused, .over: return wakes.min()
    case .running, .finishing: break
    }
    if let wake = self.stream.nextWake { wakes.append(self.timeline.clock(at: wake)) }
    switch self.link {
    case .none, .connecting, .closing: break
    case .opening, .open: self.addHeartbeat(to: &wakes)
    case .draining(_, let leaving):
      self.addHeartbeat(to: &wakes)
      let leave = leaving.time(self.stream.held)
      // Once due, the writer leaves by itself.
      if leave > now { wakes.append(leave) }
    case .waiting(let until): wakes.append(until)
    }
    return wakes.min()
  }

  private func addHeartbeat(to wakes: inout [MonotonicTime]) {
    guard !self.stream.isResuming, let next = self.stream.nextHeartbeat else { return }
    wakes.append(self.timeline.clock(at: next))
  }

  /// Handles the passing of time: silence timeouts, ticks and reconnect attempts.
  mutating func tick(at now: MonotonicTime) {
    if let silent = self.idleTimeoutAt, now >= silent {
      self.abandon(
        InteractionError(
          code: .unavailable, message: "the server has been silent for \(self.idleTimeout)"),
        at: now)
    }
    switch self.phase {
    case .paused, .over: return
    case .running, .finishing: break
    }
    if self.configuration.runsWithClock {
      self.report(self.stream.tick(at: self.timeline.time(at: now)))
    }
    if case .waiting(let until) = self.link, now >= until { self.connect() }
  }

  /// The silence after which the connection counts as lost.
  private var idleTimeout: TimeSpan {
    self.configuration.reconnects?.idleTimeout ?? self.stream.heartbeats.idleTimeout
  }

  /// The time at which the silence timeout fires; nil while none runs.
  private var idleTimeoutAt: MonotonicTime? {
    guard self.configuration.reconnects != nil, self.configuration.runsWithClock else { return nil }
    return self.link.lastReceived.map { $0 + self.idleTimeout }
  }

  /// Abandons a connection because of an error.
  mutating func abandon(_ error: InteractionError, at now: MonotonicTime) {
    guard self.link.isCall else { return }
    self.drop(at: now)
    if !self.isPaused { self.fail(error, at: now) }
  }

  /// Closes the connection at once, without an error; the session stays alive.
  mutating func drop(at now: MonotonicTime) {
    if self.link.isCall { self.act(.abandon) }
    self.close(at: now)
  }

  /// Records that there is no connection.
  mutating func close(at now: MonotonicTime) {
    if let openedAt = self.link.openedAt { self.plan.succeed(for: now - openedAt) }
    self.setLink(.none)
  }

  /// Reconnects after an error, or ends the session if a retry cannot help.
  mutating func fail(_ error: InteractionError, at now: MonotonicTime) {
    if error.reason == "DIVERGED" { self.stream.forgetCheckpoint() }
    guard case .wait(let delay) = self.plan.next(after: error, at: now) else {
      return self.end(.failed(error))
    }
    self.goOffline(after: error, at: now)
    if self.isFinishing, self.stream.decider.isClient { return self.end(.finished) }
    if self.connection != .offline {
      self.show(.reconnecting(attempt: self.plan.failures, delay: delay, after: error))
    }
    if delay == .zero { self.connect() } else { self.setLink(.waiting(until: now + delay)) }
  }

  /// Begins to decide locally if the policy allows it and no server has been reachable for long
  /// enough.
  private mutating func goOffline(
    after error: InteractionError, at now: MonotonicTime
  ) {
    guard let policy = self.configuration.offline, error.isUnreachable,
      !self.stream.decider.isClient, let since = self.plan.downSince, now - since >= policy.after
    else { return }
    let experience = policy.experience(after: self.stream.served)
    let (snapshot, directives) = self.stream.goOffline(
      with: experience, in: self.configuration.surface, from: self.configuration.current)
    self.report(
      .opened(
        OpenedSession(
          experience: experience.name, digest: experience.digest, variant: self.stream.variant,
          level: ContractLevel.current, snapshot: snapshot, triggerLines: [:])))
    self.report(directives)
    self.act(.save)
    self.show(.offline)
  }
}

/// The period in which a session leaves a draining server.
struct DrainPeriod: Hashable, Sendable {
  /// The earliest time.
  let earliest: MonotonicTime
  /// The time from which the session leaves even during a gesture.
  let latest: MonotonicTime

  /// The period that the server requested at `now`. It ends half a second before the server ends
  /// the stream itself.
  init(_ drain: DrainMessage, at now: MonotonicTime) {
    let last = max(drain.endAfter + .milliseconds(-500), .zero)
    self.earliest = now + min(max(drain.leaveAfter, .zero), last)
    self.latest = now + last
  }

  /// The time to leave: between two gestures if possible.
  func time(_ held: ActiveTouches) -> MonotonicTime {
    held.isEmpty ? self.earliest : self.latest
  }

  func isDue(at now: MonotonicTime, _ held: ActiveTouches) -> Bool {
    now >= self.time(held)
  }
}
