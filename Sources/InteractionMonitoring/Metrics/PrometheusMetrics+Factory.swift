package import CoreMetrics

extension PrometheusMetrics: MetricsFactory {
  /// A counter of whole steps.
  package func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    self.series(CounterValue.self, MetricName(label), dimensions)
  }

  /// A counter of fractions; the same metric as a counter of whole steps with that name.
  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    self.series(CounterValue.self, MetricName(label), dimensions)
  }

  /// A gauge.
  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    self.series(GaugeValue.self, MetricName(label), dimensions)
  }

  /// A histogram, or a gauge if only the last value counts.
  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    let name = MetricName(label)
    return aggregate
      ? self.series(HistogramValue.self, name, dimensions)
      : self.series(GaugeValue.self, name, dimensions)
  }

  /// A histogram in seconds.
  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    self.series(HistogramValue.self, MetricName(label, unit: "seconds"), dimensions)
  }

  /// Takes back a counter.
  package func destroyCounter(_ handler: any CounterHandler) {
    self.release(handler)
  }

  /// Takes back a counter of fractions.
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    self.release(handler)
  }

  /// Takes back a gauge.
  package func destroyMeter(_ handler: any MeterHandler) {
    self.release(handler)
  }

  /// Takes back a histogram or a gauge.
  package func destroyRecorder(_ handler: any RecorderHandler) {
    self.release(handler)
  }

  /// Takes back a histogram.
  package func destroyTimer(_ handler: any TimerHandler) {
    self.release(handler)
  }
}
