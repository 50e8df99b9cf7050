import Synchronization

/// Decides whether a load need not go on, because an objective is broken for good.
final class EarlyEnd: Sendable {
  private struct State {
    /// For each objective, at how many looks in a row it was broken.
    var broken: [Int]
    var found: Objective?
  }

  /// How many looks in a row a time has to be over its bound: one slow second may be made up for.
  private static let patience = 3

  private let objectives: [Objective]
  private let state: Mutex<State>

  init(_ objectives: [Objective]) {
    self.objectives = objectives.filter(\.canBreakEarly)
    self.state = Mutex(State(broken: self.objectives.map { _ in 0 }))
  }

  /// Whether there is anything to look for.
  var isEmpty: Bool { self.objectives.isEmpty }
  /// The objective that ended the load; nil while none has.
  var found: Objective? { self.state.withLock { $0.found } }

  /// Looks at what came of the load so far. Returns whether it has to end.
  func look(at result: LoadResult) -> Bool {
    self.state.withLock { state in
      for (index, objective) in self.objectives.enumerated() where state.found == nil {
        let verdict = objective.verdict(on: result)
        // What has no data yet may still get some.
        let isBroken = !verdict.isKept && verdict.value != nil
        state.broken[index] = isBroken ? state.broken[index] + 1 : 0
        if isBroken, objective.isCount || state.broken[index] >= Self.patience {
          state.found = objective
        }
      }
      return state.found != nil
    }
  }
}

extension Objective {
  /// Whether it can be broken before the end; so much of something can still come.
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

  /// Whether what is broken stays broken: it counts, and never gets less.
  fileprivate var isCount: Bool {
    if case .number = self.measure { !self.isShare } else { false }
  }
}
