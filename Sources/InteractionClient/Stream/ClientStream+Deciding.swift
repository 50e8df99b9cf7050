import InteractionCore

/// Local decisions, while no server is reachable.
extension ClientStream {
  /// The side that decides about events.
  enum Decider: Sendable {
    /// The server decides.
    ///
    /// Can transition to: ``client(_:)``.
    case server
    /// The client decides, because no server is reachable.
    ///
    /// Can transition to: ``handover(_:)``.
    indirect case client(Session)
    /// The client decides while a server opens the session with the client's state; the server is
    /// sent the same events.
    ///
    /// Can transition to: ``server``.
    indirect case handover(Session)

    /// The client's own session; nil while the server decides.
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

  /// Begins to decide locally, starting with the events that no server is known to have applied.
  ///
  /// - Returns: The initial snapshot, and the directives of the pending events.
  mutating func goOffline(
    with experience: Experience, in surface: Surface, from current: RestoredState?
  ) -> (snapshot: Snapshot, directives: [Directive]) {
    var session = Session(experience: experience, surface: self.surface ?? surface)
    var directives = session.handle(
      InteractionEvent(
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

  /// Decides about an event locally; returns nothing while the server decides.
  mutating func decide(_ event: InteractionEvent) -> [Directive] {
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
