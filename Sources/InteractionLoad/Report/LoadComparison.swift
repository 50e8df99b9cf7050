/// Two loads side by side.
package struct LoadComparison: Sendable {
  /// One figure of both; nil where nothing was measured.
  package struct Row: Hashable, Sendable {
    package let name: String
    package let before: Double?
    package let after: Double?
    /// Whether more of it is worse.
    var isCost = true
    var isTime = false

    /// How much worse the second is, as a part of the first; negative if it is better. Nil if one
    /// of them was not measured.
    package var worsening: Double? {
      guard let before, let after else { return nil }
      let change = self.isCost ? after - before : before - after
      guard before != 0 else { return change > 0 ? .infinity : 0 }
      return change / before
    }
  }

  let before: LoadReport
  let after: LoadReport
  package let rows: [Row]
  /// What was not the same in both, in words: such loads cannot be compared by their times.
  package let differences: [String]
  /// Why nothing can be said of which is worse; empty if it can.
  package let obstacles: [String]

  package init(_ before: LoadReport, _ after: LoadReport) {
    func times(_ name: String, _ times: (LoadReport) -> LoadTimes) -> [Row] {
      let (first, second) = (times(before), times(after))
      let percentiles = [50, 99, 99.9].map { percent in
        Row(
          name: "\(name) \(LoadTimes.name(of: percent))", before: first.percentile(percent),
          after: second.percentile(percent), isTime: true)
      }
      return percentiles
        + [Row(name: "\(name) max", before: first.max, after: second.max, isTime: true)]
    }
    (self.before, self.after) = (before, after)
    var rows =
      times("directive latency", \.directiveLatency) + times("open latency", \.openLatency)
    rows += [
      Row(
        name: "events per second", before: before.eventRate, after: after.eventRate,
        isCost: false),
      Row(
        name: "wrong directives", before: Double(before.counts.mismatches),
        after: Double(after.counts.mismatches)),
      Row(
        name: "errors", before: Double(before.counts.allErrors),
        after: Double(after.counts.allErrors)),
    ]
    if let (one, two) = before.server.flatMap({ one in after.server.map { (one, $0) } }) {
      rows += [
        Row(
          name: "server, per event", before: one.processorPerEvent, after: two.processorPerEvent,
          isTime: true),
        Row(
          name: "server, MiB", before: Double(one.mostMemory >> 20),
          after: Double(two.mostMemory >> 20)),
      ]
    }
    self.rows = rows
    self.differences = Self.differences(before, after)
    self.obstacles = [("first", before), ("second", after)].flatMap { name, report in
      report.obstacles.map { "\($0) in the \(name)" }
    }
  }

  private static func differences(_ before: LoadReport, _ after: LoadReport) -> [String] {
    func load(_ report: LoadReport) -> [(String, String)] {
      let configuration = report.configuration
      let scripts = configuration.scripts.map { "\($0.name) (\($0.events) events):\($0.weight)" }
      let stages = configuration.stages.map { "\($0.seconds) s:\($0.level)" }
      return [
        ("recordings", scripts.joined(separator: ", ")), ("shape", configuration.shape),
        ("stages", stages.joined(separator: ", ")), ("pace", configuration.pace),
        ("machine", "\(report.machine.system), \(report.machine.cores) cores"),
      ]
    }
    return zip(load(before), load(after)).filter { $0.1 != $1.1 }
      .map { "different \($0.0): \($0.1), then \($1.1)" }
  }

  /// Figures that are worse by more than a part of what they were; nil if nothing can be said.
  package func worse(than tolerance: Double) -> [Row]? {
    guard self.obstacles.isEmpty else { return nil }
    return self.rows.filter { $0.worsening.map { $0 > tolerance } ?? false }
  }
}

extension LoadReport {
  /// Why it cannot be compared with another.
  fileprivate var obstacles: [String] {
    var obstacles: [String] = []
    if self.isGeneratorLate { obstacles.append("the generator was late") }
    if self.directiveLatency.count == 0 { obstacles.append("no directive was timed") }
    return obstacles
  }
}
