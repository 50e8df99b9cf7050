import InteractionMonitoring
import Metrics
import Testing

/// Series beyond the limits.
struct RefusalTests {
  private let log = Log()

  private func metrics(
    _ change: (inout PrometheusMetrics.Limits) -> Void = { _ in }
  ) -> PrometheusMetrics {
    var limits = PrometheusMetrics.Limits()
    change(&limits)
    return PrometheusMetrics(limits: limits, logger: self.log.logger())
  }

  private func dropped(_ reason: String) -> String {
    "interaction_metrics_dropped_total{reason=\"\(reason)\"}"
  }

  @Test("a name keeps the type that it had first")
  func types() {
    let metrics = self.metrics()
    Counter(label: "a", factory: metrics).increment()
    for _ in 0 ..< 3 {
      let meter = Meter(label: "a", factory: metrics)
      meter.set(7)
      meter.destroy()
    }
    Recorder(label: "a", dimensions: [("kind", "tap")], factory: metrics).record(1)
    #expect(
      metrics.text.split(separator: "\n").filter { $0.hasSuffix("a 1") || $0.contains(" a ") } == [
        "# HELP a Not described.", "# TYPE a counter", "a 1",
      ])
    #expect(metrics.value(self.dropped("type")) == "4")
    #expect(self.log.messages == ["warning: metric dropped a"])
  }

  @Test("also when all its series are gone")
  func typesOfTheGone() {
    let metrics = self.metrics()
    Counter(label: "a", factory: metrics).destroy()
    Meter(label: "a", factory: metrics).set(1)
    #expect(metrics.value("a") == nil)
  }

  @Test("no two metrics have lines with the same name")
  func lines() {
    let metrics = self.metrics()
    Recorder(label: "a", factory: metrics).record(1)
    Counter(label: "a_count", factory: metrics).increment(by: 9)
    #expect(metrics.value("a_count") == "1")
    Counter(label: "b_sum", factory: metrics).increment()
    Recorder(label: "b", factory: metrics).record(5)
    #expect(metrics.value("b_sum") == "1")
    Counter(label: "process_cpu_seconds_total", factory: metrics).increment()
    Counter(label: "interaction_metrics_dropped_total", factory: metrics).increment()
    #expect(metrics.value("interaction_metrics_dropped_total") == nil)
    #expect(metrics.value(self.dropped("type")) == "4")
  }

  @Test("the label sets of a metric are limited, and those that exist go on")
  func labelSets() {
    let metrics = self.metrics { $0.labelSets = 2 }
    for kind in ["a", "b", "c", "d", "a"] {
      Counter(label: "a_total", dimensions: [("kind", kind)], factory: metrics).increment()
    }
    #expect(metrics.value("a_total{kind=\"a\"}") == "2")
    #expect(metrics.value("a_total{kind=\"b\"}") == "1")
    #expect(metrics.value("a_total{kind=\"c\"}") == nil)
    #expect(metrics.value(self.dropped("labels")) == "2")
    #expect(self.log.messages == ["warning: metric dropped a_total"])
    // The limit applies per metric.
    Counter(label: "b_total", dimensions: [("kind", "c")], factory: metrics).increment()
    #expect(metrics.value("b_total{kind=\"c\"}") == "1")
  }

  @Test("a destroyed series makes room")
  func room() {
    let metrics = self.metrics { $0.labelSets = 1 }
    Counter(label: "a_total", dimensions: [("kind", "a")], factory: metrics).destroy()
    Counter(label: "a_total", dimensions: [("kind", "b")], factory: metrics).increment()
    #expect(metrics.value("a_total{kind=\"b\"}") == "1")
  }

  @Test("the metrics are limited")
  func names() {
    let metrics = self.metrics { $0.metrics = 2 }
    for name in ["a", "b", "c", "d", "a"] { Counter(label: name, factory: metrics).increment() }
    #expect(metrics.value("a") == "2")
    #expect(metrics.value("c") == nil)
    #expect(metrics.value(self.dropped("names")) == "2")
    #expect(self.log.messages == ["warning: metric dropped c"])
  }

  @Test("a thousand label sets by default")
  func defaults() {
    let metrics = self.metrics()
    for number in 0 ..< 1001 {
      Counter(label: "a_total", dimensions: [("n", "\(number)")], factory: metrics).increment()
    }
    #expect(metrics.value(self.dropped("labels")) == "1")
    #expect(metrics.value("a_total{n=\"999\"}") == "1")
  }
}
