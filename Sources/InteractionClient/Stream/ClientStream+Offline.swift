import InteractionCore

/// Deciding without a server.
@available(InteractionEngine 1.0, *)
extension ClientStream {
  /// Begins to decide here, with everything that no server is known to have applied.
  ///
  /// - Returns: What the session shows at first, and what the waiting events led to.
  mutating func goOffline(
    with experience: Experience, in environment: Environment, from current: Restoration?
  ) -> (snapshot: Snapshot, directives: [Directive]) {
    var session = Session(experience: experience, environment: self.environment ?? environment)
    var directives = session.handle(
      Event(
        time: self.restartTime, kind: .open(self.hasOpened ? self.current : current)))
    let snapshot = session.snapshot
    for event in self.outbox.takePending() { directives += session.handle(event) }
    self.begin(offline: session, showing: snapshot)
    self.show(directives)
    return (snapshot, directives)
  }

  /// Decides about an event, while no server does. What happens while one is being told where the
  /// session stands is sent to it, too.
  mutating func decide(_ event: Event) -> [Directive] {
    guard let directives = self.offline?.handle(event) else { return [] }
    if self.isHandingOver { self.outbox.append([event]) }
    self.show(directives)
    return directives
  }
}
