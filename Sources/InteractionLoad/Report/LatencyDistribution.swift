import Histogram

/// A distribution of times in microseconds.
package struct LatencyDistribution: Hashable, Sendable, Codable {
  /// The number of samples.
  package var count: Int
  /// The mean; nil if there are no samples, as for ``max``.
  package var mean: Double?
  package var max: Double?
  /// The reported percentiles by name: p50, p90, p99, p99.9, p99.99.
  package var percentiles: [String: Double]
  /// The steps of the histogram in ascending order.
  package var recorded: [Bucket]

  /// A step of the histogram: a time, and the number of samples with it.
  package struct Bucket: Hashable, Sendable, Codable {
    package var time: Double
    package var count: Int
  }

  /// The percentiles that reports contain.
  package static let reportedPercentiles = [50, 90, 99, 99.9, 99.99]

  init(_ histogram: Histogram<some FixedWidthInteger & Codable & Sendable>) {
    self.count = Int(histogram.totalCount)
    self.mean = histogram.totalCount == 0 ? nil : histogram.mean / 1_000
    self.max = histogram.totalCount == 0 ? nil : Double(histogram.max) / 1_000
    self.percentiles = [:]
    self.recorded = histogram.recordedValues().map {
      Bucket(time: Double($0.value) / 1_000, count: Int($0.count))
    }
    for part in Self.reportedPercentiles {
      self.percentiles[Self.name(of: part)] = self.percentile(part)
    }
  }

  /// Returns a percentile, 0 to 100; nil if there are no samples.
  package func percentile(_ percent: Double) -> Double? {
    guard let max = self.max else { return nil }
    let rank = Swift.max(1, Int((Double(self.count) * percent / 100).rounded(.up)))
    var passed = 0
    for step in self.recorded {
      passed += step.count
      if passed >= rank { return Swift.min(step.time, max) }
    }
    return max
  }

  /// The samples needed above a percentile; with fewer, it depends on a few outliers.
  private static let samplesAbove = 10.0

  /// Returns whether there are enough samples for a percentile: ten above it.
  func hasEnoughSamples(for percent: Double) -> Bool {
    Double(self.count) * (100 - percent) / 100 >= Self.samplesAbove - 1e-9
  }

  static func name(of percent: Double) -> String {
    percent == percent.rounded() ? "p\(Int(percent))" : "p\(percent)"
  }
}
