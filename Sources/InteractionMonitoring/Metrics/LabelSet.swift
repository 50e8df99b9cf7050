/// The labels of one series, sorted by name, so that the order in which a caller lists them makes
/// no difference.
struct LabelSet: Hashable, Comparable, Sendable {
  /// No labels.
  static let empty = LabelSet([])

  /// What stands between the braces: `kind="tap",source="list"`.
  let text: String

  /// Takes on the dimensions of a metric. A label without a value is the same as no label; of two
  /// that end up with the same name, the later one gets underscores at its end.
  init(_ dimensions: [(String, String)]) {
    var labels: [(name: LabelName, value: String)] = []
    for (name, value) in dimensions where !value.isEmpty {
      labels.append((LabelName(name).distinct(from: labels.map(\.name)), value))
    }
    self.text = labels.sorted { $0.name < $1.name }
      .map { "\($0.name.text)=\"\($0.value.escaped(quotes: true))\"" }
      .joined(separator: ",")
  }

  /// The labels in braces, with one more at the end; nothing at all if there is none.
  func braced(adding label: String? = nil) -> String {
    let labels = [self.text, label ?? ""].filter { !$0.isEmpty }
    return labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
  }

  static func < (left: LabelSet, right: LabelSet) -> Bool {
    left.text < right.text
  }
}
