extension LoadComparison {
  /// The comparison as a table, and the verdict, line by line.
  package var lines: [String] {
    func pad(_ text: String, _ width: Int, left: Bool = false) -> String {
      let space = String(repeating: " ", count: max(width - text.count, 0))
      return left ? text + space : space + text
    }
    let rows = [["", "baseline", "compared", "change", ""]] + self.tableRows
    let widths = (0 ..< 5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { row in
      let cells = zip(row, widths).enumerated().map { column, cell in
        pad(cell.0, cell.1, left: column == 0 || column == 4)
      }
      return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    return self.differences + table + [self.verdictText]
  }

  /// The table's rows: the figures, then the counts, which are not judged.
  var tableRows: [[String]] {
    func sum(_ reports: [LoadReport], _ count: (LoadCounts) -> Int) -> String {
      "\(reports.reduce(0) { $0 + count($1.counts) })"
    }
    func counts(_ name: String, _ count: (LoadCounts) -> Int) -> [String] {
      [name, sum(self.baseline, count), sum(self.compared, count), "", ""]
    }
    return self.figures.map(\.cells)
      + [counts("wrong directives", \.mismatches), counts("errors", \.allErrors)]
  }

  /// The verdict as text.
  package var verdictText: String {
    func names(_ change: LoadFigure.Change) -> String {
      self.figures.filter { $0.change == change }.map(\.name).joined(separator: ", ")
    }
    return switch self.verdict {
    case .worse: "worse: \(names(.worse))"
    case .better: "better: \(names(.better))"
    case .noDifferenceShown: "no difference shown"
    case .none: "no verdict: \(self.reasonsForNoVerdict.joined(separator: "; "))"
    }
  }
}

extension LoadFigure {
  /// The cells of its row: name, both sides, change, verdict.
  fileprivate var cells: [String] {
    let verdict =
      switch self.change {
      case .worse: "worse"
      case .better: "better"
      case .notSignificant: ""
      }
    return [
      self.name, self.words(self.baseline), self.words(self.compared), self.percentage, verdict,
    ]
  }

  /// Returns the range of the runs' values.
  private func words(_ values: [Double?]) -> String {
    func word(_ value: Double) -> String {
      self.isTime ? LoadFormat.time(value) : LoadFormat.number(value)
    }
    let known = values.compactMap(\.self)
    guard known.count == values.count, let low = known.min(), let high = known.max() else {
      return LoadFormat.placeholder
    }
    return low == high ? word(low) : "\(word(low)) to \(word(high))"
  }

  private var percentage: String {
    guard let ratio = self.ratio else { return LoadFormat.placeholder }
    let change = LoadFormat.number((ratio - 1) * 100)
    return ratio == 1 ? "=" : "\(ratio > 1 ? "+" : "")\(change) %"
  }
}
