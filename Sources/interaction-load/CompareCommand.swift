import ArgumentParser
import Foundation
import InteractionHarness
import InteractionLoad

/// Compares two reports.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare two loads that 'run --json' has written.",
    discussion: """
      Exit codes: 0 nothing is worse; 99 a figure is worse by more than --tolerance; 64 a file is no \
      report. Reports of different machines or loads can be compared; the differences between those \
      are printed first.
      """
  )

  @Argument(help: "The first report, the baseline.")
  var first: String

  @Argument(help: "The second report, which may not be worse.")
  var second: String

  @Option(help: "By how many per cent a figure of the second report may be worse.")
  var tolerance = 10.0

  func validate() throws {
    guard self.tolerance >= 0 else { throw ValidationError("--tolerance must not be negative") }
  }

  func run() throws {
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
    let worse = comparison.worse(than: self.tolerance / 100)
    guard !worse.isEmpty else { return }
    Console.line("worse: \(worse.map(\.name).joined(separator: ", "))")
    throw ExitCode.brokenObjective
  }
}
