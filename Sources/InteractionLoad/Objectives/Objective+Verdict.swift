extension Objective {
  /// What a load made of an objective.
  package struct Verdict: Hashable, Sendable {
    package let objective: Objective
    /// What was measured, in the objective's unit: microseconds, a part of 1 or a number. Nil if
    /// nothing was; such an objective is broken.
    package let value: Double?
    package let isKept: Bool
  }

  /// Whether it says how many errors there may be; without such an objective there may be none.
  package var isAboutErrors: Bool { self.measure == .number(.errors) }

  package func verdict(on result: LoadResult) -> Verdict {
    self.verdict(on: self.value(of: result))
  }

  /// - Parameter value: What was measured; nil if nothing was.
  func verdict(on value: Double?) -> Verdict {
    guard let value else {
      return Verdict(objective: self, value: nil, isKept: false)
    }
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

  private func value(of result: LoadResult) -> Double? {
    switch self.measure {
    case .time(let times, let statistic):
      let found: LoadTimes? =
        switch times {
        case .directiveLatency: self.latency(in: result)
        case .openLatency: result.openings
        case .generatorLag: result.lag
        case .gap: result.harm?.gaps
        case .resumeTime, .exitTime: nil
        }
      return switch statistic {
      case .percentile(let percent): found?.percentile(percent)
      case .mean: found?.mean
      case .max: found?.max
      }
    case .number(let number):
      let counts = result.counts
      guard result.measuredSeconds > 0 else { return nil }
      return switch number {
      // Directives that never came are wrong, too.
      case .mismatches:
        self.share(counts.mismatches, of: max(counts.directives, counts.mismatches))
      case .errors: self.share(counts.allErrors, of: counts.ended)
      case .events: Double(counts.events) / result.measuredSeconds
      case .directives: Double(counts.directives) / result.measuredSeconds
      case .sessions: Double(counts.opened)
      case .cuts: result.harm.map { Double($0.faults.cuts) }
      case .lost: result.harm.map { Double($0.lost) }
      case .resumed: result.harm.map { Double($0.resumed) }
      case .restarted, .failures, .failedStarts: nil
      }
    }
  }

  private func latency(in result: LoadResult) -> LoadTimes? {
    switch self.selection {
    case nil: result.directives
    case .trace(let name): result.traces[name]
    case .kind(let name): result.kinds[name]
    }
  }

  /// A count, or its part of all; nil if there was nothing to count.
  private func share(_ count: Int, of all: Int) -> Double? {
    guard all > 0 else { return nil }
    return self.isShare ? Double(count) / Double(all) : Double(count)
  }
}

extension Objective.Verdict: CustomStringConvertible {
  /// What was measured, with its unit.
  var words: String {
    guard let value = self.value else { return "nothing was measured" }
    return switch self.objective.measure {
    case .time: LoadWords.time(value)
    case .number where self.objective.isShare: "\(LoadWords.plain(value * 100)) %"
    case .number: LoadWords.plain(value)
    }
  }

  package var description: String {
    "\(self.isKept ? "kept  " : "BROKEN") \(self.objective.description)  (\(self.words))"
  }
}
