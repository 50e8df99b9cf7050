import CoreMetrics
import Synchronization

/// A gauge: the last value that was set plus the increments since.
final class GaugeValue: Series {
  static let kind = MetricKind.gauge

  let key: SeriesKey
  private let value = Atomic<Double>(0)

  init(key: SeriesKey) {
    self.key = key
  }

  var samples: [MetricSample] {
    [MetricSample(self.value.load(ordering: .relaxed).expositionText)]
  }
}

extension GaugeValue: MeterHandler {
  func set(_ value: Int64) {
    self.set(Double(value))
  }

  func set(_ value: Double) {
    self.value.store(value, ordering: .relaxed)
  }

  func increment(by amount: Double) {
    self.value.add(amount)
  }

  func decrement(by amount: Double) {
    self.value.add(-amount)
  }
}

extension GaugeValue: RecorderHandler {
  func record(_ value: Int64) {
    self.set(value)
  }

  func record(_ value: Double) {
    self.set(value)
  }
}
