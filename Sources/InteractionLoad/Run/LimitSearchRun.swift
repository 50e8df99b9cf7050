/// Runs a limit search: one load after the other, until the largest load that an engine serves is
/// found, or cannot be.
package struct LimitSearchRun: Sendable {
  /// A load that was tried, with its result.
  package struct Attempt: Sendable {
    package let plan: LoadPlan
    package let result: LoadResult
    package let verdicts: [Objective.Verdict]
    package let tried: LoadSearch.Attempt
  }

  /// The outcome of the whole search.
  package struct Outcome: Sendable {
    package let search: LoadSearch
    package let end: End
    /// The longest run at the highest level that met the objectives, else the last run. Nil if no
    /// run ended.
    package let attempt: Attempt?
  }

  /// The reason for the end of a search.
  package enum End: Hashable, Sendable {
    /// The limit is known.
    case found
    /// Not even the lowest level met the objectives.
    case nothingKept
    /// The generator reached its own limit before the engine did.
    case generatorLate
    case interrupted
    /// A load could not be run.
    case failed
  }

  /// Observes the progress of a load that is being tried.
  package typealias ProgressHandler = @Sendable (_ name: String, LoadProgress) -> Void

  private static let most = 100_000
  /// The factor of a confirming run's duration.
  private static let confirmation = 3.0

  private let plan: LoadPlan
  private let objectives: [Objective]
  /// True if every load uses the plan's number of connections; else it grows with the level.
  private let usesFixedConnections: Bool
  private let seconds: Double

  /// - Parameter plan: Its first stage sets the first level and the duration of a run.
  package init(_ plan: LoadPlan, objectives: [Objective], usesFixedConnections: Bool) {
    self.plan = plan
    self.objectives = objectives
    self.usesFixedConnections = usesFixedConnections
    self.seconds = Double(plan.duration.nanoseconds) / 1e9
  }

  /// The unit of the level.
  private var what: String { self.plan.shape == .closed ? "sessions" : "sessions a second" }

  /// Runs the search. If it is cancelled, returns the findings so far.
  package func run(
    watch: @escaping ProgressHandler, tried: (Attempt) -> Void
  ) async -> Outcome {
    var search = LimitSearch(from: max(Int(self.plan.stages[0].level), 1), upTo: Self.most)
    var attempts: [Attempt] = []
    while true {
      let level: Int
      var seconds = self.seconds
      switch search.step {
      case .found, .givenUp: return self.outcome(search, attempts, nil)
      case .attempt(let next): level = next
      case .confirm(let next): (level, seconds) = (next, seconds * Self.confirmation)
      }
      let plan = self.plan(level, seconds, number: attempts.count + 1)
      do {
        let name = "\(level) \(self.what)"
        let result = try await LoadRun(plan).run { watch(name, $0) }
        guard result.end != .cancelled else {
          return self.outcome(search, attempts, (.interrupted, "it was interrupted"))
        }
        let attempt = self.attempt(plan, level, seconds, result)
        attempts.append(attempt)
        tried(attempt)
        search.record(attempt.tried.outcome)
      } catch {
        return self.outcome(search, attempts, (.failed, "\(error)"))
      }
    }
  }

  private func plan(_ level: Int, _ seconds: Double, number: Int) -> LoadPlan {
    var plan = self.plan
    plan.stages = [LoadStage(.seconds(seconds), Double(level), isStep: true)]
    plan.name = "\(self.plan.name)-\(number)"
    if !self.usesFixedConnections { plan.connections = LoadPlan.connections(for: Double(level)) }
    return plan
  }

  private func attempt(
    _ plan: LoadPlan, _ level: Int, _ seconds: Double, _ result: LoadResult
  ) -> Attempt {
    let verdicts = self.objectives.map { $0.verdict(on: result) }
    let mayFail = self.objectives.contains(where: \.boundsErrors)
    let isKept =
      verdicts.allSatisfy(\.isMet) && result.counts.mismatches == 0
      && (mayFail || result.counts.allErrors == 0) && !result.isGeneratorLate
    return Attempt(
      plan: plan, result: result, verdicts: verdicts,
      tried: LoadSearch.Attempt(
        level: level, what: self.what, seconds: seconds, isKept: isKept,
        isGeneratorLate: result.isGeneratorLate,
        p50: result.directives.percentile(50), p99: result.directives.percentile(99),
        longest: result.directives.max, mismatches: result.counts.mismatches,
        errors: result.counts.allErrors, verdicts: verdicts.map { "\($0)" }))
  }

  private func outcome(
    _ search: LimitSearch, _ attempts: [Attempt], _ stop: (end: End, why: String)?
  ) -> Outcome {
    let tried = attempts.map(\.tried)
    let kept = search.highestPassing
    let best =
      attempts.filter { $0.tried.isKept && $0.tried.level == kept }
      .max { $0.tried.seconds < $1.tried.seconds } ?? attempts.last
    let late = self.lateness(search, tried)
    let end = stop?.end ?? (late != nil ? .generatorLate : kept > 0 ? .found : .nothingKept)
    let why = stop?.why ?? late
    let answer =
      switch (kept, why) {
      case (0, nil): "limit: none; a load of one breaks the objectives"
      case (0, let why?): "limit: unknown; \(why)"
      case (let kept, nil): "limit: \(kept) \(self.what)"
      case (let kept, let why?): "limit: at least \(kept) \(self.what); \(why)"
      }
    return Outcome(
      search: LoadSearch(answer: answer, attempts: tried), end: end,
      attempt: best)
  }

  /// Returns a description if the generator, not the engine, ended the search; else nil.
  private func lateness(_ search: LimitSearch, _ tried: [LoadSearch.Attempt]) -> String? {
    let late = tried.filter(\.isGeneratorLate)
    let remedy = "use more --threads, or a separate machine"
    if search.step == .givenUp {
      let levels = late.map { "\($0.level)" }.joined(separator: ", ")
      return "stopped after \(late.count) runs with a late generator, of \(levels) \(self.what):"
        + " they do not show the engine's limit; \(remedy)"
    }
    return late.first { $0.level == search.broken }.map {
      "the generator is at its own limit with \($0.level) \(self.what); \(remedy)"
    }
  }
}

extension LoadSearch.Attempt {
  fileprivate var outcome: LimitSearch.Outcome {
    self.isKept ? .met : self.isGeneratorLate ? .generatorLate : .violated
  }
}
