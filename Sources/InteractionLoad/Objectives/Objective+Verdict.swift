extension Objective {
  /// The evaluation of an objective.
  package struct Verdict: Hashable, Sendable {
    package let objective: Objective
    /// The measured value in the objective's unit: microseconds, a fraction or a number. Nil if
    /// nothing was measured; then the objective is violated.
    package let value: Double?
    package let isMet: Bool
  }

  /// True if it bounds the number of errors; without such an objective no errors are allowed.
  package var boundsErrors: Bool { self.measure == .number(.errors) }

  package func verdict(on result: LoadResult) -> Verdict {
    self.verdict(on: self.value(of: result))
  }

  /// - Parameter value: The measured value; nil if nothing was measured.
  func verdict(on value: Double?) -> Verdict {
    guard let value else {
      return Verdict(objective: self, value: nil, isMet: false)
    }
    let isKept =
      switch self.relation {
      case .atMost: value <= self.bound
      case .atLeast: value >= self.bound
      case .equal: value == self.bound
      case .below: value < self.bound
      case .above: value > self.bound
      }
    return Verdict(objective: self, value: value, isMet: isKept)
  }

  private func value(of result: LoadResult) -> Double? {
    switch self.measure {
    case .time(let times, let statistic):
      let found: LatencyDistribution? =
        switch times {
        case .directiveLatency: self.latency(in: result)
        case .openLatency: result.openings
        case .generatorLag: result.lag
        case .gap: result.faultReport?.gaps
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
      // Missing directives count as mismatches, too.
      case .mismatches:
        self.share(counts.mismatches, of: max(counts.directives, counts.mismatches))
      case .errors: self.share(counts.allErrors, of: counts.ended)
      case .events: Double(counts.events) / result.measuredSeconds
      case .directives: Double(counts.directives) / result.measuredSeconds
      case .sessions: Double(counts.opened)
      case .cuts: result.faultReport.map { Double($0.faults.cuts) }
      case .lost: result.faultReport.map { Double($0.lost) }
      case .resumed: result.faultReport.map { Double($0.resumed) }
      case .restarted, .failures, .failedStarts: nil
      }
    }
  }

  private func latency(in result: LoadResult) -> LatencyDistribution? {
    switch self.selection {
    case nil: result.directives
    case .trace(let name): result.traces[name]
    case .kind(let name): result.kinds[name]
    }
  }

  /// Returns a count, or its fraction of `all`; nil if `all` is 0.
  private func share(_ count: Int, of all: Int) -> Double? {
    guard all > 0 else { return nil }
    return self.isShare ? Double(count) / Double(all) : Double(count)
  }
}

extension Objective.Verdict: CustomStringConvertible {
  /// The measured value with its unit.
  var formattedValue: String {
    guard let value = self.value else { return "nothing was measured" }
    return switch self.objective.measure {
    case .time: LoadFormat.time(value)
    case .number where self.objective.isShare: "\(LoadFormat.number(value * 100)) %"
    case .number: LoadFormat.number(value)
    }
  }

  package var description: String {
    "\(self.isMet ? "kept  " : "BROKEN") \(self.objective.description)  (\(self.formattedValue))"
  }
}
