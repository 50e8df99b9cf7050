import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionFiles
import InteractionLoad

/// Compares runs of a load with runs of a baseline.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare runs of a load, which 'run --json' has written, with those of a baseline.",
    discussion: """
      A figure is better or worse if it differs by more than --tolerance, and by more than chance: \
      an exact permutation test of the runs calls identical programs worse in at most 1 % of \
      comparisons, all figures together. That takes five runs of each, made in turn: baseline, \
      compared, baseline, and so on. Percentiles are left out that have fewer than ten samples above \
      them in a run: p99 needs 1,000 samples, p99.9 10,000.

      Example:
        interaction-load compare new-*.json --against old-*.json

      Exit codes: 0 better, or no difference shown; 99 a figure is worse; 97 no verdict: too few \
      runs, not in turn, a late generator, or no directive; 64 a file is no report. Differences of \
      the machines or loads are printed first.
      """
  )

  @Argument(help: ArgumentHelp("The reports of the runs to compare.", valueName: "report"))
  var reports: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("The reports of the baseline's runs.", valueName: "report"))
  var against: [String]

  @Option(
    help: "By how many per cent a figure may differ, however surely", within: 0 ... 10_000)
  var tolerance = 10.0

  @Option(
    help: ArgumentHelp("Write the comparison as a page to look at, in one file.", valueName: "file")
  )
  var html: OutputFile?

  func run() throws {
    try self.html?.check()
    let comparison: LoadComparison
    do {
      comparison = try LoadComparison(
        self.reports.map { try LoadReport(file: URL(fileURLWithPath: $0)) },
        against: self.against.map { try LoadReport(file: URL(fileURLWithPath: $0)) },
        tolerance: self.tolerance / 100)
    } catch let error as LoadError {
      Console.complain("interaction-load: \(error)")
      throw ExitCode(error)
    }
    for line in comparison.lines { Console.line(line) }
    try self.html?.save(Data(comparison.html.utf8))
    switch comparison.verdict {
    case .better, .noDifferenceShown: break
    case .worse: throw ExitCode.brokenObjective
    case .none: throw ExitCode.noVerdict
    }
  }
}
