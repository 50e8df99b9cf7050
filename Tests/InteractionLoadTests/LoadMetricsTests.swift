import GRPCCore
import InteractionClient
import InteractionMonitoring
import Logging
import Testing

@testable import InteractionLoad

@Suite("Metrics of loads")
struct LoadMetricsTests {
  @Test("A monitor reads counts, latency by trace and kind, and errors by cause, warm-up included")
  func text() {
    let metrics = PrometheusMetrics(
      help: LoadMetrics.help, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let load = LoadMetrics(metrics)
    var meter = LoadMeter(start: 0, warmUp: .seconds(60), metrics: load)
    load.active(3)
    meter.opened(after: 20_000_000, at: 1)
    meter.sent(5, late: 60_000, at: 1)
    for (time, kind) in [(1, "set"), (30, "set"), (2, "animate")] as [(UInt64, String)] {
      meter.received(
        directiveAfter: time * 1_000_000, of: DirectiveOrigin(trace: "a.txt", kind: kind), at: 1)
    }
    meter.received(directiveAfter: nil, at: 1)
    meter.recordMismatches("one", at: 1)
    meter.ended(.ok, at: 1)
    meter.ended(CallOutcome(.unavailable, "gone"), at: 1)
    #expect(meter.counts.directives == 0)
    let lines = metrics.text.split(separator: "\n").map(String.init)
    let name = "interaction_load_directive_latency_seconds"
    for line in [
      "interaction_load_sessions 3", "interaction_load_sessions_opened_total 1",
      "interaction_load_sessions_ended_total 2", "interaction_load_events_total 5",
      "interaction_load_directives_total 4", "interaction_load_wrong_directives_total 1",
      "interaction_load_open_latency_seconds_count 1",
      "interaction_load_generator_lag_seconds_bucket{le=\"0.0001\"} 1",
      "\(name)_bucket{kind=\"set\",trace=\"a.txt\",le=\"0.001\"} 1",
      "\(name)_count{kind=\"set\",trace=\"a.txt\"} 2",
      "\(name)_count{kind=\"animate\",trace=\"a.txt\"} 1",
    ] {
      #expect(lines.contains(line), "\(line)")
    }
    #expect(lines.contains { $0.hasPrefix("interaction_load_errors_total{cause=") })
    #expect(lines.allSatisfy { !$0.contains("Not described") })
  }
}
