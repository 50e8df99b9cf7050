import Foundation
import InteractionMarkup

extension LoadReport {
  /// The report as a self-contained HTML page.
  package var html: String {
    ReportPage.html(
      title: self.title, verdict: self.verdict, isGood: self.isGood,
      body: [
        self.tiles, self.charts, self.percentilesTable, self.originsTable, self.objectivesTable,
        self.searchTable, self.causesTable, self.differencesList, self.settings,
      ])
  }

  private var title: String {
    self.configuration.scripts.map(\.name).joined(separator: ", ") + " on "
      + self.configuration.target
  }

  /// True if there were no mismatches, no unexpected errors and no late generator, a directive was
  /// received, and each objective was met.
  package var isGood: Bool {
    self.counts.mismatches == 0 && self.unexpectedErrors == 0 && !self.isGeneratorLate
      && self.counts.directives > 0 && self.objectives.allSatisfy(\.isKept)
  }

  private var verdict: String {
    if let search = self.search { return search.answer }
    return self.endedEarly.map { "Ended early, \($0). \(self.finding)" } ?? self.finding
  }

  private var finding: String {
    if self.counts.mismatches > 0 { return "\(self.counts.mismatches) directives were wrong" }
    if self.unexpectedErrors > 0 { return "\(self.unexpectedErrors) sessions failed" }
    if self.isGeneratorLate { return "No verdict: the generator was late" }
    if self.counts.directives == 0 { return "No directives received: nothing was compared" }
    let broken = self.objectives.count { !$0.isKept }
    if broken > 0 { return "\(broken) of \(self.objectives.count) objectives were broken" }
    return self.objectives.isEmpty
      ? "Every directive as recorded" : "Every directive as recorded, every objective kept"
  }

  private var tiles: String {
    var tiles = [
      ("concurrent sessions", "\(self.rows.map(\.active).max() ?? 0)"),
      ("events per second", LoadFormat.number(self.eventRate?.rounded())),
      ("event to directive, p50", LoadFormat.time(self.directiveLatency.percentile(50))),
      ("p99", LoadFormat.time(self.directiveLatency.percentile(99))),
      ("longest", LoadFormat.time(self.directiveLatency.max)),
      ("wrong directives", "\(self.counts.mismatches)"),
      ("errors", "\(self.counts.allErrors)"),
    ]
    if let server = self.server {
      tiles.append(("server, per event", LoadFormat.time(server.processorPerEvent)))
      tiles.append(("server, memory", "\(server.mostMemory >> 20) MiB"))
    }
    let cells = tiles.map { name, value in
      Markup.element(
        "div", Markup.element("b", value) + Markup.element("span", Markup.escaped(name)))
    }
    return Markup.element("section", ["class": "tiles"], cells.joined())
  }

  private var percentilesTable: String {
    let all = [
      ("event to directive", self.directiveLatency), ("opening", self.openLatency),
      ("generator lag", self.generatorLag),
    ]
    let columns = all + (self.harm.map { [("time to resume", $0.gaps)] } ?? [])
    func row(_ name: String, _ value: (LatencyDistribution) -> String) -> [String] {
      [name] + columns.map { value($0.1) }
    }
    let percentiles = LatencyDistribution.reportedPercentiles.map { percent in
      row(LatencyDistribution.name(of: percent)) {
        LoadFormat.time($0.hasEnoughSamples(for: percent) ? $0.percentile(percent) : nil)
      }
    }
    let others = [
      row("longest") { LoadFormat.time($0.max) }, row("mean") { LoadFormat.time($0.mean) },
      row("number") { "\($0.count)" },
    ]
    return ReportPage.table(
      "Percentiles", columns: [""] + columns.map(\.0), rows: percentiles + others,
      isNumbers: true)
  }

  private var originsTable: String {
    let parts = [self.latencyByTrace, self.latencyByKind].flatMap { part in
      (part ?? [:]).count > 1 ? (part ?? [:]).sorted { $0.key < $1.key } : []
    }
    let rows = parts.map { name, times in
      [name, "\(times.count)"]
        + [50, 90, 99].map {
          LoadFormat.time(times.hasEnoughSamples(for: $0) ? times.percentile($0) : nil)
        }
        + [LoadFormat.time(times.max)]
    }
    return ReportPage.table(
      "Event to directive, by trace and by kind of directive",
      columns: ["", "number", "p50", "p90", "p99", "longest"], rows: rows, isNumbers: true)
  }

  private var objectivesTable: String {
    ReportPage.table(
      "Objectives",
      rows: self.objectives.map { [$0.isKept ? "kept" : "broken", $0.objective, $0.words] },
      classes: self.objectives.map { $0.isKept ? "good" : "bad" })
  }

  private var searchTable: String {
    let attempts = self.search?.attempts ?? []
    return ReportPage.table(
      "Tried loads, in order",
      rows: attempts.map { attempt in
        ["\(attempt.level) \(attempt.what)", attempt.isKept ? "kept" : "not kept", attempt.line]
      },
      classes: attempts.map { $0.isKept ? "good" : "bad" })
  }

  private var causesTable: String {
    ReportPage.table(
      "Causes of failed sessions", rows: self.causes.map { ["\($0.count)", $0.name, $0.example] })
  }

  private var differencesList: String {
    guard !self.differences.isEmpty else { return "" }
    let items = self.differences.map {
      Markup.element("li", Markup.element("code", Markup.escaped($0)))
    }
    return Markup.element("h2", "The first wrong directives")
      + Markup.element("ol", items.joined())
  }

  private var settings: String {
    let configuration = self.configuration
    let stages = configuration.stages.map {
      "\($0.isStep ? "" : "to ")\(LoadFormat.number($0.level)) in \(LoadFormat.number($0.seconds)) s"
    }
    let scripts = configuration.scripts.map {
      "\($0.name) (\($0.events) events in \($0.frames) frames, \(LoadFormat.number($0.seconds)) s,"
        + " \($0.directives) directives)"
    }
    let total = configuration.total.map { ", \($0) sessions in total" } ?? ""
    let harm =
      self.harm.map { harm in
        [
          ["faults", harm.faults.words],
          ["resumed", "\(harm.resumed) of \(harm.lost) lost calls"],
        ]
      } ?? []
    return ReportPage.table(
      "Configuration",
      rows: [
        ["began", self.began.formatted(.iso8601)], ["played", scripts.joined(separator: "; ")],
        ["load", "\(configuration.shape): \(stages.joined(separator: ", then "))\(total)"],
        ["warm-up", "\(LoadFormat.number(configuration.warmUpSeconds)) s"],
        ["connections", configuration.connections.map(String.init) ?? "one for each session"],
        ["threads", "\(configuration.threads)"],
        ["pace", configuration.pace], ["seed", "\(configuration.seed)"],
        ["allowed lag", LoadFormat.time(configuration.allowedLag)],
        [
          "machine",
          "\(self.machine.system), \(self.machine.cores) cores,"
            + " \(self.machine.memoryBytes >> 30) GiB",
        ],
        ["arguments", self.arguments.joined(separator: " ")],
      ] + harm)
  }
}
