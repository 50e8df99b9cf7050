/// A search for the largest load that meets every objective: doubles the level until an objective
/// is violated, bisects, and confirms the result with a longer run. Gives up when the generator is
/// late repeatedly.
package struct LimitSearch: Sendable {
  /// The next step. Levels are sessions, or sessions per second.
  package enum Step: Hashable, Sendable {
    /// Run this level.
    case attempt(Int)
    /// Run this level for longer: it has met the objectives once.
    case confirm(Int)
    /// The limit; 0 if not even the lowest level meets the objectives.
    case found(Int)
    /// The generator was late too often to find the limit.
    case givenUp
  }

  /// The outcome of a run.
  package enum Outcome: Hashable, Sendable {
    case met
    case violated
    /// The generator was late: the run is no measurement of the engine.
    case generatorLate
  }

  /// The precision of the limit, relative to it.
  private static let precision = 0.05
  /// The number of late runs after which the search gives up.
  package static let maximumLateRuns = 3

  private let most: Int
  /// The levels that met the objectives, the highest last.
  private var kept: [Int] = []
  /// The lowest level that did not meet them.
  package private(set) var broken: Int?
  private var lateRuns = 0
  package private(set) var step: Step

  package init(from first: Int, upTo most: Int) {
    self.most = most
    self.step = .attempt(min(first, most))
  }

  /// The highest level that has met the objectives, even if it is not confirmed; 0 if none has.
  package var highestPassing: Int { self.kept.last ?? 0 }

  /// Records the outcome of the current step, and advances.
  package mutating func record(_ outcome: Outcome) {
    if outcome == .generatorLate { self.lateRuns += 1 }
    switch self.step {
    case .attempt(let level):
      self.note(level, outcome)
      self.step = self.next
    case .confirm(let level):
      self.note(level, outcome)
      if outcome == .met {
        self.step = .found(level)
      } else {
        // The first run was a fluke: confirm a slightly lower level.
        let less = min(level - 1, Int(Double(level) * (1 - Self.precision)))
        self.step = less > 0 ? .confirm(less) : .found(0)
      }
    case .found, .givenUp: return
    }
    if self.lateRuns >= Self.maximumLateRuns { self.step = .givenUp }
  }

  private mutating func note(_ level: Int, _ outcome: Outcome) {
    if outcome == .met {
      self.kept.append(level)
    } else {
      self.broken = level
      self.kept.removeAll { $0 >= level }
    }
  }

  private var next: Step {
    guard let broken = self.broken else {
      return self.highestPassing >= self.most
        ? .confirm(self.most) : .attempt(min(self.highestPassing * 2, self.most))
    }
    guard broken > 1 else { return .found(0) }
    let gap = broken - self.highestPassing
    if gap <= 1 || Double(gap) <= Double(self.highestPassing) * Self.precision {
      return .confirm(self.highestPassing)
    }
    return .attempt(self.highestPassing + gap / 2)
  }
}
