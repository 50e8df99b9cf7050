import CoreMetrics
import Synchronization

/// How often a value fell into which bucket, and the sum of all. What is no number is ignored: it
/// would spoil the sum for good.
final class HistogramValue: Series {
  static let kind = MetricKind.histogram

  private struct Counts {
    /// Of each bucket alone; the last one is for what is above every bound.
    var buckets: [UInt64]
    var sum = 0.0
  }

  let key: SeriesKey
  private let buckets: Buckets
  private let counts: Mutex<Counts>

  init(key: SeriesKey) {
    self.key = key
    self.buckets = Buckets.forMetric(key.name)
    self.counts = Mutex(
      Counts(buckets: Array(repeating: 0, count: self.buckets.upperBounds.count + 1)))
  }

  var samples: [Sample] {
    let counts = self.counts.withLock { $0 }
    var samples: [Sample] = []
    var total: UInt64 = 0
    for (count, bound) in zip(counts.buckets, self.buckets.labels) {
      total += count
      samples.append(Sample("\(total)", suffix: "_bucket", label: bound))
    }
    samples.append(Sample(counts.sum.expositionText, suffix: "_sum"))
    samples.append(Sample("\(total)", suffix: "_count"))
    return samples
  }
}

extension HistogramValue: RecorderHandler {
  func record(_ value: Int64) {
    self.record(Double(value))
  }

  func record(_ value: Double) {
    guard value.isFinite else { return }
    let bucket = self.buckets.index(of: value)
    self.counts.withLock { counts in
      counts.buckets[bucket] += 1
      counts.sum += value
    }
  }
}

extension HistogramValue: TimerHandler {
  /// A clock that was set back measures no time at all.
  func recordNanoseconds(_ duration: Int64) {
    self.record(Double(max(duration, 0)) / 1e9)
  }
}
