package import Logging
import Synchronization

/// Keeps what the process counts and measures, and writes it in the Prometheus text format.
///
/// Handlers with the same name and labels share one series. Counting on a handler is an atomic
/// operation or, for histograms, a short critical section; only the making of a handler looks
/// anything up.
///
/// A series lasts until each handler that was made for it has been destroyed. One that is made
/// again after that starts from zero, which scrapers take for a restart.
///
/// Timers are histograms in seconds, and their names end in `_seconds`: the ending is added to
/// those that have another one.
package final class PrometheusMetrics: Sendable {
  /// How much is kept, each limit named once.
  package struct Limits: Hashable, Sendable {
    /// Metrics, that is different names.
    package var metrics = 1000
    /// Series of one metric, that is different sets of labels.
    package var labelSets = 1000

    package init() {}
  }

  /// Where a metric that was not kept has been logged.
  private struct Notice: Hashable {
    let refusal: MetricsRegistry.Refusal
    /// Nothing if it is not about one name.
    let name: MetricName?
  }

  private struct State {
    var registry: MetricsRegistry
    /// What has been logged. Of each limited name at most two.
    var notices: Set<Notice> = []
  }

  /// How often a handler was made that nothing is written of, by the reason.
  private static let dropped = MetricName("interaction_metrics_dropped_total")

  private let state: Mutex<State>
  private let dropped: [MetricsRegistry.Refusal: CounterValue]
  private let help: [String: String]
  private let logger: Logger

  /// - Parameters:
  ///   - help: Descriptions of metrics by their names as they are written.
  ///   - limits: How much is kept.
  ///   - logger: Told once of each metric that is not kept.
  package init(help: [String: String] = [:], limits: Limits = Limits(), logger: Logger) {
    let registry = MetricsRegistry(limits: limits, reserved: ProcessStatus.names + [Self.dropped])
    self.dropped = Dictionary(
      uniqueKeysWithValues: MetricsRegistry.Refusal.allCases.map {
        let labels = LabelSet([("reason", $0.rawValue)])
        return ($0, CounterValue(key: SeriesKey(name: Self.dropped, labels: labels)))
      })
    self.state = Mutex(State(registry: registry))
    self.help = ProcessStatus.help
      .merging([Self.dropped.text: "Handlers made for metrics that are not written."]) { $1 }
      .merging(help) { $1 }
    self.logger = logger
  }

  /// Everything in the text format, sorted by name and labels.
  package var text: String {
    // The registry is copied, so that no metric waits for the writing.
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

  /// The series for a handler. One that cannot be kept is made all the same: it counts, and is
  /// never shown.
  func series<Value: Series>(
    _ type: Value.Type, _ name: MetricName, _ dimensions: [(String, String)]
  ) -> Value {
    let key = SeriesKey(name: name, labels: LabelSet(dimensions))
    let (result, isNews) = self.state.withLock { state in
      let result = state.registry.series(type, for: key)
      guard case .failure(let refusal) = result else { return (result, false) }
      let notice = Notice(refusal: refusal, name: refusal == .names ? nil : name)
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

  /// Takes back a handler.
  func release(_ handler: AnyObject) {
    guard let series = handler as? any Series else { return }
    self.state.withLock { $0.registry.release(series) }
  }

  private func report(_ refusal: MetricsRegistry.Refusal, _ key: SeriesKey, kind: MetricKind) {
    let reason =
      switch refusal {
      case .type: "its name belongs to a metric of another type"
      case .names: "there are too many metrics"
      case .labels: "it has too many different labels"
      }
    self.logger.warning(
      "a metric is not kept",
      metadata: [
        "metric": "\(key.name.text)", "labels": "\(key.labels.text)", "type": "\(kind.rawValue)",
        "reason": "\(reason)",
      ])
  }
}
