/// All series by name and labels. A value type, which its owner synchronizes.
struct MetricsRegistry: Sendable {
  /// The reason why a series is not registered.
  enum DropReason: String, CaseIterable, Error {
    /// The name belongs to a metric of another type.
    case type
    /// The maximum number of metrics is reached.
    case names
    /// The maximum number of label sets of the metric is reached.
    case labels
  }

  /// A series and the number of handlers made for it.
  private struct Entry {
    let series: any Series
    var handlers: Int
  }

  /// A metric: all series with one name.
  private struct Metric {
    let kind: MetricKind
    var entries: [LabelSet: Entry] = [:]
  }

  private let limits: PrometheusMetrics.Limits
  private var metrics: [MetricName: Metric] = [:]
  /// The sample names in use and the metrics that they belong to; a histogram has several.
  private var owners: [String: MetricName]

  /// - Parameter reserved: The names of metrics that are not registered here.
  init(limits: PrometheusMetrics.Limits, reserved: [MetricName] = []) {
    self.limits = limits
    self.owners = Dictionary(uniqueKeysWithValues: reserved.map { ($0.text, $0) })
  }

  /// Returns the series for a key, creating it if needed; all callers with that key share it.
  mutating func series<Value: Series>(
    _ type: Value.Type, for key: SeriesKey
  ) -> Result<Value, DropReason> {
    guard let metric = self.metrics[key.name] else {
      guard self.metrics.count < self.limits.metrics else { return .failure(.names) }
      let lines = Value.kind.suffixes.map { key.name.text + $0 }
      guard lines.allSatisfy({ self.owners[$0] == nil }) else { return .failure(.type) }
      for line in lines { self.owners[line] = key.name }
      self.metrics[key.name] = Metric(kind: Value.kind)
      return self.add(type, for: key)
    }
    guard metric.kind == Value.kind else { return .failure(.type) }
    if let series = metric.entries[key.labels]?.series as? Value {
      self.metrics[key.name]?.entries[key.labels]?.handlers += 1
      return .success(series)
    }
    guard metric.entries.count < self.limits.labelSets else { return .failure(.labels) }
    return self.add(type, for: key)
  }

  private mutating func add<Value: Series>(
    _ type: Value.Type, for key: SeriesKey
  ) -> Result<Value, DropReason> {
    let series = Value(key: key)
    self.metrics[key.name]?.entries[key.labels] = Entry(series: series, handlers: 1)
    return .success(series)
  }

  /// Releases one handler of a series, and removes the series with the last one. The name keeps its
  /// type.
  mutating func release(_ series: any Series) {
    let key = series.key
    guard let entry = self.metrics[key.name]?.entries[key.labels], entry.series === series else {
      return
    }
    self.metrics[key.name]?.entries[key.labels] =
      entry.handlers > 1 ? Entry(series: series, handlers: entry.handlers - 1) : nil
  }

  /// A snapshot of all metrics, unordered.
  var families: [MetricFamily] {
    self.metrics.map { name, metric in
      MetricFamily(
        name: name, kind: metric.kind,
        series: metric.entries.map { .init(labels: $0.key, samples: $0.value.series.samples) })
    }
  }
}
