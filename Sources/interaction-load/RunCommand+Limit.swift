import ArgumentParser
import InteractionHarness
import InteractionLoad

extension RunCommand {
  /// Looks for the most load that keeps every objective, and says what it tries.
  func findLimit(of plan: LoadPlan) async throws {
    let first = plan.stages[0].level
    var search = LimitSearch(from: max(Int(first), 1), upTo: 100_000)
    let what = plan.shape == .closed ? "sessions" : "sessions a second"
    var tries = 0
    while true {
      let level: Int
      var seconds = self.load.duration
      switch search.step {
      case .found(let limit):
        Console.line(
          limit > 0 ? "limit: \(limit) \(what)" : "not even one keeps the objectives")
        if limit == 0 { throw ExitCode.brokenObjective }
        return
      case .attempt(let next): level = next
      case .confirm(let next): (level, seconds) = (next, seconds * 3)
      }
      tries += 1
      var step = plan
      step.stages = [LoadStage(.seconds(seconds), Double(level), isStep: true)]
      step.name = "\(plan.name)-\(tries)"
      step.connections = self.load.connections ?? max(1, (level + 99) / 100)
      let progress = ProgressLine(label: "\(level) \(what)")
      let result = try await self.run(step) { progress.update($0) }
      progress.finish()
      let verdicts = self.objectives.map { $0.verdict(on: result) }
      let mayFail = self.objectives.contains(where: \.isAboutErrors)
      let isKept =
        verdicts.allSatisfy(\.isKept) && result.counts.mismatches == 0
        && (mayFail || result.counts.allErrors == 0)
      Console.line("\(level) \(what): \(verdicts.map { "\($0)" }.joined(separator: "; "))")
      if result.counts.mismatches > 0 {
        Console.line("  \(result.counts.mismatches) wrong: \(result.differences.first ?? "")")
      }
      if result.isGeneratorLate {
        Console.complain(
          "interaction-load: the generator is at its own limit with \(level) \(what); use more"
            + " --threads, or a machine of its own")
        throw ExitCode.lateGenerator
      }
      search.took(isKept: isKept)
    }
  }
}

extension ProgressLine {
  /// Draws how far a load is.
  fileprivate func update(_ progress: LoadProgress) {
    self.draw(
      progress.row.second, of: Int(progress.seconds.rounded(.up)),
      "\(progress.row.second) s, \(progress.row.events) events/s ")
  }
}
