/// The differences of other engines' clocks from this one's, by the times of their reports.
///
/// Of an engine's last two differences the smaller counts: a report that comes late looks like a
/// clock that is slow.
struct ClockComparison: Hashable, Sendable {
  /// By how much clocks may differ, ms.
  static let tolerance: Int64 = 5_000

  private var last: [String: Int64] = [:]
  /// By how much other clocks are ahead of this one, ms.
  private var ahead: [String: Int64] = [:]

  /// The largest difference, ms.
  var largest: Int64 { self.ahead.values.map { Int64($0.magnitude) }.max() ?? 0 }

  /// An engine has said the time.
  ///
  /// - Parameters:
  ///   - said: By its clock, ms since 1970.
  ///   - now: By this engine's.
  /// - Returns: By how much the other clock is ahead, ms, if it is news that it is too far off.
  mutating func note(_ engine: String, said: Int64, at now: Int64) -> Int64? {
    let newest = said - now
    defer { self.last[engine] = newest }
    guard let last = self.last[engine] else { return nil }
    let difference = newest.magnitude < last.magnitude ? newest : last
    let known = self.ahead.updateValue(difference, forKey: engine) ?? 0
    let isNews = difference.magnitude > Self.tolerance && known.magnitude <= Self.tolerance
    return isNews ? difference : nil
  }

  /// An engine has left.
  mutating func forget(_ engine: String) {
    self.last[engine] = nil
    self.ahead[engine] = nil
  }
}
