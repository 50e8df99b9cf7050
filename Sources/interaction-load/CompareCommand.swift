import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionFiles
import InteractionLoad

/// Compares runs of a load with runs of a baseline.
struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare reports of 'run --json' with those of a baseline.",
    discussion: """
      A figure is better or worse if it differs by more than --tolerance and the difference is \
      significant: an exact permutation test, with at most 1 % false positives over all figures. It \
      needs five interleaved runs of each: baseline, compared, baseline, and so on. Percentiles with \
      fewer than ten samples above them in a run are omitted: p99 needs 1,000 samples, p99.9 10,000.

      Example:
        interaction-load compare new-*.json --against old-*.json

      Exit codes: 0 better, or no significant difference; 99 a figure is worse; 97 no verdict: too \
      few or non-interleaved runs, a late generator, or no directive; 64 a file is not a report. \
      Differences of the machines or loads are printed first.
      """
  )

  @Argument(help: ArgumentHelp("Reports to compare.", valueName: "report"))
  var reports: [String]

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Reports of the baseline.", valueName: "report"))
  var against: [String]

  @Option(
    help: "Tolerated difference of a figure in per cent", within: 0 ... 10_000)
  var tolerance = 10.0

  @Option(
    help: ArgumentHelp("Write the comparison as a self-contained HTML page.", valueName: "file"))
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
      Console.error("interaction-load: \(error)")
      throw ExitCode(error)
    }
    for line in comparison.lines { Console.line(line) }
    try self.html?.save(Data(comparison.html.utf8))
    switch comparison.verdict {
    case .better, .noDifferenceShown: break
    case .worse: throw ExitCode.objectiveViolated
    case .none: throw ExitCode.noVerdict
    }
  }
}
