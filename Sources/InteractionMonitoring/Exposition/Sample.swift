/// One line of a series.
struct Sample: Hashable, Sendable {
  /// The number, as it is written.
  let value: String
  /// What stands between the name of the metric and the labels.
  let suffix: String
  /// A label that this line has besides those of the series.
  let label: String?

  init(_ value: String, suffix: String = "", label: String? = nil) {
    self.value = value
    self.suffix = suffix
    self.label = label
  }
}
