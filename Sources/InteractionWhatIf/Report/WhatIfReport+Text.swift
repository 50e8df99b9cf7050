public import Foundation
import InteractionCore
import InteractionReplay

extension WhatIfReport {
  /// The maximum number of groups that are printed.
  private static let maximumGroups = 10

  /// The report as lines of text.
  public var lines: [String] {
    let summary = self.summary
    var lines = ["\(self.version): \(self.verdict)", ""]
    lines += self.coverageLines + self.endLines.map { "  \($0)" }
    lines += self.uncomparedLines
    if !summary.groups.isEmpty { lines += ["", "First differences by kind"] + self.groupLines }
    guard summary.sessions > 0 else { return lines }
    return lines + ["", "Figures per session"] + self.figureLines
  }

  private var groupLines: [String] {
    let groups = self.summary.groups
    let rest = groups.dropFirst(Self.maximumGroups)
    return groups.prefix(Self.maximumGroups).map { group in
      let seconds = TimelineText.number(group.time.seconds)
      let file = self.files[group.example].lastPathComponent
      let count = ReportNumber.count(group.sessions, "session")
      return "  \(count): \(group.text) (\(file) at \(seconds) s)"
    }
      + (rest.isEmpty
        ? []
        : [
          "  \(ReportNumber.count(rest.reduce(0) { $0 + $1.sessions }, "session")):"
            + " \(ReportNumber.count(rest.count, "more kind"))"
        ])
  }

  /// The shares of the three classes of events.
  var coverageLines: [String] {
    let events = self.summary.events
    return self.coverage.filter { $0.events > 0 }.map { name, count in
      "\(ReportNumber.percent(count, of: events)) of \(events) events are \(name)"
    }
  }

  /// The reasons for unknown events, with their numbers of sessions.
  var endLines: [String] {
    self.ends.map { "\(ReportNumber.count($0.sessions, "session")): \($0.reason)" }
  }

  /// The named figures and those that change; the others are only counted.
  var shownRows: (rows: [Row], unchanged: String?) {
    let named = Set(Figure.named.map(\.name))
    let rows = self.rows.filter {
      named.contains($0.figure) || $0.exactRecorded != $0.exactNew
        || $0.assumedRecorded != $0.assumedNew
    }
    let rest = self.rows.count - rows.count
    return (
      rows, rest > 0 ? "\(ReportNumber.count(rest, "more figure")) without a change" : nil
    )
  }

  private var figureLines: [String] {
    let (rows, unchanged) = self.shownRows
    return self.table(of: rows) + (unchanged.map { ["  \($0)"] } ?? [])
  }

  private func table(of rows: [Row]) -> [String] {
    let cells = [["", "recorded", "new", "change", "exact", "same fingers"]] + rows.map(\.cells)
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    return cells.map { row in
      let padded = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "  " + padded.joined(separator: "  ")
    }
  }

  /// The figures as CSV, a line for each.
  public var csv: String {
    let head =
      "figure,unit,exact_recorded,exact_new,same_fingers_recorded,same_fingers_new,"
      + "per_session_recorded,per_session_new"
    let lines = self.rows.map { row in
      let numbers = [
        row.exactRecorded, row.exactNew, row.assumedRecorded, row.assumedNew,
        row.perSessionRecorded, row.perSessionNew,
      ]
      return "\(row.figure),\(row.unit),\(numbers.map { "\($0)" }.joined(separator: ","))"
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  /// The report as JSON.
  public var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(Document(self))
    }
  }

  private struct Document: Encodable {
    struct Group: Encodable {
      var difference: String
      var sessions: Int
      var example: String
      var seconds: Double
    }

    struct Count: Encodable {
      var reason: String
      var count: Int
    }

    var format = "interaction-load what-if/1"
    var version: String
    var sessions: Int
    var changedSessions: Int
    var exactEvents: Int
    var sameFingersEvents: Int
    var unknownEvents: Int
    var unknown: [Count]
    var notCompared: [Count]
    var firstDifferences: [Group]
    var figures: [Row]

    init(_ report: WhatIfReport) {
      let summary = report.summary
      self.version = report.version
      self.sessions = summary.sessions
      self.changedSessions = summary.changed
      self.exactEvents = summary.exact.events
      self.sameFingersEvents = summary.assumed.events
      self.unknownEvents = summary.unknownEvents
      self.unknown = report.ends.map { Count(reason: $0.reason, count: $0.sessions) }
      self.notCompared = report.unusable.map { Count(reason: $0.reason, count: $0.count) }
      self.firstDifferences = summary.groups.map {
        Group(
          difference: $0.text, sessions: $0.sessions, example: report.files[$0.example].path,
          seconds: $0.time.seconds)
      }
      self.figures = report.rows
    }
  }
}
