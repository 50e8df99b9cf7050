import InteractionCore

/// Decisions without a server.
@available(InteractionEngine 1.0, *)
extension ClientStream {
  /// The side that decides about events.
  enum Decider: Sendable {
    /// The server.
    ///
    /// Can transition to: ``client(_:)``.
    case server
    /// The client, while no server can be reached.
    ///
    /// Can transition to: ``handover(_:)``.
    indirect case client(Session)
    /// The client, while a server is being told where the session stands; the server is sent the
    /// same events.
    ///
    /// Can transition to: ``server``.
    indirect case handover(Session)

    /// The session by which the client decides.
    var session: Session? {
      switch self {
      case .server: nil
      case .client(let session), .handover(let session): session
      }
    }

    var isClient: Bool {
      if case .server = self { return false }
      return true
    }
  }

  /// Begins to decide here, with everything that no server is known to have applied.
  ///
  /// - Returns: What the session shows at first, and the directives of the events that waited.
  mutating func goOffline(
    with experience: Experience, in environment: Environment, from current: Restoration?
  ) -> (snapshot: Snapshot, directives: [Directive]) {
    var session = Session(experience: experience, environment: self.environment ?? environment)
    var directives = session.handle(
      Event(
        time: self.restartTime, kind: .open(self.hasOpened ? self.current : current)))
    let snapshot = session.snapshot
    for event in self.outbox.takePending() { directives += session.handle(event) }
    self.decider = .client(session)
    self.isResuming = false
    self.checkpoint = nil
    self.deadline = nil
    self.model = ClientModel(snapshot)
    self.show(directives)
    return (snapshot, directives)
  }

  /// Decides about an event, while no server does.
  mutating func decide(_ event: Event) -> [Directive] {
    let directives: [Directive]
    switch self.decider {
    case .server:
      return []
    case .client(var session):
      directives = session.handle(event)
      self.decider = .client(session)
    case .handover(var session):
      directives = session.handle(event)
      self.decider = .handover(session)
      self.outbox.append([event])
    }
    self.show(directives)
    return directives
  }

  private mutating func show(_ directives: [Directive]) {
    for directive in directives { self.model.apply(directive) }
  }
}
