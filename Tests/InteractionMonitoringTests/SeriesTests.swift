import InteractionMonitoring
import Metrics
import Testing

/// Counters, gauges and histograms.
struct SeriesTests {
  private let metrics = PrometheusMetrics(logger: Log().logger())

  @Test("nothing is lost when eight tasks count at the same time")
  func concurrency() async {
    let steps = 10_000
    await withDiscardingTaskGroup { group in
      for _ in 0 ..< 8 {
        group.addTask { [metrics] in
          let counter = Counter(label: "a_total", factory: metrics)
          let fractions = FloatingPointCounter(label: "b_total", factory: metrics)
          let meter = Meter(label: "c", factory: metrics)
          let recorder = Recorder(label: "d", factory: metrics)
          for step in 0 ..< steps {
            counter.increment()
            fractions.increment(by: 0.5)
            meter.increment(by: 2)
            meter.decrement(by: 1)
            recorder.record(step % 2)
          }
        }
      }
    }
    #expect(metrics.value("a_total") == "80000")
    #expect(metrics.value("b_total") == "40000")
    #expect(metrics.value("c") == "80000")
    #expect(metrics.value("d_bucket{le=\"0\"}") == "40000")
    #expect(metrics.value("d_count") == "80000")
    #expect(metrics.value("d_sum") == "40000")
  }

  @Test("counters only grow, and start anew when they are told to")
  func counters() {
    let counter = Counter(label: "a_total", factory: metrics)
    counter.increment(by: 5)
    counter.increment(by: -3)
    let fractions = FloatingPointCounter(label: "a_total", factory: metrics)
    fractions.increment(by: 0.5)
    for amount in [-1, .nan, .infinity] as [Double] { fractions.increment(by: amount) }
    #expect(metrics.value("a_total") == "5.5")
    counter.reset()
    #expect(metrics.value("a_total") == "0")
  }

  @Test("large counts are exact")
  func largeCounts() {
    let counter = Counter(label: "a_total", factory: metrics)
    counter.increment(by: (1 as Int64) << 53)
    counter.increment()
    #expect(metrics.value("a_total") == "9007199254740993")
  }

  @Test("a timer counts seconds into buckets that contain the smaller ones")
  func timer() {
    let timer = Timer(label: "handling_seconds", dimensions: [("kind", "tap")], factory: metrics)
    // On a bound, within a bucket, far above all, and of a clock that was set back.
    for nanoseconds in [50_000, 750_000_000, 90_000_000_000, -1] as [Int64] {
      timer.recordNanoseconds(nanoseconds)
    }
    let bounds = [
      "5e-05", "0.0001", "0.00025", "0.0005", "0.001", "0.0025", "0.005", "0.01", "0.025", "0.05",
      "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "30", "60", "+Inf",
    ]
    let counts = Array(repeating: 2, count: 13) + Array(repeating: 3, count: 6) + [4]
    let buckets = zip(bounds, counts).map {
      "handling_seconds_bucket{kind=\"tap\",le=\"\($0)\"} \($1)"
    }
    #expect(
      metrics.ownText == """
        # HELP handling_seconds Not described.
        # TYPE handling_seconds histogram
        \(buckets.joined(separator: "\n"))
        handling_seconds_sum{kind="tap"} 90.75005
        handling_seconds_count{kind="tap"} 4

        """)
  }

  @Test("the buckets of a recorder are those of its unit")
  func recorders() {
    Recorder(label: "wait_seconds", factory: metrics).record(0.2)
    Recorder(label: "frame_bytes", factory: metrics).record(1024)
    let items = Recorder(label: "items", factory: metrics)
    items.record(3)
    items.record(Double.nan)
    #expect(metrics.value("wait_seconds_bucket{le=\"0.1\"}") == "0")
    #expect(metrics.value("wait_seconds_bucket{le=\"0.25\"}") == "1")
    #expect(metrics.value("frame_bytes_bucket{le=\"256\"}") == "0")
    #expect(metrics.value("frame_bytes_bucket{le=\"1024\"}") == "1")
    #expect(metrics.value("frame_bytes_bucket{le=\"16777216\"}") == "1")
    #expect(metrics.value("items_bucket{le=\"2\"}") == "0")
    #expect(metrics.value("items_bucket{le=\"5\"}") == "1")
    #expect(metrics.value("items_count") == "1")
    #expect(metrics.value("items_sum") == "3")
  }

  @Test("the name of a timer says its unit")
  func timerUnit() {
    Timer(label: "db.query", factory: metrics).recordMilliseconds(20)
    #expect(metrics.value("db_query_seconds_sum") == "0.02")
  }

  @Test("a series lasts until the last handler is destroyed, and then starts anew")
  func destroying() {
    let labels = [("kind", "tap")]
    let first = Counter(label: "a_total", dimensions: labels, factory: metrics)
    let second = Counter(label: "a_total", dimensions: labels, factory: metrics)
    first.increment()
    second.increment()
    first.destroy()
    #expect(metrics.value("a_total{kind=\"tap\"}") == "2")
    second.destroy()
    #expect(!metrics.text.contains("a_total"))

    let third = Counter(label: "a_total", dimensions: labels, factory: metrics)
    #expect(metrics.value("a_total{kind=\"tap\"}") == "0")
    // A handler of a removed series.
    first.destroy()
    first.increment()
    third.increment()
    #expect(metrics.value("a_total{kind=\"tap\"}") == "1")
  }

  @Test("handlers of every type can be destroyed")
  func destroyingEveryType() {
    let fractions = FloatingPointCounter(label: "a_total", factory: metrics)
    let meter = Meter(label: "b", factory: metrics)
    let recorder = Recorder(label: "c", factory: metrics)
    let timer = Timer(label: "d_seconds", factory: metrics)
    fractions.destroy()
    meter.destroy()
    recorder.destroy()
    timer.destroy()
    #expect(metrics.ownText == "")
  }
}
