/// Every series under its name and labels. A value: its owner guards it.
struct MetricsRegistry: Sendable {
  /// Why something is not kept.
  enum Refusal: String, CaseIterable, Error {
    /// Its name belongs to a metric of another type.
    case type
    /// There are too many metrics.
    case names
    /// The metric has too many label sets.
    case labels
  }

  /// One series and how many handlers were given out for it.
  private struct Entry {
    let series: any Series
    var handlers: Int
  }

  /// A metric: everything under one name.
  private struct Metric {
    let kind: MetricKind
    var entries: [LabelSet: Entry] = [:]
  }

  private let limits: PrometheusMetrics.Limits
  private var metrics: [MetricName: Metric] = [:]
  /// Every name that lines can start with, by the metric whose lines they are. A histogram has
  /// more than its own.
  private var owners: [String: MetricName]

  /// - Parameter reserved: Names of metrics that come from elsewhere.
  init(limits: PrometheusMetrics.Limits, reserved: [MetricName] = []) {
    self.limits = limits
    self.owners = Dictionary(uniqueKeysWithValues: reserved.map { ($0.text, $0) })
  }

  /// The series under a key, the same one for all callers with that key.
  mutating func series<Value: Series>(
    _ type: Value.Type, for key: SeriesKey
  ) -> Result<Value, Refusal> {
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
  ) -> Result<Value, Refusal> {
    let series = Value(key: key)
    self.metrics[key.name]?.entries[key.labels] = Entry(series: series, handlers: 1)
    return .success(series)
  }

  /// Takes back one handler of a series, which is forgotten with the last one. Its name keeps its
  /// type.
  mutating func release(_ series: any Series) {
    let key = series.key
    guard let entry = self.metrics[key.name]?.entries[key.labels], entry.series === series else {
      return
    }
    self.metrics[key.name]?.entries[key.labels] =
      entry.handlers > 1 ? Entry(series: series, handlers: entry.handlers - 1) : nil
  }

  /// Every metric with its series and their present values, in no particular order.
  var families: [MetricFamily] {
    self.metrics.map { name, metric in
      MetricFamily(
        name: name, kind: metric.kind,
        series: metric.entries.map { .init(labels: $0.key, samples: $0.value.series.samples) })
    }
  }
}
