/// The name of a metric as the text format allows it: letters, digits and underscores, no digit
/// first. Every other character becomes an underscore, also the colon, which is reserved for the
/// rules of the scraper.
struct MetricName: Hashable, Comparable, Sendable {
  /// The name as it is written.
  let text: String

  init(_ label: String) {
    self.text = label.spelled(reserved: { _ in false })
  }

  /// The name of something measured in a unit, which is the end of its name.
  init(_ label: String, unit: String) {
    let name = MetricName(label).text
    self.text = name.hasSuffix("_\(unit)") ? name : "\(name)_\(unit)"
  }

  static func < (left: MetricName, right: MetricName) -> Bool {
    left.text < right.text
  }
}

/// The name of a label as the text format allows it; names that mean something to the format or to
/// the scraper get an underscore at the end.
struct LabelName: Hashable, Comparable, Sendable {
  /// The name as it is written.
  let text: String

  init(_ name: String) {
    self.text = name.spelled { ["le", "quantile"].contains($0) }
  }

  /// A variant of the name, for a label whose own name is taken.
  private init(variantOf name: LabelName) {
    self.text = "\(name.text)_"
  }

  /// The same name under which no label is known yet.
  func distinct(from taken: [LabelName]) -> LabelName {
    taken.contains(self) ? LabelName(variantOf: self).distinct(from: taken) : self
  }

  static func < (left: LabelName, right: LabelName) -> Bool {
    left.text < right.text
  }
}

extension String {
  /// The text with every character replaced that no name can have.
  fileprivate func spelled(reserved: (String) -> Bool) -> String {
    if self.isSpelled && !reserved(self) { return self }
    var text = ""
    for scalar in self.unicodeScalars {
      text.unicodeScalars.append(scalar.isInNames ? scalar : "_")
    }
    // Two underscores at the start are the scraper's own.
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
