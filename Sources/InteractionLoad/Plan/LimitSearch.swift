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
  /// The most that was kept, and the least that was not.
  private var kept = 0
  private var broken: Int?
  package private(set) var step: Step

  package init(from first: Int, upTo most: Int) {
    self.most = most
    self.step = .attempt(min(first, most))
  }

  /// Takes in whether the last step kept everything.
  package mutating func took(isKept: Bool) {
    switch self.step {
    case .attempt(let level):
      if isKept { self.kept = level } else { self.broken = level }
      self.step = self.next
    case .confirm(let level):
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

  private var next: Step {
    guard let broken = self.broken else {
      return self.kept >= self.most ? .confirm(self.most) : .attempt(min(self.kept * 2, self.most))
    }
    guard broken > 1 else { return .found(0) }
    let gap = broken - self.kept
    if gap <= 1 || Double(gap) <= Double(self.kept) * Self.precision { return .confirm(self.kept) }
    return .attempt(self.kept + gap / 2)
  }
}
