/// Looks for the most load that keeps every objective: doubles it until one breaks, halves the way
/// back, and then stays longer with what it has found.
package struct LimitSearch: Sendable {
  /// What to do next.
  package enum Step: Hashable, Sendable {
    /// Run so much load for a while.
    case attempt(Int)
    /// Run so much for longer: it has been kept once.
    case confirm(Int)
    /// So much is the limit; 0 if not even the least is kept.
    case found(Int)
  }

  /// How near the limit has to be, as a part of it.
  private static let precision = 0.05

  private let most: Int
  /// What was kept, the most last, and the least that was not.
  private var kept: [Int] = []
  package private(set) var broken: Int?
  package private(set) var step: Step

  package init(from first: Int, upTo most: Int) {
    self.most = most
    self.step = .attempt(min(first, most))
  }

  /// The most that was kept up to now, if only for a while; 0 if nothing was.
  package var mostKept: Int { self.kept.last ?? 0 }

  /// Takes in whether the last step kept everything.
  package mutating func took(isKept: Bool) {
    switch self.step {
    case .attempt(let level):
      self.note(level, isKept)
      self.step = self.next
    case .confirm(let level):
      self.note(level, isKept)
      if isKept {
        self.step = .found(level)
      } else {
        // It was luck: a little less, and again for longer.
        let less = min(level - 1, Int(Double(level) * (1 - Self.precision)))
        self.step = less > 0 ? .confirm(less) : .found(0)
      }
    case .found: break
    }
  }

  private mutating func note(_ level: Int, _ isKept: Bool) {
    if isKept {
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
