import Foundation
import InteractionMarkup

extension LoadComparison {
  /// The comparison as an HTML page: charts with a line for each side, the figures, and the runs.
  package var html: String {
    let notes = self.differences.map { Markup.element("li", Markup.escaped($0)) }.joined()
    return ReportPage.html(
      title: "Loads compared", verdict: self.verdictText,
      isGood: self.verdict == .better || self.verdict == .noDifferenceShown,
      body: [
        notes.isEmpty ? "" : Markup.element("ul", notes),
        self.charts.filter { !$0.isEmpty }.map(\.html).joined(separator: "\n"),
        ReportPage.table(
          "Figures", columns: ["", "baseline", "compared", "change", ""], rows: self.tableRows,
          classes: self.figures.map { $0.change == .worse ? "bad" : "" }, isNumbers: true),
        self.runsTable,
      ])
  }

  /// Charts of each side's run with the median p50 latency.
  private var charts: [LineChart] {
    guard let before = Self.middle(self.baseline), let after = Self.middle(self.compared) else {
      return []
    }
    func overTime(
      _ title: String, _ unit: String, isTime: Bool = false, _ value: (LoadSecondReport) -> Double?
    ) -> LineChart {
      let last = [before, after].compactMap(\.rows.last?.second).max() ?? 1
      return LineChart(
        title: title, unit: unit,
        series: [before.line("baseline", 1, value), after.line("compared", 2, value)],
        xMarks: LoadReport.seconds(last), xLabel: "seconds", isLogarithmic: isTime,
        format: { isTime ? LoadFormat.time($0) : LoadFormat.number($0) })
    }
    return [
      LoadReport.spectrum([
        ("baseline", before.directiveLatency), ("compared", after.directiveLatency),
      ]),
      overTime("p99 over time", "event to directive", isTime: true, \.p99),
      overTime("Longest over time", "event to directive", isTime: true, \.max),
      overTime("p50 over time", "event to directive", isTime: true, \.p50),
      overTime("Events", "per second") { Double($0.events) },
      overTime("Sessions", "open at once") { Double($0.active) },
      overTime("Directives", "per second") { Double($0.directives) },
    ]
  }

  private static func middle(_ reports: [LoadReport]) -> LoadReport? {
    func median(_ report: LoadReport) -> Double { report.directiveLatency.percentile(50) ?? 0 }
    let sorted = reports.sorted { median($0) < median($1) }
    return sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  private var runsTable: String {
    func rows(_ side: String, _ reports: [LoadReport]) -> [[String]] {
      reports.map {
        [side, "\($0.began.formatted(.iso8601)): \($0.arguments.joined(separator: " "))"]
      }
    }
    return ReportPage.table(
      "Configurations", rows: rows("baseline", self.baseline) + rows("compared", self.compared))
  }
}
