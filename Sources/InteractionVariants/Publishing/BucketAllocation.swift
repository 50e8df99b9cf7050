/// The buckets of the variants, by name. Growth adds unowned buckets, shrinking removes those added
/// last, and all other buckets keep their owner.
struct BucketAllocation: Hashable, Sendable {
  /// The wanted number of buckets of a variant; nil for the rest.
  struct Demand: Hashable, Sendable {
    var name: String
    var buckets: Int?
  }

  /// The ranges in the order in which they were added.
  private(set) var ranges: [String: [Range<Int>]]

  /// - Parameter ranges: The ranges in force; empty for a first publication.
  init(_ ranges: [String: [Range<Int>]] = [:]) { self.ranges = ranges }

  /// Fits the ranges to the demands, which are together at most ``Bucket/count``.
  mutating func fit(_ demands: [Demand]) {
    let before = self.ranges.values.joined()
    let rest = demands.first { $0.buckets == nil }?.name
    var kept: [String: [Range<Int>]] = [:]
    for demand in demands where demand.name != rest {
      kept[demand.name] = Self.prefix(self.ranges[demand.name] ?? [], demand.buckets ?? 0)
    }
    // Unowned buckets first, then those of the rest, then those just released.
    let formerRest = rest.flatMap { self.ranges[$0] } ?? []
    var free = Self.complement(of: before)
    free += formerRest.sorted { $0.lowerBound < $1.lowerBound }
    let now = Array(kept.values.joined()) + free
    free += Self.complement(of: now)
    for demand in demands where demand.name != rest {
      let missing = (demand.buckets ?? 0) - Self.count(kept[demand.name] ?? [])
      let added = Self.take(missing, from: &free)
      kept[demand.name] = Self.joined((kept[demand.name] ?? []) + added)
    }
    if let rest { kept[rest] = Self.complement(of: kept.values.joined()) }
    self.ranges = kept
  }

  static func count(_ ranges: [Range<Int>]) -> Int { ranges.reduce(0) { $0 + $1.count } }

  /// Returns the first `count` buckets, in the order in which they were added.
  private static func prefix(_ ranges: [Range<Int>], _ count: Int) -> [Range<Int>] {
    var left = count
    var kept: [Range<Int>] = []
    for range in ranges where left > 0 {
      kept.append(range.lowerBound ..< range.lowerBound + min(left, range.count))
      left -= min(left, range.count)
    }
    return kept
  }

  /// Removes and returns the first `count` buckets.
  private static func take(_ count: Int, from free: inout [Range<Int>]) -> [Range<Int>] {
    var left = max(count, 0)
    var taken: [Range<Int>] = []
    while left > 0, let range = free.first {
      let part = range.lowerBound ..< range.lowerBound + min(left, range.count)
      taken.append(part)
      left -= part.count
      if part.upperBound < range.upperBound {
        free[0] = part.upperBound ..< range.upperBound
      } else {
        free.removeFirst()
      }
    }
    return taken
  }

  /// Returns the buckets outside of all ranges, ascending.
  static func complement(of ranges: some Sequence<Range<Int>>) -> [Range<Int>] {
    var free: [Range<Int>] = []
    var next = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if next < range.lowerBound { free.append(next ..< range.lowerBound) }
      next = max(next, range.upperBound)
    }
    if next < Bucket.count { free.append(next ..< Bucket.count) }
    return free
  }

  /// Joins each range with the previous one if it continues it.
  private static func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound == range.lowerBound {
        joined[joined.count - 1] = last.lowerBound ..< range.upperBound
      } else {
        joined.append(range)
      }
    }
  }
}
