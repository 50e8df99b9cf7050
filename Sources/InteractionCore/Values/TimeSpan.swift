/// A length of time in whole microseconds.
///
/// The core counts microseconds in one machine word: session time has to be exact, hashable and
/// cheap enough to compare on every scroll sample.
public struct TimeSpan: Hashable, Comparable, Sendable {
  /// The length, in microseconds.
  public var microseconds: Int64

  /// A span of `microseconds` µs.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// No time at all.
  public static let zero = TimeSpan(microseconds: 0)

  /// A span of `value` milliseconds.
  public static func milliseconds(_ value: Int64) -> TimeSpan {
    TimeSpan(microseconds: value.multipliedSaturating(by: 1_000))
  }

  /// A span of `value` seconds.
  public static func seconds(_ value: Int64) -> TimeSpan {
    TimeSpan(microseconds: value.multipliedSaturating(by: 1_000_000))
  }

  /// The length in seconds.
  public var seconds: Double {
    Double(self.microseconds) / 1_000_000
  }

  public static func < (lhs: TimeSpan, rhs: TimeSpan) -> Bool {
    lhs.microseconds < rhs.microseconds
  }

  /// The difference, held at the representable limits instead of overflowing.
  public static func - (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    let (difference, overflow) = lhs.microseconds.subtractingReportingOverflow(rhs.microseconds)
    return TimeSpan(microseconds: overflow ? (lhs < rhs ? .min : .max) : difference)
  }

  /// The sum, held at the representable limits instead of overflowing.
  public static func + (lhs: TimeSpan, rhs: TimeSpan) -> TimeSpan {
    TimeSpan(microseconds: lhs.microseconds.addedSaturating(rhs.microseconds))
  }
}

extension Int64 {
  /// `self + other`, held at the limits of `Int64`: times come from peers and may be anything.
  func addedSaturating(_ other: Int64) -> Int64 {
    let (sum, overflow) = self.addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  fileprivate func multipliedSaturating(by factor: Int64) -> Int64 {
    let (product, overflow) = self.multipliedReportingOverflow(by: factor)
    return overflow ? (self < 0 ? .min : .max) : product
  }
}
