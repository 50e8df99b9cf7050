/// The buckets of a histogram.
struct Buckets: Hashable, Sendable {
  /// Durations, 50 µs to 60 s.
  static let seconds = Buckets(upperBounds: [
    0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
    2.5, 5, 10, 30, 60,
  ])

  /// Sizes, 64 B to 16 MiB, in powers of four.
  static let bytes = Buckets(upperBounds: (3 ... 12).map { Double(1 << (2 * $0)) })

  /// Counts, 0 to 100,000.
  static let counts = Buckets(upperBounds: [
    0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000,
  ])

  /// The upper bounds in ascending order, without that of the last bucket, which is infinite.
  let upperBounds: [Double]
  /// The `le` labels of all buckets, with the last.
  let labels: [String]

  private init(upperBounds: [Double]) {
    self.upperBounds = upperBounds
    self.labels = (upperBounds + [.infinity]).map { "le=\"\($0.expositionText)\"" }
  }

  /// Returns the buckets for the unit suffix of a metric's name.
  static func forMetric(_ name: MetricName) -> Buckets {
    if name.text.hasSuffix("_seconds") { return .seconds }
    return name.text.hasSuffix("_bytes") ? .bytes : .counts
  }

  /// Returns the index of the bucket that a value belongs to.
  func index(of value: Double) -> Int {
    self.upperBounds.firstIndex { value <= $0 } ?? self.upperBounds.count
  }
}
