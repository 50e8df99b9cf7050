/// A search for the most load that keeps every objective: doubles it until one breaks, bisects
/// back, and then confirms the result for longer. Ends early when the generator is late again and
/// again.
package struct LimitSearch: Sendable {
  /// The next step.
  package enum Step: Hashable, Sendable {
    /// Run so much load for a while.
    case attempt(Int)
    /// Run so much for longer: it has been kept once.
    case confirm(Int)
    /// So much is the limit; 0 if not even the least is kept.
    case found(Int)
    /// The generator was late too often to find the limit.
    case givenUp
  }

  /// The outcome of a run.
  package enum Outcome: Hashable, Sendable {
    case kept
    case broken
    /// The generator was late: the run says nothing about the engine.
    case generatorLate
  }

  /// The precision of the limit, as a part of it.
  private static let precision = 0.05
  /// The late runs after which the search ends.
  package static let mostLateRuns = 3

  private let most: Int
  /// The loads that were kept, the most last.
  private var kept: [Int] = []
  /// The least load that was not kept.
  package private(set) var broken: Int?
  private var lateRuns = 0
  package private(set) var step: Step

  package init(from first: Int, upTo most: Int) {
    self.most = most
    self.step = .attempt(min(first, most))
  }

  /// The most that was kept up to now, if only for a while; 0 if nothing was.
  package var mostKept: Int { self.kept.last ?? 0 }

  /// Takes the outcome of the last step.
  package mutating func take(_ outcome: Outcome) {
    if outcome == .generatorLate { self.lateRuns += 1 }
    switch self.step {
    case .attempt(let level):
      self.note(level, outcome)
      self.step = self.next
    case .confirm(let level):
      self.note(level, outcome)
      if outcome == .kept {
        self.step = .found(level)
      } else {
        // It was luck: a little less, and again for longer.
        let less = min(level - 1, Int(Double(level) * (1 - Self.precision)))
        self.step = less > 0 ? .confirm(less) : .found(0)
      }
    case .found, .givenUp: return
    }
    if self.lateRuns >= Self.mostLateRuns { self.step = .givenUp }
  }

  private mutating func note(_ level: Int, _ outcome: Outcome) {
    if outcome == .kept {
      self.kept.append(level)
    } else {
      self.broken = level
      self.kept.removeAll { $0 >= level }
    }
  }

  private var next: Step {
    guard let broken = self.broken else {
      return self.mostKept >= self.most
        ? .confirm(self.most) : .attempt(min(self.mostKept * 2, self.most))
    }
    guard broken > 1 else { return .found(0) }
    let gap = broken - self.mostKept
    if gap <= 1 || Double(gap) <= Double(self.mostKept) * Self.precision {
      return .confirm(self.mostKept)
    }
    return .attempt(self.mostKept + gap / 2)
  }
}
