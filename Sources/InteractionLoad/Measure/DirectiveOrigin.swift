import Histogram

/// The trace whose event a directive answers, and the directive's type.
struct DirectiveOrigin: Hashable, Sendable {
  let trace: String
  let kind: String
}

/// The latency of directives by origin.
struct OriginTimes: Sendable {
  typealias Times = Histogram<UInt32>

  private var all: [DirectiveOrigin: Times] = [:]

  private static func times() -> Times {
    Times(
      lowestDiscernibleValue: 1_000, highestTrackableValue: 100_000_000_000,
      numberOfSignificantValueDigits: .three)
  }

  mutating func record(_ nanoseconds: UInt64, of origin: DirectiveOrigin) {
    self.all[origin, default: Self.times()].record(nanoseconds)
  }

  mutating func add(_ other: OriginTimes) {
    for (origin, times) in other.all { self.all[origin, default: Self.times()].add(times) }
  }

  /// Returns the latency by trace, or by directive type.
  func grouped(by group: (DirectiveOrigin) -> String) -> [String: LatencyDistribution] {
    var groups: [String: Times] = [:]
    for (origin, times) in self.all { groups[group(origin), default: Self.times()].add(times) }
    return groups.mapValues { LatencyDistribution($0) }
  }
}
