import InteractionCore
import InteractionReplay

/// The outcomes of a comparison in the words and number formats of reports, for a page.
package struct OutcomeOverview: Hashable, Sendable, Encodable {
  /// Sessions whose first difference is of one kind.
  package struct Group: Hashable, Sendable, Encodable {
    /// The number of sessions and the difference.
    package let text: String
    /// The name of a recording with the difference.
    package let recording: String
    /// The session time of the difference there.
    package let time: String
  }

  /// The maximum number of groups.
  private static let maximumGroups = 10

  /// The number of sessions in which something changes.
  package let verdict: String
  /// The numbers of sessions compared, and of those in which something changes.
  package let sessions: Int
  package let changed: Int
  /// The shares of exact, assumed and unknown events, the reasons for these, and the recordings
  /// that are not compared.
  package let notes: [String]
  /// Each figure per session: its name, the old and the new value, the change, and the sums of the
  /// exact and of the assumed part.
  package let figures: [[String]]
  /// The number of figures without a change that are left out; nil if none is.
  package let unchanged: String?
  /// The kinds of first differences, the most frequent first.
  package let groups: [Group]
  /// The number of the other kinds; nil if there are none.
  package let moreGroups: String?

  /// - Parameter files: The names of the recordings, by index.
  init(_ summary: WhatIfSummary, files: [String]) {
    let report = WhatIfReport(summary, names: files)
    self.verdict = report.verdict
    self.sessions = summary.sessions
    self.changed = summary.changed
    let assumed = summary.assumedSessions
    self.notes =
      report.coverageLines
      + (assumed > 0
        ? [
          "\(ReportNumber.count(assumed, "session")): recorded by a version that decides otherwise"
            + " than the saved one, so all is same fingers"
        ] : []) + report.endLines + report.uncomparedLines
    let (rows, unchanged) = summary.sessions > 0 ? report.shownRows : ([], nil)
    self.figures = rows.map(\.cells)
    self.unchanged = unchanged
    let groups = summary.groups
    self.groups = groups.prefix(Self.maximumGroups).map { group in
      Group(
        text: "\(ReportNumber.count(group.sessions, "session")): \(group.text)",
        recording: files[group.example], time: "\(TimelineText.number(group.time.seconds)) s")
    }
    let rest = groups.count - self.groups.count
    self.moreGroups = rest > 0 ? ReportNumber.count(rest, "more kind") : nil
  }
}
