package import InteractionChaos

extension Objective {
  package func verdict(on report: ChaosReport) -> Verdict {
    self.verdict(on: self.value(of: report))
  }

  private func value(of report: ChaosReport) -> Double? {
    switch self.measure {
    case .time(let times, let statistic):
      let found: [Duration]? =
        switch times {
        case .gap: report.gaps
        case .resumeTime: report.resumeTimes
        case .exitTime: report.exits.map(\.time)
        case .directiveLatency, .openLatency, .generatorLag: nil
        }
      return found?.value(of: statistic)
    case .number(let number):
      let count: Int? =
        switch number {
        case .sessions: report.sessions
        case .cuts: report.cuts
        case .resumed: report.resumed
        case .restarted: report.restarted.values.reduce(0, +)
        case .failures: report.failures.values.reduce(0, +)
        case .failedStarts: report.failedStarts.values.reduce(0, +)
        case .mismatches, .errors, .events, .directives, .lost: nil
        }
      return count.map { Double($0) }
    }
  }
}

extension [Duration] {
  /// Returns the statistic in microseconds; nil if there are no durations.
  fileprivate func value(of statistic: Objective.Statistic) -> Double? {
    guard !self.isEmpty else { return nil }
    let found =
      switch statistic {
      case .percentile(let percent): self.percentile(percent)
      case .mean: self.reduce(.zero, +) / self.count
      case .max: self.max()
      }
    return found.map { $0 / .microseconds(1) }
  }
}
