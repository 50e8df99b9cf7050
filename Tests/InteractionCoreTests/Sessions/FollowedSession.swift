import InteractionCore
import Testing

/// A session with a client model that applies its directives.
struct FollowedSession {
  private(set) var session: Session
  private var client: ClientModel

  init(_ session: Session) {
    self.session = session
    self.client = ClientModel(session.snapshot)
  }

  /// Sends an event at `time` ms; checks that it is valid and that the model matches the snapshot.
  mutating func send(
    _ time: Int64, _ kind: InteractionEvent.Kind, sourceLocation: SourceLocation
  ) -> [Directive] {
    let event = InteractionEvent.at(time, kind)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    let directives = self.session.handle(event)
    for directive in directives { self.client.apply(directive) }
    #expect(self.client.snapshot == self.session.snapshot, sourceLocation: sourceLocation)
    return directives
  }
}
