package import CoreMetrics

extension PrometheusMetrics: MetricsFactory {
  /// Makes a counter of integers.
  package func makeCounter(
    label: String, dimensions: [(String, String)]
  ) -> any CounterHandler {
    self.series(CounterValue.self, MetricName(label), dimensions)
  }

  /// Makes a counter of fractions, which shares the metric with an integer counter of the same
  /// name.
  package func makeFloatingPointCounter(
    label: String, dimensions: [(String, String)]
  ) -> any FloatingPointCounterHandler {
    self.series(CounterValue.self, MetricName(label), dimensions)
  }

  /// Makes a gauge.
  package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    self.series(GaugeValue.self, MetricName(label), dimensions)
  }

  /// Makes a histogram, or a gauge without aggregation.
  package func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler {
    let name = MetricName(label)
    return aggregate
      ? self.series(HistogramValue.self, name, dimensions)
      : self.series(GaugeValue.self, name, dimensions)
  }

  /// Makes a histogram in seconds.
  package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    self.series(HistogramValue.self, MetricName(label, unit: "seconds"), dimensions)
  }

  /// Releases a counter.
  package func destroyCounter(_ handler: any CounterHandler) {
    self.release(handler)
  }

  /// Releases a counter of fractions.
  package func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {
    self.release(handler)
  }

  /// Releases a gauge.
  package func destroyMeter(_ handler: any MeterHandler) {
    self.release(handler)
  }

  /// Releases a histogram or a gauge.
  package func destroyRecorder(_ handler: any RecorderHandler) {
    self.release(handler)
  }

  /// Releases a histogram.
  package func destroyTimer(_ handler: any TimerHandler) {
    self.release(handler)
  }
}
