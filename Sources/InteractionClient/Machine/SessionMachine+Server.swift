import InteractionCore
import InteractionWire

/// The inputs from the connection. Inputs of an abandoned connection are ignored.
extension SessionMachine {
  /// A step of the task that writes to a connection.
  enum WriterStep: Sendable {
    /// Write a frame.
    case send(Proto.Request)
    /// Half-close the stream.
    case halfClose
    /// Wait.
    case idle
  }

  /// Begins the call.
  ///
  /// - Returns: The first frame; nil if the connection has been abandoned.
  mutating func open(on epoch: UInt64, at now: MonotonicTime) -> OpenFrame? {
    guard epoch == self.epoch, case .connecting = self.link else { return nil }
    self.setLink(.opening(lastReceived: now))
    var open = self.openFrame()
    open.resume = epoch == self.firstEpoch ? nil : self.stream.reconnect()
    guard self.stream.hasOpened else { return open }
    var current = self.stream.current
    current.isSwipingOn = current.isSwipingOn ?? self.configuration.current?.isSwipingOn
    open.current = current
    open.surface = self.stream.surface ?? open.surface
    open.time = self.stream.restartTime
    return open
  }

  /// Returns the next step of the task that writes.
  mutating func next(on epoch: UInt64, at now: MonotonicTime) -> WriterStep {
    guard epoch == self.epoch else { return .halfClose }
    switch self.link {
    case .none, .connecting, .waiting, .closing:
      return .halfClose
    case .draining(let open, let leaving) where leaving.isDue(at: now, self.stream.held):
      self.setLink(
        .closing(
          ClosingLink(openedAt: open.openedAt, lastReceived: open.lastReceived, isMoving: true)))
      return .halfClose
    case .opening, .open, .draining:
      if let frame = self.stream.nextFrame() { return .send(frame) }
      guard self.isPaused || self.isFinishing, !self.stream.isResuming else { return .idle }
      self.setLink(
        .closing(
          ClosingLink(
            openedAt: self.link.openedAt, lastReceived: self.link.lastReceived ?? now,
            isMoving: self.link.isDraining)))
      return .halfClose
    }
  }

  /// Receives a frame.
  ///
  /// - Returns: The parts that are new; nil if the connection was abandoned earlier, or is
  ///   abandoned now because of an invalid frame.
  mutating func receive(
    _ frame: ResponseFrame, on epoch: UInt64, at now: MonotonicTime
  ) -> ClientStream.Received? {
    guard epoch == self.epoch, self.link.isCall, self.link != .connecting else { return nil }
    let received: ClientStream.Received
    do {
      received = try self.stream.receive(frame)
    } catch {
      self.abandon(
        InteractionError(
          code: .internalError,
          message: "malformed frame: \(error.field) \(error.problem)"), at: now)
      return nil
    }
    self.noteReceived(opens: frame.opened != nil, at: now)
    if let opened = frame.opened, let snapshot = opened.snapshot {
      self.report(.opened(opened.session(snapshot)))
    }
    if frame.opened != nil || frame.checkpoint != nil { self.act(.save) }
    for directive in received.directives {
      self.report(
        .directive(directive, performsEffects: self.stream.performsEffects(of: directive)))
    }
    for notice in received.notices {
      if notice.reason == .tokenExpires {
        self.act(.refreshToken)
      } else {
        self.report(.notice(Notice(notice)))
      }
    }
    if let opened = frame.opened { self.show(opened.outcome.connectionState) }
    if let drain = frame.drain { self.drain(drain, at: now) }
    return received
  }

  private mutating func noteReceived(opens: Bool, at now: MonotonicTime) {
    switch self.link {
    case .none, .connecting, .waiting: break
    case .opening:
      self.setLink(
        opens ? .open(OpenLink(openedAt: now, lastReceived: now)) : .opening(lastReceived: now))
    case .open(var open):
      open.lastReceived = now
      self.setLink(.open(open))
    case .draining(var open, let leaving):
      open.lastReceived = now
      self.setLink(.draining(open, leaving))
    case .closing(let closing):
      self.setLink(
        .closing(
          ClosingLink(
            openedAt: opens ? now : closing.openedAt, lastReceived: now, isMoving: closing.isMoving)
        ))
    }
  }

  private mutating func drain(_ drain: DrainMessage, at now: MonotonicTime) {
    guard self.configuration.reconnects != nil else { return }
    switch self.link {
    case .open(let open), .draining(let open, _):
      self.setLink(.draining(open, DrainPeriod(drain, at: now)))
      self.show(.draining)
    case .none, .connecting, .opening, .closing, .waiting:
      break
    }
  }

  /// Handles the end of the call, or of the attempt to begin it.
  ///
  /// - Parameter error: The reason; nil if the stream ended with status OK.
  mutating func ended(
    _ error: InteractionError?, on epoch: UInt64, at now: MonotonicTime
  ) {
    guard epoch == self.epoch, self.link.isCall else { return }
    let link = self.link
    self.close(at: now)
    if self.isPaused { return }
    switch link {
    case .none, .waiting: break
    case .closing(let closing) where closing.isMoving && !self.isSettled: self.moveOn()
    case .closing where error == nil || self.isSettled: self.end(.finished)
    case .draining where error == nil && !self.isSettled: self.moveOn()
    case .connecting, .opening, .open, .draining, .closing:
      if let error { self.fail(error, at: now) } else { self.end(.finished) }
    }
  }

  private mutating func moveOn() {
    self.plan.selectNextEndpoint()
    self.connect()
  }

  /// Returns `Open` with every field that the configuration determines.
  func openFrame() -> OpenFrame {
    let configuration = self.configuration
    var open = OpenFrame(
      clientName: configuration.clientName,
      clientVersion: configuration.clientVersion,
      sessionID: configuration.sessionID,
      epoch: self.epoch,
      experience: configuration.experience,
      surface: configuration.surface,
      skipsSamples: configuration.skipsSamples,
      samplesSprings: configuration.samplesSprings,
      resumes: configuration.reconnects != nil,
      user: configuration.user,
      current: configuration.current,
      time: configuration.start)
    open.wantsLocalExperience = configuration.asksForExperience
    open.platform = configuration.platform
    return open
  }

  /// Returns the session to save for a restart of the app; nil if it could not be resumed.
  func kept(at wallClock: Int64) -> KeptSession? {
    self.stream.kept(opening: self.openFrame(), at: wallClock)
  }
}

extension SessionMachine.LinkPhase {
  fileprivate var isDraining: Bool {
    if case .draining = self { return true }
    return false
  }
}

extension OpenOutcome {
  fileprivate var connectionState: SessionConnectionState {
    switch self {
    case .new: .open
    case .resumed: .resumed
    case .restarted(let reason): .restarted(reason)
    }
  }
}

extension OpenedMessage {
  func session(_ snapshot: Snapshot) -> OpenedSession {
    let lines = self.triggerLines.map { ($0.source, $0.lines) }
    return OpenedSession(
      experience: self.experience, digest: self.digest, variant: self.variant, level: self.level,
      snapshot: snapshot,
      triggerLines: Dictionary(lines) { _, last in last })
  }
}

extension Notice {
  fileprivate init(_ part: NoticeMessage) {
    self.init(
      sequence: part.sequence, reason: part.reason, violations: part.violations)
  }
}
