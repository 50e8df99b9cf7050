/// A sample: one line of a series.
struct MetricSample: Hashable, Sendable {
  /// The value as text.
  let value: String
  /// The suffix of the metric's name, such as `_bucket`.
  let suffix: String
  /// A label in addition to those of the series, such as `le="1"`.
  let label: String?

  init(_ value: String, suffix: String = "", label: String? = nil) {
    self.value = value
    self.suffix = suffix
    self.label = label
  }
}
