/// The buckets of a histogram.
struct Buckets: Hashable, Sendable {
  /// Durations in seconds, from 50 µs to a minute.
  static let seconds = Buckets(upperBounds: [
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
    2.5, 5, 10, 30, 60,
  ])

  /// Sizes in bytes, from 64 to 16 MiB in steps of four.
  static let bytes = Buckets(upperBounds: (3 ... 12).map { Double(1 << (2 * $0)) })

  /// Numbers of things, up to a hundred thousand.
  static let counts = Buckets(upperBounds: [
    0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
  ])

  /// The largest value of each bucket but the last, which has no end; ascending.
  let upperBounds: [Double]
  /// The labels of all buckets, the last one too.
  let labels: [String]

  private init(upperBounds: [Double]) {
    self.upperBounds = upperBounds
    self.labels = (upperBounds + [.infinity]).map { "le=\"\($0.expositionText)\"" }
  }

  /// Those for the unit that the name of a metric ends with.
  static func forMetric(_ name: MetricName) -> Buckets {
    if name.text.hasSuffix("_seconds") { return .seconds }
    return name.text.hasSuffix("_bytes") ? .bytes : .counts
  }

  /// The position of the bucket that a value falls into.
  func index(of value: Double) -> Int {
    self.upperBounds.firstIndex { value <= $0 } ?? self.upperBounds.count
  }
}
