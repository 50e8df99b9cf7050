extension LoadComparison {
  /// A table, line by line.
  package var lines: [String] {
    func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
      let space = String(repeating: " ", count: max(width - text.count, 0))
      return left ? text + space : space + text
    }
    let heading =
      pad("", 24, left: true) + pad("first", 12) + pad("second", 12) + pad("change", 11)
    return self.differences + [heading]
      + self.rows.map { row in
        pad(row.name, 24, left: true) + pad(row.words(row.before), 12)
          + pad(row.words(row.after), 12) + pad(row.change, 11)
      }
  }
}

extension LoadComparison.Row {
  func words(_ value: Double?) -> String {
    self.isTime ? LoadWords.time(value) : LoadWords.plain(value)
  }

  /// How much more or less the second is, in words.
  var change: String {
    guard let before = self.before, let after = self.after else { return LoadWords.nothing }
    if before == after { return "=" }
    if before == 0 { return "new" }
    return "\(after > before ? "+" : "")\(LoadWords.plain((after / before - 1) * 100)) %"
  }
}
