/// Two loads side by side.
package struct LoadComparison: Sendable {
  /// One figure of both.
  package struct Row: Hashable, Sendable {
    package let name: String
    package let before: Double
    package let after: Double
    /// Whether more of it is worse.
    let isCost: Bool
    let isTime: Bool

    /// How much worse the second is, as a part of the first; negative if it is better.
    package var worsening: Double {
      let change = self.isCost ? self.after - self.before : self.before - self.after
      guard self.before != 0 else { return change > 0 ? .infinity : 0 }
      return change / self.before
    }
  }

  package let rows: [Row]
  /// What was not the same in both, in words: such loads cannot be compared by their times.
  package let differences: [String]

  package init(_ before: LoadReport, _ after: LoadReport) {
    func rate(_ report: LoadReport) -> Double {
      Double(report.counts.events) / max(report.seconds, .leastNonzeroMagnitude)
    }
    func times(_ name: String, _ times: (LoadReport) -> LoadTimes) -> [Row] {
      [50, 99, 99.9].map { percent in
        Row(
          name: "\(name) \(LoadTimes.name(of: percent))",
          before: times(before).percentile(percent), after: times(after).percentile(percent),
          isCost: true, isTime: true)
      }
    }
    var rows =
      times("directive latency", \.directiveLatency) + times("open latency", \.openLatency)
    rows += [
      Row(
        name: "events per second", before: rate(before), after: rate(after), isCost: false,
        isTime: false),
      Row(
        name: "wrong directives", before: Double(before.counts.mismatches),
        after: Double(after.counts.mismatches), isCost: true, isTime: false),
      Row(
        name: "errors", before: Double(before.counts.allErrors),
        after: Double(after.counts.allErrors), isCost: true, isTime: false),
    ]
    if let (one, two) = before.server.flatMap({ one in after.server.map { (one, $0) } }) {
      rows += [
        Row(
          name: "server, per event", before: one.processorPerEvent, after: two.processorPerEvent,
          isCost: true, isTime: true),
        Row(
          name: "server, MiB", before: Double(one.mostMemory >> 20),
          after: Double(two.mostMemory >> 20), isCost: true, isTime: false),
      ]
    }
    self.rows = rows
    self.differences = Self.differences(before, after)
  }

  private static func differences(_ before: LoadReport, _ after: LoadReport) -> [String] {
    func load(_ report: LoadReport) -> [(String, String)] {
      let configuration = report.configuration
      let scripts = configuration.scripts.map { "\($0.name) (\($0.events) events):\($0.weight)" }
      let stages = configuration.stages.map { "\($0.seconds) s:\($0.level)" }
      return [
        ("what is played", scripts.joined(separator: ", ")), ("the shape", configuration.shape),
        ("the stages", stages.joined(separator: ", ")), ("the pace", configuration.pace),
        ("the machine", "\(report.machine.system), \(report.machine.cores) cores"),
      ]
    }
    let late = [(before, "the first"), (after, "the second")].filter { $0.0.isGeneratorLate }
      .map { "the generator of \($0.1) was late" }
    return zip(load(before), load(after)).filter { $0.1 != $1.1 }
      .map { "\($0.0) differs: \($0.1), then \($1.1)" } + late
  }

  /// Figures that are worse by more than a part of what they were.
  package func worse(than tolerance: Double) -> [Row] {
    self.rows.filter { $0.worsening > tolerance }
  }

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
        let write = row.isTime ? LoadWords.time : LoadWords.plain
        let change =
          row.before == row.after
          ? "="
          : row.before == 0
            ? "new"
            : "\(row.after > row.before ? "+" : "")"
              + "\(LoadWords.plain((row.after / row.before - 1) * 100)) %"
        return pad(row.name, 24, left: true) + pad(write(row.before), 12)
          + pad(write(row.after), 12) + pad(change, 11)
      }
  }
}
