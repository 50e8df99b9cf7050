import CoreMetrics
import Synchronization

/// A number that only grows. Steps below zero, and those that are no number, are ignored: scrapers
/// take a counter that falls for a restart.
final class CounterValue: Series {
  static let kind = MetricKind.counter

  let key: SeriesKey
  /// Steps that are whole numbers, which stay exact however many there are.
  private let whole = Atomic<UInt64>(0)
  private let fractions = Atomic<Double>(0)

  init(key: SeriesKey) {
    self.key = key
  }

  var samples: [Sample] {
    let whole = self.whole.load(ordering: .relaxed)
    let fractions = self.fractions.load(ordering: .relaxed)
    return [Sample(fractions == 0 ? "\(whole)" : (Double(whole) + fractions).expositionText)]
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
