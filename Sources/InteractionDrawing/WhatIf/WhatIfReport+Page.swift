public import InteractionCore
import InteractionMarkup
import InteractionTrace
public import InteractionWhatIf

/// The report as an HTML page.
@available(InteractionEngine 1.0, *)
extension WhatIfReport {
  /// The maximum number of kinds of differences with films.
  private static let maximumFilms = 8

  /// Returns the report as a self-contained page, with films of an example of each kind of
  /// difference.
  public func html(of version: Experience) -> String {
    let rows = self.rows.map { row in
      [
        row.figure + (row.unit == "s" ? ", s" : ""), ReportNumber.text(row.perSessionRecorded),
        ReportNumber.text(row.perSessionNew),
        ReportNumber.change(from: row.perSessionRecorded, to: row.perSessionNew),
        "\(ReportNumber.text(row.exactRecorded)) → \(ReportNumber.text(row.exactNew))",
        "\(ReportNumber.text(row.assumedRecorded)) → \(ReportNumber.text(row.assumedNew))",
      ]
    }
    let events = self.summary.events
    return ReportPage.html(
      title: "What if: \(self.version)", verdict: self.verdict,
      isGood: self.summary.sessions > 0,
      body: [
        ReportPage.table(
          "Events", columns: ["", "events", "share"],
          rows: self.coverage.map {
            [$0.name, "\($0.events)", ReportNumber.percent($0.events, of: events)]
          }, isNumbers: true),
        ReportPage.table(
          "Unknown", columns: ["", "sessions"],
          rows: self.ends.map { [$0.reason, "\($0.sessions)"] },
          isNumbers: true),
        ReportPage.table(
          "Not compared", columns: ["", "recordings", "such as"],
          rows: self.unusable.map { [$0.reason, "\($0.count)", $0.example] }),
        ReportPage.table(
          "Figures per session",
          columns: ["", "recorded", "new", "change", "exact", "same fingers"], rows: rows,
          isNumbers: true),
        ReportPage.table(
          "First differences", columns: ["", "sessions"],
          rows: self.summary.groups.map { [$0.text, "\($0.sessions)"] }, isNumbers: true),
        self.films(of: version),
      ])
  }

  private func films(of version: Experience) -> String {
    let groups = self.summary.groups
    // The most frequent kinds, and the rarest.
    let shown = groups.prefix(Self.maximumFilms) + groups.dropFirst(Self.maximumFilms).suffix(1)
    let films = shown.compactMap { self.films(of: $0, version) }
    guard !films.isEmpty else { return "" }
    return Markup.element("h2", "Films of the first differences") + FilmPair.style
      + films.joined(separator: "\n") + FilmPair.script
  }

  private func films(of group: DifferenceGroup, _ version: Experience) -> String? {
    guard let trace = try? Trace(file: self.files[group.example]),
      let recorded = try? KnownVersions().version(of: trace)
    else { return nil }
    return FilmPair(
      old: Film(trace, by: recorded), new: Film(trace, by: version),
      title: "\(ReportNumber.count(group.sessions, "session")): \(group.text)",
      mark: trace.header.start + group.time
    ).html
  }
}
