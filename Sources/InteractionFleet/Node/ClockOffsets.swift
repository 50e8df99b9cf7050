/// The clock offsets of other engines, derived from the times in their reports.
///
/// The smaller of an engine's last two offsets counts: a late report looks like a slow clock.
struct ClockOffsets: Hashable, Sendable {
  /// The tolerated offset, ms.
  static let tolerance: Int64 = 5_000

  private var last: [String: Int64] = [:]
  /// The offsets of the other clocks, ms; positive if ahead of this engine's.
  private var offsets: [String: Int64] = [:]

  /// The largest offset, ms, absolute.
  var largest: Int64 { self.offsets.values.map { Int64($0.magnitude) }.max() ?? 0 }

  /// Records the time of an engine's report.
  ///
  /// - Parameters:
  ///   - time: The time by the other engine's clock, ms since 1970.
  ///   - now: The time by this engine's clock, ms since 1970.
  /// - Returns: The offset, ms, if it has just exceeded ``tolerance``; otherwise nil.
  mutating func record(_ engine: String, time: Int64, at now: Int64) -> Int64? {
    let newest = time - now
    defer { self.last[engine] = newest }
    guard let last = self.last[engine] else { return nil }
    let difference = newest.magnitude < last.magnitude ? newest : last
    let known = self.offsets.updateValue(difference, forKey: engine) ?? 0
    let isNews = difference.magnitude > Self.tolerance && known.magnitude <= Self.tolerance
    return isNews ? difference : nil
  }

  /// Removes an engine that has left.
  mutating func forget(_ engine: String) {
    self.last[engine] = nil
    self.offsets[engine] = nil
  }
}
