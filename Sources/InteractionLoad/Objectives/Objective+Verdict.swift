extension Objective {
  /// What a load made of an objective.
  package struct Verdict: Hashable, Sendable {
    package let objective: Objective
    /// What was measured, in the objective's unit: microseconds, a part of 1 or a number.
    package let value: Double
    package let isKept: Bool
  }

  /// Whether it says how many errors there may be; without such an objective there may be none.
  package var isAboutErrors: Bool { self.measure == .number(.errors) }

  package func verdict(on result: LoadResult) -> Verdict {
    let value = self.value(of: result)
    let isKept =
      switch self.relation {
      case .atMost: value <= self.bound
      case .atLeast: value >= self.bound
      case .equal: value == self.bound
      case .below: value < self.bound
      case .above: value > self.bound
      }
    return Verdict(objective: self, value: value, isKept: isKept)
  }

  private func value(of result: LoadResult) -> Double {
    switch self.measure {
    case .time(let times, let statistic):
      let found =
        switch times {
        case .directiveLatency: result.directives
        case .openLatency: result.openings
        case .generatorLag: result.lag
        }
      return switch statistic {
      case .percentile(let percent): found.percentile(percent)
      case .mean: found.mean
      case .max: found.max
      }
    case .number(let number):
      let counts = result.counts
      let seconds = max(result.measuredSeconds, .leastNonzeroMagnitude)
      return switch number {
      case .mismatches: self.share(counts.mismatches, of: counts.directives)
      case .errors: self.share(counts.allErrors, of: counts.ended)
      case .events: Double(counts.events) / seconds
      case .directives: Double(counts.directives) / seconds
      case .sessions: Double(counts.opened)
      }
    }
  }

  private func share(_ count: Int, of all: Int) -> Double {
    self.isShare ? Double(count) / Double(max(all, 1)) : Double(count)
  }
}

extension Objective.Verdict: CustomStringConvertible {
  /// What was measured, with its unit.
  var words: String {
    switch self.objective.measure {
    case .time: LoadWords.time(self.value)
    case .number where self.objective.isShare: "\(LoadWords.plain(self.value * 100)) %"
    case .number: LoadWords.plain(self.value)
    }
  }

  package var description: String {
    "\(self.isKept ? "kept  " : "BROKEN") \(self.objective.description)  (\(self.words))"
  }
}
