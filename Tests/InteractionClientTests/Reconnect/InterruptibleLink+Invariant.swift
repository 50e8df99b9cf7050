import InteractionCore
import InteractionWire
import Testing

@testable import InteractionClient
@testable import InteractionService
@testable import InteractionStream

extension InterruptibleLink {
  /// Checks that all applied directives follow from the client's newest checkpoint and the events
  /// after it: a server that knows only these comes to the same state.
  func checkInvariant(_ comment: Comment) throws {
    try #require(self.fault == nil, comment)
    var client = self.client
    guard let checkpoint = client.checkpoint, let resume = client.reconnect() else { return }
    let known = self.contexts[0]
    var limits = known.limits
    limits.unacknowledgedDirectives = .max
    limits.unacknowledgedBytes = .max
    // The server's own ticks and acknowledgements are not results of client events.
    limits.ackDelay = .seconds(1_000)
    limits.checkpointEvents = .max
    limits.checkpointDelay = .seconds(1_000)
    let context = SessionStream.Context(
      limits: limits, experiences: known.experiences, checkpoints: known.checkpoints)
    var server = SessionStream(context: context, at: self.now)
    let part = ResumeMessage(
      token: resume.token, directive: checkpoint.directive, firstEvent: resume.firstEvent)
    var open = OpenFrame(
      clientName: "check", clientVersion: "1", sessionID: "cut", epoch: self.epoch,
      experience: "", surface: .phone, skipsSamples: false, resumes: true, current: nil,
      time: .zero, resume: part)
    open.experience = known.experiences.select(open)?.experience.name ?? ""
    var made: [Directive] = []
    func take(_ outputs: [SessionStream.Output]) throws -> ResponseFrame? {
      var first: ResponseFrame?
      for output in outputs {
        switch output {
        case .admit: first = try take(server.admitted(at: self.now)) ?? first
        case .send(let frame):
          first = first ?? frame
          made += frame.directives
        case .finish, .notifyWatchers, .verify, .answer, .moveDecided: break
        }
      }
      return first
    }
    let opened = try #require(try take(server.receive(.open(open), at: self.now)), comment)
    try #require(
      opened.opened?.outcome == .resumed(appliedEvent: checkpoint.event), comment)
    _ = try client.receive(opened)
    while let frame = client.nextFrame(), case .events = frame.frame {
      _ = try take(server.receive(try RequestFrame(frame), at: self.now))
    }
    let again = Dictionary(made.map { ($0.sequence, $0) }) { first, _ in first }
    guard checkpoint.directive < self.client.applied else { return }
    for sequence in checkpoint.directive + 1 ... self.client.applied {
      guard let applied = self.applied[sequence] else { continue }
      try #require(again[sequence] == applied, "directive \(sequence): \(comment)")
    }
  }

  /// Checks that nothing is missing after all frames have arrived: both sides have the same state.
  func checkSettled(_ comment: Comment) throws {
    try #require(self.fault == nil, comment)
    for outcome in self.outcomes.dropFirst() {
      guard case .resumed = outcome else {
        Issue.record("\(outcome): \(comment)")
        return
      }
    }
    let numbers = Set(self.applied.keys).union(self.superseded)
    try #require(
      numbers
        == Set(0 ..< self.client.applied).union([self.client.applied])
        .subtracting([0]), comment)
    let conversation = try #require(self.server.conversation, comment)
    try #require(conversation.lastDirective == self.client.applied, comment)
    try #require(conversation.appliedEvent >= self.client.ackedEvent, comment)
    try #require(self.client.model.snapshot == conversation.session.snapshot, comment)
  }
}
