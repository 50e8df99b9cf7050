import Foundation

extension LoadComparison {
  /// Both loads in one page: the same charts, with a line for each.
  ///
  /// - Parameter tolerance: By which part a figure may be worse.
  package func html(tolerance: Double) -> String {
    let worse = self.worse(than: tolerance)
    let verdict =
      worse.map {
        $0.isEmpty ? "Nothing is worse" : "Worse: \($0.map(\.name).joined(separator: ", "))"
      } ?? "No verdict: \(self.obstacles.joined(separator: ", "))"
    let notes = self.differences.map { "<li>\(Page.escape($0))</li>" }.joined()
    return Page.html(
      title: "Two loads compared", verdict: verdict, isGood: worse?.isEmpty ?? false,
      body: [
        notes.isEmpty ? "" : "<ul>\(notes)</ul>",
        self.charts.filter { !$0.isEmpty }.map(\.html).joined(separator: "\n"),
        self.figures(worse ?? []), self.runs,
      ])
  }

  private var charts: [LineChart] {
    [
      LoadReport.spectrum([
        ("first", self.before.directiveLatency), ("second", self.after.directiveLatency),
      ]),
      self.overTime("p99 over time", "event to directive", isTime: true, \.p99),
      self.overTime("Longest over time", "event to directive", isTime: true, \.max),
      self.overTime("p50 over time", "event to directive", isTime: true, \.p50),
      self.overTime("Events", "per second") { Double($0.events) },
      self.overTime("Sessions", "open at once") { Double($0.active) },
      self.overTime("Directives", "per second") { Double($0.directives) },
    ]
  }

  private func overTime(
    _ title: String, _ unit: String, isTime: Bool = false, _ value: (LoadRow) -> Double?
  ) -> LineChart {
    let last = [self.before, self.after].compactMap(\.rows.last?.second).max() ?? 1
    return LineChart(
      title: title, unit: unit,
      series: [self.before.line("first", 1, value), self.after.line("second", 2, value)],
      xMarks: LoadReport.seconds(last), xLabel: "seconds", isLogarithmic: isTime,
      format: { isTime ? LoadWords.time($0) : LoadWords.plain($0) })
  }

  private func figures(_ worse: [Row]) -> String {
    Page.table(
      "Figures", columns: ["", "first", "second", "change"],
      rows: self.rows.map { [$0.name, $0.words($0.before), $0.words($0.after), $0.change] },
      classes: self.rows.map { worse.contains($0) ? "bad" : "" }, isNumbers: true)
  }

  private var runs: String {
    func words(_ report: LoadReport) -> String {
      "\(report.began.formatted(.iso8601)): \(report.arguments.joined(separator: " "))"
    }
    return Page.table(
      "How they were run",
      rows: [["first", words(self.before)], ["second", words(self.after)]])
  }
}
