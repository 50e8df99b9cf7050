import ArgumentParser
import Foundation
import InteractionConfiguration
import InteractionConsole
import InteractionFiles
import InteractionLoad

/// Compares two reports.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two loads that 'run --json' has written.",
    discussion: """
      Exit codes: 0 nothing is worse; 99 a figure is worse by more than --tolerance; 97 there is no \
      verdict, because a generator was late or no directive was timed; 64 a file is no report. \
      Reports of different machines or loads can be compared; the differences between those are \
      printed first.
      """
  )

  @Argument(help: "The first report, the baseline.")
  var first: String

  @Argument(help: "The second report, which may not be worse.")
  var second: String

  @Option(
    help: "By how many per cent a figure of the second report may be worse", within: 0 ... 10_000)
  var tolerance = 10.0

  @Option(
    help: ArgumentHelp("Write both into a page to look at, in one file.", valueName: "file"))
  var html: OutputFile?

  func run() throws {
    try self.html?.check()
    let comparison: LoadComparison
    do {
      comparison = LoadComparison(
        try LoadReport(file: URL(fileURLWithPath: self.first)),
        try LoadReport(file: URL(fileURLWithPath: self.second)))
    } catch let error as LoadError {
      Console.complain("interaction-load: \(error)")
      throw ExitCode(error)
    }
    for line in comparison.lines { Console.line(line) }
    try self.html?.save(Data(comparison.html(tolerance: self.tolerance / 100).utf8))
    guard let worse = comparison.worse(than: self.tolerance / 100) else {
      Console.line("no verdict: \(comparison.obstacles.joined(separator: ", "))")
      throw ExitCode.noVerdict
    }
    guard !worse.isEmpty else { return }
    Console.line("worse: \(worse.map(\.name).joined(separator: ", "))")
    throw ExitCode.brokenObjective
  }
}
