/// A duration in whole microseconds.
///
/// Microseconds in one machine word keep session time exact, hashable and cheap to compare on every
/// scroll sample.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The duration, in microseconds.
  public var microseconds: Int64

  /// A span of `microseconds` µs.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// A duration of zero.
  public static let zero = TimeSpan(microseconds: 0)

  /// Returns a duration of `value` milliseconds.
  public static func milliseconds(_ value: Int64) -> TimeSpan {
    TimeSpan(microseconds: value.multipliedSaturating(by: 1_000))
  }

  /// Returns a duration of `value` seconds.
  public static func seconds(_ value: Int64) -> TimeSpan {
    TimeSpan(microseconds: value.multipliedSaturating(by: 1_000_000))
  }

  /// The duration in seconds.
  public var seconds: Double {
    Double(self.microseconds) / 1_000_000
  }

  public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// Returns the difference, saturated at the limits of `Int64`.
  public static func - (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    let (difference, overflow) = lhs.microseconds.subtractingReportingOverflow(rhs.microseconds)
    return TimeSpan(microseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
  }

  /// Returns the sum, saturated at the limits of `Int64`.
  public static func + (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds.addedSaturating(rhs.microseconds))
  }
}

extension TimeSpan: CustomStringConvertible {
  /// The duration in seconds, such as `2.5 s`.
  public var description: String { "\(self.seconds) s" }

  /// Returns a multiple, saturated at the limits of `Int64`.
  public static func * (lhs: TimeSpan, rhs: Int) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds.multipliedSaturating(by: Int64(rhs)))
  }

  /// Returns a fraction, truncated to microseconds.
  public static func / (lhs: TimeSpan, rhs: Int) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds / Int64(rhs))
  }
}

extension Int64 {
  /// Returns `self + other`, saturated at the limits of `Int64`: times come from peers and are
  /// untrusted.
  func addedSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = self.addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
    let (product, overflow) = self.multipliedReportingOverflow(by: factor)
    return overflow ? (self < 0 ? .min : .max) : product
  }
}
