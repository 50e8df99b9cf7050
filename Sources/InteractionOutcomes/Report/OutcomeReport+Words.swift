import InteractionMarkup
import InteractionWhatIf

/// Sentences and numbers of all forms of the report.
extension OutcomeReport {
  /// The sentence on top.
  var summary: String {
    let sessions = self.users.users.reduce(0) { $0 + $1.sessions.count }
    return "\(self.experience) by variant: \(ReportNumber.count(self.users.users.count, "user")),"
      + " \(ReportNumber.count(sessions, "session"))"
      + (self.isTriggered ? "; users from their first session on that the variants decide" : "")
      + (self.isTriggered ? " otherwise" : "")
  }

  /// The result of a row in words.
  func words(_ row: Row) -> String {
    let comparison = row.comparison
    let name = comparison.other.variant
    switch comparison.verdict(self.sequence, level: row.level) {
    case .tooFewUsers:
      return "\(name): too few users; each variant needs \(OutcomeComparison.minimumUsers)"
    case .found:
      let value = comparison.difference?.value ?? 0
      let size = comparison.isRelative ? Self.percent(abs(value)) : ReportNumber.text(abs(value))
      return "\(name): \(size) \(value < 0 ? "less" : "more") than \(comparison.first.variant)"
    case .notFound(let smallest):
      let size = comparison.isRelative ? Self.percent(smallest) : ReportNumber.text(smallest)
      guard smallest > 0 else { return "\(name): the same for all users" }
      let limit =
        smallest.isFinite
        ? "one of \(size) or more would have been, in 4 of 5 cases"
        : "too few users to find one of any size"
      return "\(name): no difference found; \(limit)\(self.moreUsers(comparison, smallest))"
    }
  }

  /// The difference that is usually of interest.
  private static let usualDifference = 0.1

  /// Returns the number of users that find a difference of 10 %; empty if there are enough.
  private func moreUsers(_ comparison: OutcomeComparison, _ smallest: Double) -> String {
    guard let difference = comparison.difference, difference.isRelative,
      smallest > Self.usualDifference
    else { return "" }
    let users = SampleSize.sequential(
      share: Self.usualDifference, deviation: difference.deviation, self.sequence)
    return "; 10 % needs about \(users) users a variant"
  }

  /// The interval of a row in words; a dash with too few users.
  func interval(_ row: Row) -> String {
    guard let interval = row.comparison.interval(self.sequence, level: row.level) else {
      return "–"
    }
    return row.comparison.isRelative
      ? "\(Self.signed(interval.lowerBound)) to \(Self.signed(interval.upperBound))"
      : "\(ReportNumber.text(interval.lowerBound)) to \(ReportNumber.text(interval.upperBound))"
  }

  /// The difference of a row in words; a dash with too few users.
  func difference(_ row: Row) -> String {
    guard let difference = row.comparison.difference else { return "–" }
    return difference.isRelative
      ? Self.signed(difference.value) : ReportNumber.text(difference.value)
  }

  /// The value of a sample; a dash if the row has too few users.
  func value(_ sample: OutcomeComparison.Sample, in row: Row) -> String {
    row.comparison.difference == nil ? "–" : ReportNumber.text(sample.value)
  }

  /// The rows of each measure.
  var measures: [(measure: OutcomeMeasure, rows: [Row])] {
    var measures: [(measure: OutcomeMeasure, rows: [Row])] = []
    for row in self.rows {
      if measures.last?.measure == row.comparison.measure {
        measures[measures.count - 1].rows.append(row)
      } else {
        measures.append((row.comparison.measure, [row]))
      }
    }
    return measures
  }

  /// The table of a measure: a row for each variant. The first variant has a row for each
  /// comparison with other users.
  func table(_ rows: [Row]) -> [[String]] {
    var table: [[String]] = []
    var shown: OutcomeComparison.Sample?
    for row in rows {
      let (first, other) = (row.comparison.first, row.comparison.other)
      if shown != first {
        let value = self.value(first, in: row)
        table.append([first.variant, "\(first.users)", "\(first.sessions)", value, "", ""])
        shown = first
      }
      table.append([
        other.variant, "\(other.users)", "\(other.sessions)", self.value(other, in: row),
        self.difference(row), self.interval(row),
      ])
    }
    return table
  }

  /// The heads of the table's columns.
  static let columns = ["variant", "users", "sessions", "value", "difference", "interval"]

  /// Remarks on the users and sessions that do not count.
  var notes: [String] {
    let users = self.users
    var notes: [String] = []
    if users.sampleRatio.verdict == .tooFew {
      notes.append("too few users to check their proportion")
    }
    if self.hasUnusableCounts {
      notes.append(
        "more sessions are recorded than opened: the counts do not cover the recordings")
    }
    for variant in users.withoutBuckets {
      notes.append("'\(variant)' is left out: it owns no bucket throughout; see --phase last")
    }
    if users.usersOfTwo > 0, !users.hasTooManyOfTwo {
      notes.append(
        "\(ReportNumber.count(users.usersOfTwo, "user")) had two variants, and does not count")
    }
    for pair in self.pairs where pair.incompleteReplays > 0 {
      notes.append(
        "\(pair.other): \(ReportNumber.count(pair.incompleteReplays, "replay")) not complete;"
          + " these sessions count as different")
    }
    let sessions = users.uncounted.map { ($0.description, $1) }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
    for (reason, count) in sessions {
      notes.append("not counted: \(ReportNumber.count(count, "session")) \(reason)")
    }
    for file in self.uncountedFiles {
      notes.append(
        "not counted: \(ReportNumber.count(file.count, "recording")) \(file.reason), such as"
          + " \(file.example)")
    }
    return notes
  }

  /// The verdicts on the expectations, a line for each.
  var expectationLines: [String] {
    self.expectations.map { expectation, verdict in
      let word =
        switch verdict {
        case .kept: "kept"
        case .broken: "broken"
        case .none: "no verdict"
        }
      return "\(word): \(expectation)"
    }
  }

  static func percent(_ share: Double) -> String { "\(ReportNumber.text(share * 100)) %" }

  static func signed(_ share: Double) -> String {
    (share > 0 ? "+" : "") + self.percent(share)
  }
}
