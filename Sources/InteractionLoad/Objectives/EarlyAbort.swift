import Synchronization

/// Decides whether a load ends early, since an objective is violated for good.
final class EarlyAbort: Sendable {
  private struct State {
    /// For each objective, the number of consecutive evaluations in which it was violated.
    var broken: [Int]
    var found: Objective?
  }

  /// The consecutive evaluations in which a time or a share must exceed its bound: one slow second
  /// can be made up for.
  private static let requiredViolations = 3

  private let objectives: [Objective]
  private let state: Mutex<State>

  init(_ objectives: [Objective]) {
    self.objectives = objectives.filter(\.canBreakEarly)
    self.state = Mutex(State(broken: self.objectives.map { _ in 0 }))
  }

  /// True if no objective can end the load early.
  var isEmpty: Bool { self.objectives.isEmpty }
  /// The objective that ended the load; nil while none has.
  var violatedObjective: Objective? { self.state.withLock { $0.found } }

  /// Evaluates the objectives on the result so far. Returns whether the load has to end.
  func evaluate(_ result: LoadResult) -> Bool {
    self.state.withLock { state in
      for (index, objective) in self.objectives.enumerated() where state.found == nil {
        let verdict = objective.verdict(on: result)
        // An objective without data may still get some.
        let isBroken = !verdict.isMet && verdict.value != nil
        state.broken[index] = isBroken ? state.broken[index] + 1 : 0
        if isBroken, objective.isCount || state.broken[index] >= Self.requiredViolations {
          state.found = objective
        }
      }
      return state.found != nil
    }
  }
}

extension Objective {
  /// A Boolean value that indicates whether a violation can be known before the end. A minimum
  /// cannot: later samples may still reach it.
  fileprivate var canBreakEarly: Bool {
    switch (self.measure, self.relation) {
    case (.time, .atMost), (.time, .below): true
    case (.number(.mismatches), .atMost), (.number(.mismatches), .below),
      (.number(.errors), .atMost), (.number(.errors), .below):
      true
    case (.number(.mismatches), .equal), (.number(.errors), .equal): self.bound == 0
    default: false
    }
  }

  /// True for counts, which never decrease: a violation is final.
  fileprivate var isCount: Bool {
    if case .number = self.measure { !self.isShare } else { false }
  }
}
