import InteractionMarkup

/// The report as an HTML page: a chart for each figure, or a map if two fields are swept.
extension SweepReport {
  public var html: String {
    let sessions = self.summaries.first?.sessions ?? 0
    return ReportPage.html(
      title: "Sweep of " + self.sweep.axes.map(\.path).joined(separator: " and "),
      verdict: self.bestWords ?? "per session, of \(ReportNumber.count(sessions, "session"))",
      isGood: sessions > 0,
      body: self.figures.map { self.sweep.axes.count == 1 ? self.chart(of: $0) : self.map(of: $0) })
  }

  private func chart(of figure: String) -> String {
    let axis = self.sweep.axes[0]
    let points = self.summaries.indices.map { index in
      (
        x: axis.values[index],
        y: Optional(Self.values(of: figure, in: self.summaries[index]).new)
      )
    }
    let recorded = self.summaries.first.map { Self.values(of: figure, in: $0).recorded } ?? 0
    let ends = [axis.values[0], axis.values[axis.values.count - 1]]
    let middle = axis.values[axis.values.count / 2]
    return LineChart(
      title: figure, unit: "per session",
      series: [LineChart.Series(name: figure, colour: 1, points: points)],
      xMarks: Set(ends + [middle]).sorted().map {
        LineChart.Tick(at: $0, label: ReportNumber.text($0))
      },
      xLabel: axis.path,
      bounds: figure == "changed_sessions"
        ? []
        : [
          LineChart.Bound(
            at: recorded, label: "recorded \(ReportNumber.text(recorded))", isKept: true)
        ],
      format: { ReportNumber.text($0) }
    ).html
  }

  /// Returns a map of a figure: a row for each value of the first field, a column for each of the
  /// second; the darker, the larger.
  private func map(of figure: String) -> String {
    let (rows, columns) = (self.sweep.axes[0], self.sweep.axes[1])
    let values = self.summaries.map { Self.values(of: figure, in: $0).new }
    let (low, high) = (values.min() ?? 0, values.max() ?? 0)
    func cell(_ value: Double) -> String {
      let share = high > low ? (value - low) / (high - low) : 0
      let style =
        "background:color-mix(in srgb,var(--c1) \(Markup.number(share * 70))%,transparent)"
      return Markup.element("td", ["style": .text(style)], ReportNumber.text(value))
    }
    let head =
      Markup.element("th", "\(Markup.escaped(rows.path)) ↓ \(Markup.escaped(columns.path)) →")
      + columns.values.map { Markup.element("th", ReportNumber.text($0)) }.joined()
    let body = rows.values.indices.map { row in
      let cells = columns.values.indices.map { cell(values[row * columns.values.count + $0]) }
      return Markup.element(
        "tr", Markup.element("th", ReportNumber.text(rows.values[row])) + cells.joined())
    }
    let table = Markup.element(
      "table", ["class": "numbers"], Markup.element("tr", head) + body.joined())
    return Markup.element("h2", Markup.escaped("\(figure) per session"))
      + Markup.element("div", ["class": "wide"], table)
  }
}
