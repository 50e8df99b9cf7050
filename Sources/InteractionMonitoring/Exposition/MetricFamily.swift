/// A snapshot of a metric: all series with its name.
struct MetricFamily: Sendable {
  /// The samples of one label set.
  struct LabeledSamples: Sendable {
    let labels: LabelSet
    let samples: [MetricSample]
  }

  /// The help text of a metric without a description.
  private static let noHelp = "Not described."

  let name: MetricName
  let kind: MetricKind
  /// The series, unordered.
  let series: [LabeledSamples]

  /// Appends the metric in the text format 0.0.4; nothing if it has no series.
  func write(to text: inout String, help: String?) {
    guard !self.series.isEmpty else { return }
    let help = (help ?? Self.noHelp).escaped(quotes: false)
    text += "# HELP \(self.name.text) \(help)\n"
    text += "# TYPE \(self.name.text) \(self.kind.rawValue)\n"
    for series in self.series.sorted(by: { $0.labels < $1.labels }) {
      for sample in series.samples {
        let labels = series.labels.exposition(adding: sample.label)
        text += "\(self.name.text)\(sample.suffix)\(labels) \(sample.value)\n"
      }
    }
  }
}
