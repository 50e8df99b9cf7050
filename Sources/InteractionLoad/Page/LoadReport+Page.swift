import Foundation

extension LoadReport {
  /// The report as one file to look at, without anything from elsewhere.
  package var html: String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(LineChart.escape(self.title))</title>
    <style>\(Self.style)</style></head><body><main>
    <header><h1>\(LineChart.escape(self.title))</h1>
    <p class="verdict \(self.isGood ? "good" : "bad")">\(LineChart.escape(self.verdict))</p></header>
    \(self.tiles)
    \(self.charts.map(\.html).joined(separator: "\n"))
    \(self.objectivesTable)
    \(self.differencesList)
    \(self.settings)
    </main></body></html>

    """
  }

  private var title: String {
    self.configuration.scripts.map(\.name).joined(separator: ", ") + " on "
      + self.configuration.target
  }

  /// Whether everything was as it should be.
  package var isGood: Bool {
    self.counts.mismatches == 0 && self.unexpectedErrors == 0 && !self.isGeneratorLate
      && self.objectives.allSatisfy(\.isKept)
  }

  private var verdict: String {
    if self.counts.mismatches > 0 { return "\(self.counts.mismatches) directives were wrong" }
    if self.unexpectedErrors > 0 { return "\(self.unexpectedErrors) sessions ended badly" }
    if self.isGeneratorLate { return "No verdict: the generator itself was late" }
    let broken = self.objectives.count { !$0.isKept }
    if broken > 0 { return "\(broken) of \(self.objectives.count) objectives were broken" }
    return self.objectives.isEmpty
      ? "Every directive as recorded" : "Every directive as recorded, every objective kept"
  }

  private var tiles: String {
    let rate = Double(self.counts.events) / max(self.seconds, .leastNonzeroMagnitude)
    var tiles = [
      ("sessions at once", "\(self.rows.map(\.active).max() ?? 0)"),
      ("events per second", LoadWords.plain(rate.rounded())),
      ("event to directive, p50", LoadWords.time(self.directiveLatency.percentile(50))),
      ("p99", LoadWords.time(self.directiveLatency.percentile(99))),
      ("longest", LoadWords.time(self.directiveLatency.max)),
      ("wrong directives", "\(self.counts.mismatches)"),
      ("errors", "\(self.counts.allErrors)"),
    ]
    if let server = self.server {
      tiles.append(("server, per event", LoadWords.time(server.processorPerEvent)))
      tiles.append(("server, memory", "\(server.mostMemory >> 20) MiB"))
    }
    let cells = tiles.map { "<div><b>\($0.1)</b><span>\(LineChart.escape($0.0))</span></div>" }
    return "<section class=\"tiles\">\(cells.joined())</section>"
  }

  private var objectivesTable: String {
    guard !self.objectives.isEmpty else { return "" }
    let rows = self.objectives.map {
      "<tr class=\"\($0.isKept ? "good" : "bad")\"><td>\($0.isKept ? "kept" : "broken")</td>"
        + "<td><code>\(LineChart.escape($0.objective))</code></td>"
        + "<td>\(LineChart.escape($0.words))</td></tr>"
    }
    return "<h2>Objectives</h2><table>\(rows.joined())</table>"
  }

  private var differencesList: String {
    guard !self.differences.isEmpty else { return "" }
    let items = self.differences.map { "<li><code>\(LineChart.escape($0))</code></li>" }
    return "<h2>What went wrong first</h2><ol>\(items.joined())</ol>"
  }

  private var settings: String {
    let configuration = self.configuration
    let stages = configuration.stages.map {
      "\($0.isStep ? "" : "to ")\(LoadWords.plain($0.level)) in \(LoadWords.plain($0.seconds)) s"
    }
    let scripts = configuration.scripts.map {
      "\($0.name) (\($0.events) events in \($0.frames) frames, \(LoadWords.plain($0.seconds)) s,"
        + " \($0.directives) directives)"
    }
    let rows = [
      ("began", self.began.formatted(.iso8601)), ("played", scripts.joined(separator: "; ")),
      ("load", "\(configuration.shape): \(stages.joined(separator: ", then "))"),
      ("warm-up", "\(LoadWords.plain(configuration.warmUpSeconds)) s"),
      ("connections, threads", "\(configuration.connections), \(configuration.threads)"),
      ("pace", configuration.pace), ("seed", "\(configuration.seed)"),
      (
        "generator lag",
        "p99 \(LoadWords.time(self.generatorLag.percentile(99))), longest"
          + " \(LoadWords.time(self.generatorLag.max))"
      ),
      (
        "opening",
        "p50 \(LoadWords.time(self.openLatency.percentile(50))), p99"
          + " \(LoadWords.time(self.openLatency.percentile(99)))"
      ),
      (
        "machine",
        "\(self.machine.system), \(self.machine.cores) cores,"
          + " \(self.machine.memoryBytes >> 30) GiB"
      ),
      ("arguments", self.arguments.joined(separator: " ")),
    ]
    let cells = (rows + self.harmRows).map {
      "<tr><th>\(LineChart.escape($0.0))</th><td>\(LineChart.escape($0.1))</td></tr>"
    }
    return "<h2>How it was run</h2><table>\(cells.joined())</table>"
  }

  private var harmRows: [(String, String)] {
    guard let harm = self.harm else { return [] }
    return [
      (
        "faults",
        "\(harm.faults.cuts) connections cut, \(harm.faults.stalls) stalled,"
          + " \(harm.faults.crashes) engines killed"
      ),
      (
        "came back",
        "\(harm.resumed) of \(harm.lost) lost calls; p50"
          + " \(LoadWords.time(harm.gaps.percentile(50))), p99"
          + " \(LoadWords.time(harm.gaps.percentile(99)))"
      ),
    ]
  }
}
