import InteractionCore
import InteractionWire

/// The numbers of the directives that a client has applied and acknowledged.
@available(InteractionEngine 1.0, *)
struct DirectiveReceipts: Sendable {
  /// The maximum number of directives that are applied before they are acknowledged: so few that
  /// they stay below the server's limit in bytes, however large each of them is.
  private static let maximumInterval: UInt64 = 8

  /// The newest directive applied.
  private(set) var applied: UInt64
  /// The newest directive acknowledged.
  private var acked: UInt64 = 0
  /// The number of directives that are applied before they are acknowledged.
  private var interval = Self.maximumInterval
  private var isDemanded = false

  init(applied: UInt64 = 0) {
    self.applied = applied
  }

  /// Takes the server's limit of unacknowledged directives: acknowledges at half of it.
  mutating func setWindow(_ unacknowledged: Int) {
    let window = UInt64(clamping: unacknowledged)
    self.interval =
      window == 0 ? Self.maximumInterval : min(max(window / 2, 1), Self.maximumInterval)
  }

  /// Starts again with the first directive of a new session.
  mutating func restart() {
    (self.applied, self.acked) = (0, 0)
  }

  /// Repeats the acknowledgement on a new connection: the last one may not have arrived.
  mutating func `repeat`() {
    self.acked = min(self.acked, self.applied)
    self.isDemanded = self.applied > 0
  }

  mutating func apply(_ directives: [Directive]) {
    if let last = directives.last { self.applied = last.sequence }
    // A backend waits for the outcome of its command.
    if directives.contains(where: \.isCommanded) { self.isDemanded = true }
  }

  /// The directive to acknowledge now; nil if none has to be.
  mutating func next() -> UInt64? {
    guard self.isDemanded || self.applied - self.acked >= self.interval else { return nil }
    self.isDemanded = false
    self.acked = self.applied
    return self.applied
  }

  /// Checks that directives go on where the last one ended.
  ///
  /// - Parameter superseded: The numbers that each directive stands for besides its own.
  /// - Throws: A gap, which the server must not send.
  func check(
    _ directives: [Directive], superseded: [UInt64: [UInt64]]
  ) throws(Violation) {
    var left = Set(superseded.values.joined())
    var expected = self.applied + 1
    for directive in directives {
      while expected < directive.sequence, left.remove(expected) != nil { expected += 1 }
      guard directive.sequence == expected else {
        throw Violation(
          field: "directives",
          problem: "go on with \(directive.sequence) where \(expected) was expected")
      }
      expected += 1
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Directive {
  fileprivate var isCommanded: Bool {
    if case .command = self.cause { return true }
    return false
  }
}
