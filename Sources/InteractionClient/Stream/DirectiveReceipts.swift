import InteractionCore
import InteractionWire

/// The sequence numbers of the directives that a client has applied and acknowledged.
struct DirectiveReceipts: Sendable {
  /// The maximum number of applied directives before an acknowledgement: low enough to stay below
  /// the server's limit in bytes, whatever their size.
  private static let maximumInterval: UInt64 = 8

  /// The newest applied directive.
  private(set) var applied: UInt64
  /// The newest acknowledged directive.
  private var acked: UInt64 = 0
  /// The number of applied directives before an acknowledgement.
  private var interval = Self.maximumInterval
  private var isDemanded = false

  init(applied: UInt64 = 0) {
    self.applied = applied
  }

  /// Sets the server's limit of unacknowledged directives; acknowledgements are sent at half of it.
  mutating func setWindow(_ unacknowledged: Int) {
    let window = UInt64(clamping: unacknowledged)
    self.interval =
      window == 0 ? Self.maximumInterval : min(max(window / 2, 1), Self.maximumInterval)
  }

  /// Restarts the numbering for a new session.
  mutating func restart() {
    (self.applied, self.acked) = (0, 0)
  }

  /// Requests another acknowledgement on a new connection, since the last one may be lost.
  mutating func `repeat`() {
    self.acked = min(self.acked, self.applied)
    self.isDemanded = self.applied > 0
  }

  mutating func apply(_ directives: [Directive]) {
    if let last = directives.last { self.applied = last.sequence }
    // Acknowledged at once: a backend waits for the outcome of its command.
    if directives.contains(where: \.isCommanded) { self.isDemanded = true }
  }

  /// Returns the directive to acknowledge now; nil if there is none.
  mutating func next() -> UInt64? {
    guard self.isDemanded || self.applied - self.acked >= self.interval else { return nil }
    self.isDemanded = false
    self.acked = self.applied
    return self.applied
  }

  /// Checks that directives continue the numbering without a gap.
  ///
  /// - Parameter superseded: The numbers of the directives that each directive supersedes, by its
  ///   own number.
  /// - Throws: A violation if there is a gap.
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
          problem: "continue with \(directive.sequence) instead of \(expected)")
      }
      expected += 1
    }
  }
}

extension Directive {
  fileprivate var isCommanded: Bool {
    if case .command = self.cause { return true }
    return false
  }
}
