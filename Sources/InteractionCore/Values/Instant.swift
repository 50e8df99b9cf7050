/// A point in session time: microseconds on the client's own clock (rule S5).
///
/// The clock's zero is up to the client; the engine only compares and subtracts.
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

  /// Returns the instant `span` later, saturated at the limits of `Int64`.
  public static func + (lhs: Instant, span: TimeSpan) -> Instant {
    Instant(microseconds: lhs.microseconds.addedSaturating(span.microseconds))
  }

  /// Returns the time from `rhs` to `lhs`, saturated at the limits of `Int64`.
  public static func - (lhs: Instant, rhs: Instant) -> TimeSpan {
    let (difference, overflow) = lhs.microseconds.subtractingReportingOverflow(rhs.microseconds)
    return TimeSpan(microseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
  }
}
