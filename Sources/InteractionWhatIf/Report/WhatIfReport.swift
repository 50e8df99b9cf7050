public import Foundation

/// The report of a comparison: its summary with the versions and the files.
public struct WhatIfReport: Sendable {
  /// The new version's file as the caller named it.
  public let version: String
  public let summary: WhatIfSummary
  /// The files, by index.
  public let files: [URL]
  /// The names of the files in sentences, by index.
  let names: [String]

  public init(version: String, summary: WhatIfSummary, files: [URL]) {
    self.version = version
    self.summary = summary
    self.files = files
    self.names = files.map(\.path)
  }

  /// Creates a report on files of a folder, which are named by their paths in it.
  init(_ summary: WhatIfSummary, names: [String]) {
    self.version = ""
    self.summary = summary
    self.files = []
    self.names = names
  }

  /// A row of the table of figures.
  package struct Row: Codable {
    package var figure: String
    package var unit: String
    /// Up to and including the first difference, recorded and new.
    package var exactRecorded: Double
    package var exactNew: Double
    /// After it, with the same fingers.
    package var assumedRecorded: Double
    package var assumedNew: Double
    /// Both parts together, divided by the number of sessions.
    package var perSessionRecorded: Double
    package var perSessionNew: Double

    /// The figure and its values in words: recorded, new, change, exact, same fingers.
    var cells: [String] {
      let unit = self.unit == "s" ? " s" : ""
      return [
        self.figure, ReportNumber.text(self.perSessionRecorded) + unit,
        ReportNumber.text(self.perSessionNew) + unit,
        ReportNumber.change(from: self.perSessionRecorded, to: self.perSessionNew),
        "\(ReportNumber.text(self.exactRecorded)) → \(ReportNumber.text(self.exactNew))",
        "\(ReportNumber.text(self.assumedRecorded)) → \(ReportNumber.text(self.assumedNew))",
      ]
    }
  }

  /// The figures in order.
  package var rows: [Row] {
    let summary = self.summary
    return summary.figures.map { figure in
      let (total, sessions) = (summary.total(of: figure), figure.divisor(summary))
      return Row(
        figure: figure.name, unit: figure.unit == .time ? "s" : "1",
        exactRecorded: figure.value(summary.exact.old[figure] ?? 0, per: 1),
        exactNew: figure.value(summary.exact.new[figure] ?? 0, per: 1),
        assumedRecorded: figure.value(summary.assumed.old[figure] ?? 0, per: 1),
        assumedNew: figure.value(summary.assumed.new[figure] ?? 0, per: 1),
        perSessionRecorded: figure.value(total.old, per: sessions.old),
        perSessionNew: figure.value(total.new, per: sessions.new))
    }
  }

  /// The sentence on top of all reports.
  package var verdict: String {
    let summary = self.summary
    guard summary.sessions > 0 else { return "no session was compared" }
    let share = ReportNumber.percent(summary.changed, of: summary.sessions)
    return summary.changed == 0
      ? "nothing changes in \(ReportNumber.count(summary.sessions, "session"))"
      : "something changes in \(summary.changed) of"
        + " \(ReportNumber.count(summary.sessions, "session")) (\(share))"
  }

  /// The three classes of events, in words.
  package var coverage: [(name: String, events: Int)] {
    [
      ("exact: up to each session's first difference", self.summary.exact.events),
      ("same fingers: after it, if users had moved alike", self.summary.assumed.events),
      ("unknown: not counted", self.summary.unknownEvents),
    ]
  }

  /// The reasons for unknown events, in words, with the number of sessions.
  package var ends: [(reason: String, sessions: Int)] {
    self.summary.ends.map { ($0.description, $1) }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The recordings that were not compared, in words.
  package var unusable: [(reason: String, count: Int, example: String)] {
    self.summary.unusable.map {
      ($0.description, $1.count, self.names[$1.example])
    }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// The reasons why recordings were not compared, each with an example.
  var uncomparedLines: [String] {
    self.unusable.map {
      "not compared: \(ReportNumber.count($0.count, "recording")) \($0.reason), such as"
        + " \($0.example)"
    }
  }

  /// Returns a line for each reason why recordings were not compared.
  public static func uncompared(_ summary: WhatIfSummary, files: [URL]) -> [String] {
    WhatIfReport(version: "", summary: summary, files: files).uncomparedLines
  }
}

extension SessionComparison.End: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answer(let kind): "'\(kind)' answers what only the recorded version showed"
    case .impossible(let kind): "'\(kind)' is not possible in the new version"
    case .skippedSamples:
      "the client may have skipped samples at a new line; record with every sample to tell"
    case .moved: "the session was moved to another version"
    }
  }
}
