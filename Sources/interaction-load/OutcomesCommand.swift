import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionFiles
import InteractionOutcomes
import InteractionWhatIf

/// Compares recorded sessions by variant.
struct OutcomesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outcomes",
    abstract: "Compare recorded sessions by variant.",
    discussion: """
      Compares the variants of an experience with the first one, by user: the sessions of one user \
      are alike. Only sessions whose variant was selected by bucket count, of users whose bucket had \
      one owner in all documents. Intervals hold at every look, however often the command is run.

      Alarms come first: users who are not in proportion to the buckets, recordings that are not in \
      proportion to the opened sessions, and at least 1 % of users in two variants. Figures of users \
      or recordings out of proportion are not shown.

      Examples:
        interaction-load outcomes recordings/ --by variant
        interaction-load outcomes recordings/ --figure rockets_per_user --triggered
        interaction-load outcomes recordings/ --expect 'rockets_per_session within 10%'
        interaction-load outcomes recordings/ --opened engine-1.prom --opened engine-2.prom

      Exit codes: 0 the expectations are kept, or there are none; 98 one is broken; 97 no verdict: an \
      alarm, too few users, or an interval that is only partly within a bound; 64 invalid usage, or \
      recordings without variants.
      """
  )

  /// The property that sessions are grouped by.
  enum Grouping: String, CaseIterable, ExpressibleByArgument { case variant }

  /// The phases that count.
  enum PhaseScope: String, CaseIterable, ExpressibleByArgument { case all, last }

  /// The form of the output.
  enum OutputFormat: String, CaseIterable, ExpressibleByArgument { case text, json, csv }

  @Argument(help: "Recordings of engines: folders that are searched for .trace and .txt, or files.")
  var recordings: [String]

  @Option(help: "Property to group sessions by.")
  var by = Grouping.variant

  @Option(help: ArgumentHelp("Experience, if the recordings are of several.", valueName: "name"))
  var experience: String?

  @Option(
    help: ArgumentHelp(
      "Figure to compare, with _per_session or _per_user, or sessions_per_user; may be repeated."
        + " (default: rockets_per_session, floors_opened_per_session)", valueName: "figure"),
    transform: OptionParser.value(
      "a figure with _per_session or _per_user, such as rockets_per_user"
    ) { OutcomeMeasure($0) })
  var figure: [OutcomeMeasure] = []

  @Option(
    help: """
      Phases that count: all, for buckets with one owner throughout, or the last, for the sessions \
      since users last left a variant.
      """)
  var phase = PhaseScope.all

  @Flag(
    help: """
      Replay each session through the other variant, and count users from their first session that \
      it decides otherwise.
      """)
  var triggered = false

  @Option(
    help: ArgumentHelp(
      "Document with the versions of the variants to replay, instead of the recorded ones.",
      valueName: "file"))
  var document: String?

  @Option(
    help: ArgumentHelp(
      "Prometheus text of an engine's metrics, or VARIANT=COUNT: the opened sessions, of which the"
        + " recordings must be a proportional part; may be repeated.", valueName: "file"))
  var opened: [String] = []

  @Option(
    help: ArgumentHelp(
      "Expectation that variants are alike: \(EquivalenceExpectation.grammar); may be repeated.",
      valueName: "expectation"),
    transform: OptionParser.value(EquivalenceExpectation.grammar) { EquivalenceExpectation($0) })
  var expect: [EquivalenceExpectation] = []

  @Option(help: "Confidence of all intervals together in per cent", within: 50 ... 99.99)
  var confidence = 95.0

  @Option(
    help: "Number of users of two variants at which intervals are narrowest",
    note: " Do not change it after the first look.", within: 300 ... 1_000_000_000)
  var expectedUsers = 5_000

  @Option(help: "Form of the output.")
  var format = OutputFormat.text

  @Option(help: ArgumentHelp("Write the report as a self-contained HTML page.", valueName: "file"))
  var html: OutputFile?

  func validate() throws {
    for path in self.recordings where !FileManager.default.fileExists(atPath: path) {
      throw ValidationError("<recordings> has '\(path)'; there is no such file or folder")
    }
    guard self.document == nil || self.triggered else {
      throw ValidationError("--document needs --triggered")
    }
  }

  func run() async throws {
    try self.html?.check()
    var options = OutcomeReport.Options()
    options.measures = self.figure
    options.expectations = self.expect
    options.level = 1 - self.confidence / 100
    options.expectedUsers = self.expectedUsers
    options.isLastPhase = self.phase == .last
    options.opened = try self.openedSessions()
    let versions = self.triggered ? try self.versions() : nil
    let files = RecordingFiles.all(in: self.recordings)
    let progress = OutcomeProgress(files: files.count)
    let report: OutcomeReport
    do {
      report = try await Outcomes(files).report(
        of: self.experience, triggeredBy: versions, options, progress: progress.draw)
    } catch let error as OutcomesError {
      progress.finish()
      throw ValidationError("\(error)")
    }
    progress.finish()
    switch self.format {
    case .text: for line in report.lines { Console.line(line) }
    case .json: Console.line(String(decoding: try report.json, as: UTF8.self))
    case .csv: Console.line(String(report.csv.dropLast()))
    }
    try self.html?.save(Data(report.html.utf8))
    switch report.verdict {
    case .kept: break
    case .broken: throw ExitCode.mismatch
    case .none: throw ExitCode.noVerdict
    }
  }
}

extension OutcomesCommand {
  /// Returns the opened sessions; nil if none are given.
  private func openedSessions() throws -> OpenedSessions? {
    guard !self.opened.isEmpty else { return nil }
    var sessions = OpenedSessions()
    for text in self.opened where !sessions.add(number: text) {
      guard let data = FileManager.default.contents(atPath: text) else {
        throw ValidationError(
          "--opened '\(text)': must be a file of metrics, or VARIANT=COUNT such as low=1200")
      }
      guard sessions.add(exposition: String(decoding: data, as: UTF8.self)) > 0 else {
        throw ValidationError("--opened '\(text)': has no \(OpenedSessions.metric)")
      }
    }
    return sessions
  }

}

/// The progress of reading recordings, and of replaying them.
@available(InteractionEngine 1.0, *)
private struct OutcomeProgress: Sendable {
  private let reading = ProgressLine(label: "reading")
  private let replaying = ProgressLine(label: "replaying")
  let files: Int

  init(files: Int) { self.files = files }

  @Sendable
  func draw(_ phase: Outcomes.Phase) {
    switch phase {
    case .reading(let progress): self.draw(progress, of: self.files, on: self.reading)
    case .replaying(let progress, let count): self.draw(progress, of: count, on: self.replaying)
    }
  }

  private func draw(_ progress: WhatIf.Progress, of files: Int, on line: ProgressLine) {
    line.draw(
      progress.files, of: files, "\(progress.files)/\(files) recordings, \(progress.events) events")
  }

  func finish() { self.reading.finish() }
}
