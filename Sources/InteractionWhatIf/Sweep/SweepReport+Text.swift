extension SweepReport {
  /// The report as lines of text: a row for each point.
  public var lines: [String] {
    let sessions = self.summaries.first?.sessions ?? 0
    let head = self.sweep.axes.map(\.path) + self.figures
    let rows = self.summaries.indices.map { index in
      self.sweep.points[index].values.map { ReportNumber.text($0) }
        + self.figures.map {
          ReportNumber.text(Self.values(of: $0, in: self.summaries[index]).new)
        }
    }
    let recorded =
      self.sweep.axes.map { _ in "recorded" }
      + self.figures.map { figure in
        self.summaries.first.map {
          ReportNumber.text(Self.values(of: figure, in: $0).recorded)
        } ?? ""
      }
    let cells = [head] + rows + [recorded]
    let widths = head.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let table = cells.map { row in
      row.enumerated().map { column, cell in
        String(repeating: " ", count: widths[column] - cell.count) + cell
      }.joined(separator: "  ")
    }
    return ["per session, of \(ReportNumber.count(sessions, "session")):"] + table
      + [self.bestWords].compactMap(\.self)
  }

  /// The outcomes as CSV, a line for each point.
  public var csv: String {
    let head = (self.sweep.axes.map(\.path) + self.figures).joined(separator: ",")
    let rows = self.summaries.indices.map { index in
      (self.sweep.points[index].values
        + self.figures.map { Self.values(of: $0, in: self.summaries[index]).new })
        .map { "\($0)" }.joined(separator: ",")
    }
    return ([head] + rows).joined(separator: "\n") + "\n"
  }
}
