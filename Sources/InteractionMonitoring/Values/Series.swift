/// The identity of a series.
struct SeriesKey: Hashable, Sendable {
  let name: MetricName
  let labels: LabelSet
}

/// A value with a name and labels, shared by all handlers of these.
protocol Series: AnyObject, Sendable {
  /// The type of the series' metric.
  static var kind: MetricKind { get }

  /// The name and the labels.
  var key: SeriesKey { get }

  /// The current samples.
  var samples: [MetricSample] { get }

  /// Makes a series with the value 0.
  init(key: SeriesKey)
}

/// The types of metrics, with their names in the text format.
enum MetricKind: String, Sendable {
  case counter
  case gauge
  case histogram

  /// The suffixes of the metric's sample names, which no other metric may use.
  var suffixes: [String] {
    switch self {
    case .counter, .gauge: [""]
    case .histogram: ["", "_bucket", "_sum", "_count"]
    }
  }
}
