import InteractionMarkup
import InteractionWhatIf

/// The report as an HTML page: a plot of the intervals, and a table for each measure.
extension OutcomeReport {
  package var html: String {
    let alarms = self.alarms.map { ["\($0)"] }
    return ReportPage.html(
      title: "Outcomes of \(self.experience)", verdict: self.pageVerdict,
      isGood: self.alarms.isEmpty,
      body: [
        ReportPage.table(
          "Alarms", rows: alarms, classes: alarms.map { _ in "bad" })
      ] + (self.hidesFigures ? [] : self.plots + self.tables) + [
        ReportPage.table("Expectations", rows: self.expectationLines.map { [$0] }),
        ReportPage.table("Notes", rows: self.notes.map { [$0] }),
      ])
  }

  private var pageVerdict: String {
    self.hidesFigures
      ? "the figures are hidden: find the cause of the alarm first" : self.summary
  }

  private var plots: [String] {
    let confidence = ReportNumber.text((1 - self.sequence.level) * 100)
    let bars = self.rows.compactMap { row -> IntervalChart.Bar? in
      guard let difference = row.comparison.difference, difference.isRelative,
        let interval = row.comparison.interval(self.sequence, level: row.level)
      else { return nil }
      return IntervalChart.Bar(
        name: "\(row.comparison.measure.name): \(row.comparison.other.variant)",
        value: difference.value, interval: interval,
        label: "\(self.difference(row)) (\(self.interval(row)))")
    }
    guard !bars.isEmpty else { return [] }
    return [
      IntervalChart(
        title: "Difference to \(self.users.variants[0])",
        unit: "\(confidence) % confidence, at every look", bars: bars,
        format: { Self.signed($0) }
      ).html
    ]
  }

  private var tables: [String] {
    self.measures.map { measure, rows in
      ReportPage.table(
        measure.name + (measure.unit.isEmpty ? "" : ", \(measure.unit)"), columns: Self.columns,
        rows: self.table(rows), isNumbers: true)
        + rows.map { Markup.element("p", Markup.escaped(self.words($0))) }.joined()
    }
  }
}
