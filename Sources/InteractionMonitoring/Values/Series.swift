/// What a series is found by.
struct SeriesKey: Hashable, Sendable {
  let name: MetricName
  let labels: LabelSet
}

/// A value that changes under one name and one set of labels, shared by all code that counts there.
protocol Series: AnyObject, Sendable {
  /// The type of metric that it is part of.
  static var kind: MetricKind { get }

  /// Its name and labels.
  var key: SeriesKey { get }

  /// What it has come to, as lines.
  var samples: [Sample] { get }

  /// A new one, at zero.
  init(key: SeriesKey)
}

/// The types of metrics, under the names that they have in the text format.
enum MetricKind: String, Sendable {
  case counter
  case gauge
  case histogram

  /// What the names of its lines have after the name of the metric. Nothing else can use these
  /// names; the bare name is always taken.
  var suffixes: [String] {
    switch self {
    case .counter, .gauge: [""]
    case .histogram: ["", "_bucket", "_sum", "_count"]
    }
  }
}
