import CoreMetrics
import Synchronization

/// A histogram: the count of each bucket and the sum of all values. Non-finite values are ignored,
/// since they would corrupt the sum.
final class HistogramValue: Series {
  static let kind = MetricKind.histogram

  private struct Counts {
    /// The count of each bucket, not cumulative; the last one is for values above all bounds.
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

  var samples: [MetricSample] {
    let counts = self.counts.withLock { $0 }
    var samples: [MetricSample] = []
    var total: UInt64 = 0
    for (count, bound) in zip(counts.buckets, self.buckets.labels) {
      total += count
      samples.append(MetricSample("\(total)", suffix: "_bucket", label: bound))
    }
    samples.append(MetricSample(counts.sum.expositionText, suffix: "_sum"))
    samples.append(MetricSample("\(total)", suffix: "_count"))
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
  /// Records a duration; a negative one, of a clock that was set back, counts as 0.
  func recordNanoseconds(_ duration: Int64) {
    self.record(Double(max(duration, 0)) / 1e9)
  }
}
