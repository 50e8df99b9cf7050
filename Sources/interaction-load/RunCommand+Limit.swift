import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionLoad

extension RunCommand {
  /// Searches for the highest load that meets every objective, and prints each attempt.
  func findLimit(of plan: LoadPlan) async throws {
    let began = Date()
    let search = LimitSearchRun(
      plan, objectives: self.objectives, usesFixedConnections: self.load.connections != nil)
    let progress = ProgressLine(label: "")
    let outcome = await search.run { name, moment in
      progress.update(moment, name)
    } tried: { attempt in
      progress.finish()
      Console.line(attempt.tried.line)
      for problem in attempt.result.differences.prefix(1) { Console.line("  \(problem)") }
    }
    progress.finish()
    Console.line(outcome.search.answer)
    if let note = plan.workLimitWarning { Console.line("note: \(note)") }
    if let attempt = outcome.attempt {
      try self.reports.write(
        LoadReport(
          attempt.result, of: attempt.plan, began: began, arguments: Self.arguments,
          verdicts: attempt.verdicts, search: outcome.search))
    }
    switch outcome.end {
    case .found: break
    case .nothingKept: throw ExitCode.objectiveViolated
    case .generatorLate: throw ExitCode.noVerdict
    case .interrupted: throw ExitCode.interrupted
    case .failed: throw ExitCode.engineUnavailable
    }
  }
}

extension ProgressLine {
  /// Draws the progress of a load.
  fileprivate func update(_ progress: LoadProgress, _ name: String) {
    guard case .seconds(let seconds) = progress.goal else { return }
    self.draw(
      progress.row.second, of: Int(seconds.rounded(.up)),
      "\(name), \(progress.row.second) s, \(progress.row.events) events/s ")
  }
}
