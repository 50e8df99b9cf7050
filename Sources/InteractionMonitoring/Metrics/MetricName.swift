/// A metric name that is valid in the text format: letters, digits and underscores, not beginning
/// with a digit. Other characters become underscores, including the colon, which is reserved for
/// recording rules.
struct MetricName: Hashable, Comparable, Sendable {
  /// The valid name.
  let text: String

  init(_ label: String) {
    self.text = label.sanitized(reserved: { _ in false })
  }

  /// Appends the unit to the name, unless it ends with it.
  init(_ label: String, unit: String) {
    let name = MetricName(label).text
    self.text = name.hasSuffix("_\(unit)") ? name : "\(name)_\(unit)"
  }

  static func < (left: MetricName, right: MetricName) -> Bool {
    left.text < right.text
  }
}

/// A label name that is valid in the text format; `le` and `quantile`, which are reserved, get an
/// underscore appended.
struct LabelName: Hashable, Comparable, Sendable {
  /// The valid name.
  let text: String

  init(_ name: String) {
    self.text = name.sanitized { ["le", "quantile"].contains($0) }
  }

  /// Appends an underscore to a name that is taken.
  private init(variantOf name: LabelName) {
    self.text = "\(name.text)_"
  }

  /// Returns the name, with underscores appended until it is unique.
  func distinct(from taken: [LabelName]) -> LabelName {
    taken.contains(self) ? LabelName(variantOf: self).distinct(from: taken) : self
  }

  static func < (left: LabelName, right: LabelName) -> Bool {
    left.text < right.text
  }
}

extension String {
  /// Returns the text with invalid characters replaced.
  fileprivate func sanitized(reserved: (String) -> Bool) -> String {
    if self.isSpelled && !reserved(self) { return self }
    var text = ""
    for scalar in self.unicodeScalars {
      text.unicodeScalars.append(scalar.isInNames ? scalar : "_")
    }
    // Names that begin with two underscores are reserved.
    while text.hasPrefix("__") { text.removeFirst() }
    if text.unicodeScalars.first?.isDigit ?? true { text = "_\(text)" }
    return reserved(text) ? "\(text)_" : text
  }

  private var isSpelled: Bool {
    guard let first = self.unicodeScalars.first, !first.isDigit, !self.hasPrefix("__") else {
      return false
    }
    return self.unicodeScalars.allSatisfy(\.isInNames)
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0" ... "9").contains(self) }

  fileprivate var isInNames: Bool {
    self.isDigit || ("a" ... "z").contains(self) || ("A" ... "Z").contains(self) || self == "_"
  }
}
