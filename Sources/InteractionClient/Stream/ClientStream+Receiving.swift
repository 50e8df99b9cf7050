package import InteractionCore
package import InteractionWire
import SwiftProtobuf

/// The frames of the server.
extension ClientStream {
  /// The new parts of a frame.
  package struct Received: Sendable {
    /// The directives, in order.
    package var directives: [Directive]
    /// The notices about events and frames that were refused, and the token's expiry.
    package var notices: [NoticeMessage]
  }

  /// Receives a frame.
  ///
  /// - Returns: The parts that are new.
  /// - Throws: A violation by the server: a gap before a directive, or a number out of range.
  package mutating func receive(_ frame: ResponseFrame) throws(Violation) -> Received {
    try frame.checkNumbers()
    if let opened = frame.opened { self.receive(opened) }
    let new = frame.directives.filter { $0.sequence > self.receipts.applied }
    try self.receipts.check(new, superseded: frame.superseded)
    let notices = frame.notices.filter { $0.sequence == 0 || $0.sequence > self.outbox.acked }
    if let digest = frame.experienceDigest { self.opened?.digest = digest }
    for lines in frame.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
    if let acked = frame.ackedEvent {
      self.outbox.acknowledge(acked)
      if self.checkpoint == nil { self.outbox.removeCheckpointed(through: acked) }
    }
    self.deadline = frame.nextDeadline
    for directive in new { self.model.apply(directive) }
    self.receipts.apply(new)
    if let checkpoint = frame.checkpoint { self.receive(checkpoint) }
    return Received(directives: new, notices: notices)
  }

  private mutating func receive(_ checkpoint: CheckpointMessage) {
    // A repeated frame must not restore an older checkpoint.
    guard self.options.resumes, checkpoint.event >= self.checkpoint?.event ?? 0,
      checkpoint.directive >= self.checkpoint?.directive ?? 0
    else { return }
    self.checkpoint = checkpoint
    self.outbox.removeCheckpointed(through: checkpoint.event)
  }

  private mutating func receive(_ opened: OpenedMessage) {
    self.heartbeats.setInterval(opened.heartbeatInterval)
    self.receipts.setWindow(opened.limits.unacknowledgedDirectives)
    self.isResuming = false
    if self.decider.isClient { self.effectsPerformedUntil = self.latest }
    self.decider = .server
    self.opened = opened
    self.served =
      opened.readLocalExperience
      ?? self.served.flatMap { known in
        known.digest == opened.digest ? known : nil
      }
    switch opened.outcome {
    case .resumed(let event):
      self.outbox.rewind(to: event)
      self.receipts.repeat()
    case .new, .restarted:
      if case .restarted = opened.outcome { self.startOver() }
      self.checkpoint = nil
      self.receipts.restart()
      self.model = ClientModel(opened.snapshot ?? Snapshot(settings: []))
    }
    for lines in opened.triggerLines { self.filter.setLines(lines.lines, of: lines.source) }
  }

  /// A Boolean value that indicates whether a directive's effects are performed now for the first
  /// time.
  ///
  /// False if the client decided the directive's cause itself during a handover to a server, or if
  /// the cause precedes a restart of the app.
  func performsEffects(of directive: Directive) -> Bool {
    if case .command = directive.cause { return true }
    return self.effectsPerformedUntil.map { directive.at > $0 } ?? true
  }
}

extension ResponseFrame {
  /// Checks that no number is near its maximum, since the client increments it.
  fileprivate func checkNumbers() throws(Violation) {
    var numbers = [
      ("acked_event", self.ackedEvent ?? 0), ("checkpoint.event", self.checkpoint?.event ?? 0),
      ("checkpoint.directive", self.checkpoint?.directive ?? 0),
      ("directives.sequence", self.directives.last?.sequence ?? 0),
    ]
    if case .resumed(let event) = self.opened?.outcome {
      numbers.append(("opened.applied_event", event))
    }
    for (field, number) in numbers where number > UInt64.max / 2 {
      throw Violation(field: field, problem: "is \(number); must be less than 2^63")
    }
  }
}

extension OpenedMessage {
  /// The experience in the frame; nil if there is none, or this build does not support all of it.
  var readLocalExperience: Experience? {
    guard let bytes = self.localExperience,
      let definition = try? Proto.ExperienceDefinition(serializedBytes: bytes),
      UnknownPartFinder.parts(of: definition).isEmpty,
      var experience = try? Experience(reading: definition)
    else { return nil }
    experience.digest = self.digest
    return experience
  }
}
