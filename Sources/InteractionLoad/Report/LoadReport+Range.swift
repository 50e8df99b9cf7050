/// Validates the numbers of a report that was read, since comparisons and charts compute with them.
extension LoadReport {
  /// The largest valid count.
  private static let mostCounted = 1 << 53
  /// The largest valid second: more than three years.
  private static let lastSecond = 100_000_000

  /// A description of the first number out of range, with its range; nil if all are valid.
  var outOfRange: String? {
    let times = [
      ("directiveLatency", self.directiveLatency), ("openLatency", self.openLatency),
      ("generatorLag", self.generatorLag),
    ]
    let parts =
      (self.latencyByTrace ?? [:]).map { ("latencyByTrace.\($0)", $1) }
      + (self.latencyByKind ?? [:]).map { ("latencyByKind.\($0)", $1) }
    for (name, times) in times + parts {
      if let problem = times.outOfRange(name, upTo: Self.mostCounted) { return problem }
    }
    return self.countOutOfRange ?? self.secondOutOfRange
  }

  private var countOutOfRange: String? {
    let counts = self.counts
    let numbers = [
      ("opened", counts.opened), ("ended", counts.ended), ("frames", counts.frames),
      ("events", counts.events), ("directives", counts.directives),
      ("mismatches", counts.mismatches),
    ]
    for (name, number) in numbers where !(0 ... Self.mostCounted).contains(number) {
      return "counts.\(name) is \(number); must be 0 to \(Self.mostCounted)"
    }
    guard Self.sum(counts.errors.values, upTo: Self.mostCounted) != nil else {
      return "the sum of counts.errors must be 0 to \(Self.mostCounted)"
    }
    return nil
  }

  private var secondOutOfRange: String? {
    for row in self.rows where !(0 ... Self.lastSecond).contains(row.second) {
      return "rows.second is \(row.second); must be 0 to \(Self.lastSecond)"
    }
    return nil
  }

  /// Returns the sum of counts; nil if one of them is negative, or the sum is more than `most`.
  fileprivate static func sum(_ counts: some Sequence<Int>, upTo most: Int) -> Int? {
    var sum = 0
    for count in counts {
      guard count >= 0, count <= most - sum else { return nil }
      sum += count
    }
    return sum
  }
}

extension LatencyDistribution {
  /// Returns a description of an inconsistent count, with its range; nil if the counts are valid.
  fileprivate func outOfRange(_ name: String, upTo most: Int) -> String? {
    guard LoadReport.sum(self.recorded.map(\.count), upTo: most) == self.count else {
      return "\(name).count is \(self.count); must be the sum of recorded.count, 0 to \(most)"
    }
    return nil
  }
}
