import CoreMetrics
import Synchronization

/// A monotonic counter. Negative and non-finite increments are ignored: scrapers treat a decrease
/// as a reset.
final class CounterValue: Series {
  static let kind = MetricKind.counter

  let key: SeriesKey
  /// The sum of the integer increments, which stays exact.
  private let whole = Atomic<UInt64>(0)
  private let fractions = Atomic<Double>(0)

  init(key: SeriesKey) {
    self.key = key
  }

  var samples: [MetricSample] {
    let whole = self.whole.load(ordering: .relaxed)
    let fractions = self.fractions.load(ordering: .relaxed)
    return [MetricSample(fractions == 0 ? "\(whole)" : (Double(whole) + fractions).expositionText)]
  }
}

extension CounterValue: CounterHandler {
  func increment(by amount: Int64) {
    guard amount > 0 else { return }
    self.whole.wrappingAdd(UInt64(amount), ordering: .relaxed)
  }

  func reset() {
    self.whole.store(0, ordering: .relaxed)
    self.fractions.store(0, ordering: .relaxed)
  }
}

extension CounterValue: FloatingPointCounterHandler {
  func increment(by amount: Double) {
    guard amount > 0, amount.isFinite else { return }
    self.fractions.add(amount)
  }
}
