package import Logging
import Synchronization

/// A metrics backend that exports the Prometheus text format.
///
/// Handlers with the same name and labels share a series. Recording is an atomic operation or, for
/// histograms, a short critical section; only making a handler involves a lookup.
///
/// A series exists until all its handlers are destroyed. If it is made again it starts from zero,
/// which scrapers treat as a counter reset.
///
/// Timers are histograms in seconds; `_seconds` is appended to names without that suffix.
package final class PrometheusMetrics: Sendable {
  /// The limits on cardinality.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of metrics.
    package var metrics = 1000
    /// The maximum number of label sets of a metric.
    package var labelSets = 1000

    package init() {}
  }

  /// The key under which a dropped metric was logged.
  private struct LoggedDrop: Hashable {
    let refusal: MetricsRegistry.DropReason
    /// The metric's name; nil if the reason is not about one metric.
    let name: MetricName?
  }

  private struct State {
    var registry: MetricsRegistry
    /// The keys that were logged: at most two per registered name.
    var notices: Set<LoggedDrop> = []
  }

  /// The counter of handlers made for series that are not exported, by reason.
  private static let dropped = MetricName("interaction_metrics_dropped_total")

  private let state: Mutex<State>
  private let dropped: [MetricsRegistry.DropReason: CounterValue]
  private let help: [String: String]
  private let logger: Logger

  /// - Parameters:
  ///   - help: The descriptions of metrics, by exported name.
  ///   - limits: The limits on cardinality.
  ///   - logger: Logs each dropped metric once.
  package init(help: [String: String] = [:], limits: Limits = Limits(), logger: Logger) {
    let registry = MetricsRegistry(limits: limits, reserved: ProcessStatus.names + [Self.dropped])
    self.dropped = Dictionary(
      uniqueKeysWithValues: MetricsRegistry.DropReason.allCases.map {
        let labels = LabelSet([("reason", $0.rawValue)])
        return ($0, CounterValue(key: SeriesKey(name: Self.dropped, labels: labels)))
      })
    self.state = Mutex(State(registry: registry))
    self.help = ProcessStatus.help
      .merging([Self.dropped.text: "Metric handlers dropped, by reason."]) { $1 }
      .merging(help) { $1 }
    self.logger = logger
  }

  /// All metrics in the text format, sorted by name and labels.
  package var text: String {
    // Copied, so that no recording waits for the formatting.
    let registry = self.state.withLock { $0.registry }
    let dropped = MetricFamily(
      name: Self.dropped, kind: .counter,
      series: self.dropped.values.map { .init(labels: $0.key.labels, samples: $0.samples) })
    let process = ProcessStatus.current?.families ?? []
    var text = ""
    for family in (registry.families + process + [dropped]).sorted(by: { $0.name < $1.name }) {
      family.write(to: &text, help: self.help[family.name.text])
    }
    return text
  }

  /// Returns the series for a handler. A series beyond the limits works, but is never exported.
  func series<Value: Series>(
    _ type: Value.Type, _ name: MetricName, _ dimensions: [(String, String)]
  ) -> Value {
    let key = SeriesKey(name: name, labels: LabelSet(dimensions))
    let (result, isNews) = self.state.withLock { state in
      let result = state.registry.series(type, for: key)
      guard case .failure(let refusal) = result else { return (result, false) }
      let notice = LoggedDrop(refusal: refusal, name: refusal == .names ? nil : name)
      return (result, state.notices.insert(notice).inserted)
    }
    switch result {
    case .success(let series): return series
    case .failure(let refusal):
      self.dropped[refusal]?.increment(by: 1 as Int64)
      if isNews { self.report(refusal, key, kind: Value.kind) }
      return Value(key: key)
    }
  }

  /// Releases a handler.
  func release(_ handler: AnyObject) {
    guard let series = handler as? any Series else { return }
    self.state.withLock { $0.registry.release(series) }
  }

  private func report(_ refusal: MetricsRegistry.DropReason, _ key: SeriesKey, kind: MetricKind) {
    let reason =
      switch refusal {
      case .type: "a metric of another type has this name"
      case .names: "too many metric names"
      case .labels: "too many label sets"
      }
    self.logger.warning(
      "metric dropped",
      metadata: [
        "metric": "\(key.name.text)", "labels": "\(key.labels.text)", "type": "\(kind.rawValue)",
        "reason": "\(reason)",
      ])
  }
}
