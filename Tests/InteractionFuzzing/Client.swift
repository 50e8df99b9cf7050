import InteractionCore
import InteractionService
import InteractionWire

/// A client that follows the contract: it numbers its events, keeps those that no checkpoint
/// covers, applies frames in order, and reports violations by the server.
struct Client {
  /// The number of the next event.
  private(set) var next: UInt64 = 1
  /// The events that no checkpoint covers.
  private(set) var outbox: [DecodedEvent] = []
  private(set) var checkpoint: CheckpointMessage?
  /// The last applied directive.
  private(set) var applied: UInt64 = 0
  /// The last event acknowledged on this connection.
  private var acked: UInt64 = 0
  private var seen: [UInt64: Directive] = [:]

  init() {}

  /// Numbers and keeps an event.
  mutating func number(_ event: DecodedEvent) -> DecodedEvent {
    var numbered = event
    switch event {
    case .event(var event):
      event.sequence = self.next
      numbered = .event(event)
    case .malformed(_, let violations):
      numbered = .malformed(sequence: self.next, violations)
    }
    self.next += 1
    self.outbox.append(numbered)
    return numbered
  }

  /// The resume part of an opening; nil without a checkpoint.
  var resume: ResumeMessage? {
    self.checkpoint.map {
      ResumeMessage(token: $0.token, directive: self.applied, firstEvent: $0.event + 1)
    }
  }

  /// Applies the first frame of a connection, with the outcome of the opening.
  mutating func open(_ frame: ResponseFrame) throws {
    guard let opened = frame.opened else { throw Finding("the first frame opens nothing") }
    switch opened.outcome {
    case .new, .restarted:
      self = Client()
    case .resumed(let event):
      try demand(
        event == self.checkpoint?.event, "goes on from \(event), not from the checkpoint's event")
    }
    if case .restarted(let reason) = opened.outcome {
      try demand(reason == .expired, "began anew, though nothing is lost: \(reason)")
    }
    self.acked = 0
    try demand(frame.checkpoint != nil, "the session does not fit into a checkpoint")
    try self.apply(frame)
  }

  mutating func apply(_ frame: ResponseFrame) throws {
    try self.applyDirectives(of: frame)
    if let acked = frame.ackedEvent {
      try demand(acked >= self.acked, "acknowledges \(acked) after \(self.acked)")
      try demand(acked < self.next, "acknowledges \(acked), which was never sent")
      self.acked = acked
    }
    if let checkpoint = frame.checkpoint {
      try demand(
        checkpoint.token.count <= ResumeMessage.maximumTokenBytes,
        "a checkpoint of \(checkpoint.token.count) bytes")
      try demand(
        // A session that is catching up lags behind.
        checkpoint.directive <= self.applied,
        "a checkpoint at directive \(checkpoint.directive) where \(self.applied) is applied")
      try demand(checkpoint.event < self.next, "a checkpoint of event \(checkpoint.event)")
      let known = self.checkpoint?.event ?? 0
      try demand(checkpoint.event >= known, "a checkpoint of an earlier event")
      self.outbox.removeFirst(min(Int(checkpoint.event - known), self.outbox.count))
      self.checkpoint = checkpoint
    }
  }

  /// Applies directives, which must be in order, without duplicates, and without gaps other than
  /// superseded ones.
  private mutating func applyDirectives(of frame: ResponseFrame) throws {
    var numbers: [UInt64] = []
    for directive in frame.directives {
      try self.compare(directive)
      numbers += (frame.superseded[directive.sequence] ?? []) + [directive.sequence]
      self.seen[directive.sequence] = directive
    }
    try demand(
      numbers.sorted() == (0 ..< numbers.count).map { self.applied + 1 + UInt64($0) },
      "directives \(numbers) after \(self.applied)")
    try demand(
      frame.directives.map(\.sequence) == frame.directives.map(\.sequence).sorted(),
      "directives \(numbers) are out of order")
    self.applied += UInt64(numbers.count)
  }

  /// Checks that a directive equals an earlier one with the same number.
  func compare(_ directive: Directive) throws {
    guard let known = self.seen[directive.sequence] else { return }
    try demand(
      known == directive, "directive \(directive.sequence) was \(known) and is \(directive)")
  }
}
