/// The labels of a series, sorted by name, so that the order of a caller's dimensions does not
/// matter.
struct LabelSet: Hashable, Comparable, Sendable {
  static let empty = LabelSet([])

  /// The labels without braces: `kind="tap",source="list"`.
  let text: String

  /// Converts a metric's dimensions. Empty values are dropped; a duplicate name gets underscores
  /// appended.
  init(_ dimensions: [(String, String)]) {
    var labels: [(name: LabelName, value: String)] = []
    for (name, value) in dimensions where !value.isEmpty {
      labels.append((LabelName(name).distinct(from: labels.map(\.name)), value))
    }
    self.text = labels.sorted { $0.name < $1.name }
      .map { "\($0.name.text)=\"\($0.value.escaped(quotes: true))\"" }
      .joined(separator: ",")
  }

  /// Returns the labels in braces, with an additional one at the end; empty without labels.
  func exposition(adding label: String? = nil) -> String {
    let labels = [self.text, label ?? ""].filter { !$0.isEmpty }
    return labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
  }

  static func < (left: LabelSet, right: LabelSet) -> Bool {
    left.text < right.text
  }
}
