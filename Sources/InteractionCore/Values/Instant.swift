/// A point in session time: microseconds on the client's own clock (rule S5).
///
/// Where the clock's zero lies is the client's business; the engine only compares and subtracts.
public struct Instant: Hashable, Comparable, Sendable {
  /// Microseconds since the client clock's zero.
  public var microseconds: Int64

  /// The instant `microseconds` µs after the client clock's zero.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// The client clock's zero.
  public static let zero = Instant(microseconds: 0)

  public static func < (lhs: Instant, rhs: Instant) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// The instant `span` later, held at the representable limits.
  public static func + (lhs: Instant, span: TimeSpan) -> Instant {
    Instant(microseconds: lhs.microseconds.addedSaturating(span.microseconds))
  }

  /// The time from `rhs` to `lhs`, held at the representable limits.
  public static func - (lhs: Instant, rhs: Instant) -> TimeSpan {
    let (difference, overflow) = lhs.microseconds.subtractingReportingOverflow(rhs.microseconds)
    return TimeSpan(microseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
  }
}
