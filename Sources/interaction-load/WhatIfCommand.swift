public import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionCore
import InteractionDrawing
import InteractionExperience
import InteractionFiles
public import InteractionWhatIf

/// Plays recordings through another version of their experience.
struct WhatIfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if",
    abstract: "Play recordings through another version of their experience.",
    discussion: """
      Plays each recorded session through the version that it was recorded with and through the new \
      one, without an engine, and compares the outcomes. The comparison is exact up to a session's \
      first difference. After it, figures assume that the user's fingers would have moved alike. \
      Events that answer what only the recorded version showed, and samples that the client may have \
      skipped at a new line, are counted as unknown and end a session's comparison.

      Examples:
        interaction-load what-if home-400.yaml recordings/
        interaction-load what-if home-400.yaml recordings/ --expect 'rockets_per_session within 10%'
        interaction-load what-if home.yaml recordings/ --sweep 'toggles[rocket].threshold=300…600:25'

      A sweep plays the recordings through a version for each value. With --maximize or --minimize, \
      every fifth recording is held back: the best point is chosen by the others and tried on these.

      Exit codes: 0 the expectations are met, or there are none; 98 one is missed; 97 no session was \
      compared, or there is nothing to compare a figure with; 64 invalid usage or an invalid version.
      """
  )

  @Argument(help: "File of the new version.")
  var version: String

  @Argument(help: "Recordings: files, or folders that are searched for .trace and .txt.")
  var recordings: [String]

  @Option(
    help: ArgumentHelp(
      "Expectation of the outcomes: \(OutcomeExpectation.grammar); may be repeated.",
      valueName: "expectation"))
  var expect: [OutcomeExpectation] = []

  @Option(
    help: ArgumentHelp(
      "Field to sweep, as FIELD=LOW…HIGH:STEP (or with ...); two fields give a map.",
      valueName: "field"))
  var sweep: [SweepAxis] = []

  @Option(
    help: ArgumentHelp(
      "Figure that a sweep shows; may be repeated. (default: rockets, floors_opened,"
        + " changed_sessions)", valueName: "figure"))
  var figure: [String] = []

  @Option(help: ArgumentHelp("Figure per session that a sweep maximizes.", valueName: "figure"))
  var maximize: String?

  @Option(help: ArgumentHelp("Figure per session that a sweep minimizes.", valueName: "figure"))
  var minimize: String?

  @Option(
    help: ArgumentHelp("Write the report as JSON; not of a sweep.", valueName: "file"))
  var json: OutputFile?

  @Option(help: ArgumentHelp("Write the figures as CSV.", valueName: "file"))
  var csv: OutputFile?

  @Option(
    help: ArgumentHelp(
      "Write the report as a self-contained HTML page, with two films for each kind of difference.",
      valueName: "file"))
  var html: OutputFile?

  func validate() throws {
    for path in self.recordings where !FileManager.default.fileExists(atPath: path) {
      throw ValidationError("<recordings> has '\(path)'; there is no such file or folder")
    }
    let outputs = [self.json, self.csv, self.html].compactMap(\.self)
      .map { URL(fileURLWithPath: $0.path).standardizedFileURL.path }
    guard Set(outputs).count == outputs.count else {
      throw ValidationError("--json, --csv and --html need different files")
    }
    guard !self.sweep.isEmpty else {
      guard self.figure.isEmpty, self.maximize == nil, self.minimize == nil else {
        throw ValidationError("--figure, --maximize and --minimize need --sweep")
      }
      return
    }
    guard self.expect.isEmpty, self.json == nil else {
      throw ValidationError("--expect and --json cannot be used with --sweep")
    }
    guard self.maximize == nil || self.minimize == nil else {
      throw ValidationError("--maximize and --minimize cannot be used together")
    }
  }

  func run() async throws {
    for file in [self.json, self.csv, self.html].compactMap(\.self) { try file.check() }
    let files = RecordingFiles.all(in: self.recordings)
    if !self.sweep.isEmpty { return try await self.runSweep(over: files) }
    let experience = try readExperience(self.version)
    let progress = PlaybackProgress(label: "what-if", files: files.count)
    let summaries = try await WhatIf(experience).run(files, report: progress.draw)
    progress.finish()
    let report = WhatIfReport(version: self.version, summary: summaries[0], files: files)
    for line in report.lines { Console.line(line) }
    try self.json?.save(report.json)
    try self.csv?.save(Data(report.csv.utf8))
    try self.html?.save(Data(report.html(of: experience).utf8))
    try self.check(report.summary)
  }

  /// Prints the verdicts, and exits with the code of the worst one.
  private func check(_ summary: WhatIfSummary) throws {
    if !self.expect.isEmpty { Console.line("") }
    var verdicts: Set<OutcomeExpectation.Verdict> = summary.sessions == 0 ? [.undecided] : []
    for expectation in self.expect {
      if let name = expectation.unknownFigure(in: summary) {
        let known = (Figure.named + summary.figures).map(\.name)
        throw ValidationError(
          "--expect '\(expectation)': no figure is called '\(name)', but:"
            + " \(Set(known).sorted().joined(separator: ", "))")
      }
      let (verdict, values) = expectation.verdict(on: summary)
      verdicts.insert(verdict)
      let word =
        switch verdict {
        case .met: "met"
        case .missed: "missed"
        case .undecided: "undecided"
        }
      Console.line("\(word): \(expectation) (\(values))")
    }
    if verdicts.contains(.missed) { throw ExitCode.mismatch }
    if verdicts.contains(.undecided) { throw ExitCode.noVerdict }
  }
}

extension SweepAxis: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

extension OutcomeExpectation: ExpressibleByArgument {
  public init?(argument: String) {
    self.init(argument)
  }
}

/// The progress of a playback, with its speed and the time left.
@available(InteractionEngine 1.0, *)
struct PlaybackProgress: Sendable {
  private let line: ProgressLine
  private let files: Int
  private let start = ContinuousClock.now

  init(label: String, files: Int) {
    self.line = ProgressLine(label: label)
    self.files = files
  }

  @Sendable
  func draw(_ progress: WhatIf.Progress) {
    let seconds = (ContinuousClock.now - self.start) / .seconds(1)
    let left = seconds / Double(progress.files) * Double(self.files - progress.files)
    self.line.draw(
      progress.files, of: self.files,
      "\(progress.files)/\(self.files) recordings, \(progress.events) events,"
        + " \(Int(left.rounded(.up))) s left")
  }

  func finish() { self.line.finish() }
}
