package import Foundation
import InteractionWhatIf

extension OutcomeReport {
  /// The report as lines of text: alarms first.
  package var lines: [String] {
    var lines = [self.summary]
    lines += self.alarms.map { "ALARM: \($0)" }
    if self.hidesFigures {
      lines.append("the figures are hidden: find the cause first")
    } else {
      for (measure, rows) in self.measures { lines += self.lines(of: measure, rows) }
      let confidence = ReportNumber.text((1 - self.sequence.level) * 100)
      lines += [
        "", "The intervals hold with \(confidence) % confidence, all together and at every look.",
      ]
    }
    if !self.notes.isEmpty { lines += [""] + self.notes }
    if !self.expectations.isEmpty { lines += [""] + self.expectationLines }
    return lines
  }

  private func lines(of measure: OutcomeMeasure, _ rows: [Row]) -> [String] {
    let cells = [[measure.name] + Self.columns.dropFirst()] + self.table(rows)
    let widths = cells[0].indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let table = cells.map { row in
      let padded = row.enumerated().map { column, cell in
        let space = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + space : space + cell
      }
      return "  " + String(padded.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
    }
    return [""] + table + rows.map { "  " + self.words($0) }
  }

  /// The figures as CSV, a line for each comparison; none if they are hidden.
  package var csv: String {
    let head =
      "measure,unit,first,variant,first_users,users,first_sessions,sessions,first_value,value,"
      + "is_relative,difference,low,high,verdict"
    let lines = (self.hidesFigures ? [] : self.rows).map { row in
      let entry = Entry(row, self)
      let numbers = [entry.firstValue, entry.value].map { $0.map { "\($0)" } ?? "" }
      let interval = [entry.difference, entry.low, entry.high].map { $0.map { "\($0)" } ?? "" }
      return
        ([
          entry.measure, entry.unit, entry.first, entry.variant, "\(entry.firstUsers)",
          "\(entry.users)", "\(entry.firstSessions)", "\(entry.sessions)",
        ] + numbers + ["\(entry.isRelative)"] + interval + [entry.verdict]).joined(separator: ",")
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  /// The report as JSON.
  package var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(Document(self))
    }
  }

  /// A comparison in JSON and CSV.
  private struct Entry: Encodable {
    var measure: String
    var unit: String
    var first: String
    var variant: String
    var firstUsers: Int
    var users: Int
    var firstSessions: Int
    var sessions: Int
    var firstValue: Double?
    var value: Double?
    var isRelative: Bool
    var difference: Double?
    var low: Double?
    var high: Double?
    var verdict: String
    /// The smallest difference that would have been found in four of five cases.
    var smallestDetectable: Double?

    init(_ row: Row, _ report: OutcomeReport) {
      let comparison = row.comparison
      let interval = comparison.interval(report.sequence, level: row.level)
      self.measure = comparison.measure.name
      self.unit = comparison.measure.unit
      self.first = comparison.first.variant
      self.variant = comparison.other.variant
      self.firstUsers = comparison.first.users
      self.users = comparison.other.users
      self.firstSessions = comparison.first.sessions
      self.sessions = comparison.other.sessions
      self.firstValue = comparison.difference.map { _ in comparison.first.value }
      self.value = comparison.difference.map { _ in comparison.other.value }
      self.isRelative = comparison.isRelative
      self.difference = comparison.difference?.value
      self.low = interval?.lowerBound
      self.high = interval?.upperBound
      switch comparison.verdict(report.sequence, level: row.level) {
      case .tooFewUsers: self.verdict = "too_few_users"
      case .found: self.verdict = "difference_found"
      case .notFound(let smallest):
        self.verdict = "no_difference_found"
        self.smallestDetectable = smallest.isFinite ? smallest : nil
      }
    }
  }

  private struct Document: Encodable {
    struct Expectation: Encodable {
      var expectation: String
      var verdict: String
    }

    var format = "interaction-load outcomes/1"
    var experience: String
    var variants: [String]
    var users: Int
    var isTriggered: Bool
    var confidence: Double
    var alarms: [String]
    var notes: [String]
    var outcomes: [Entry]
    var expectations: [Expectation]

    init(_ report: OutcomeReport) {
      self.experience = report.experience
      self.variants = report.users.variants
      self.users = report.users.users.count
      self.isTriggered = report.isTriggered
      self.confidence = 1 - report.sequence.level
      self.alarms = report.alarms.map(\.description)
      self.notes = report.notes
      self.outcomes = report.hidesFigures ? [] : report.rows.map { Entry($0, report) }
      self.expectations = report.expectations.map {
        Expectation(
          expectation: $0.expectation.description,
          verdict: $0.verdict == .none ? "no_verdict" : "\($0.verdict)")
      }
    }
  }
}
