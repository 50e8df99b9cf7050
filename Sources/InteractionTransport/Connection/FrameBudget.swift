import NIOCore

/// How many frames of a kind a connection may send, or how many connections a listener takes on.
package struct FrameBudget: Hashable, Sendable {
  /// How many per second that may go on for ever.
  package var perSecond: Int64
  /// How many may come at once.
  package var burst: Int64

  package init(perSecond: Int64, burst: Int64) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// What is left of a budget.
struct FrameAllowance: Hashable {
  private let budget: FrameBudget
  private let price: Int64
  private var tokens: Int64
  private var refilled: NIODeadline

  init(_ budget: FrameBudget, at now: NIODeadline) {
    self.budget = budget
    self.price = 1_000_000_000 / budget.perSecond
    self.tokens = budget.burst
    self.refilled = now
  }

  /// Allows so many frames more, beyond the burst if need be, unless so many are left already.
  mutating func grant(_ frames: Int64, upTo most: Int64) {
    self.tokens = max(self.tokens, min(self.tokens + frames, most))
  }

  /// Takes off what has come already, also if that leaves a debt.
  mutating func charge(_ frames: Int64) {
    self.tokens -= frames
  }

  /// Takes one frame off; false if there is none left.
  mutating func spend(at now: NIODeadline) -> Bool {
    let earned = (now - self.refilled).nanoseconds / self.price
    if earned > 0 {
      // What was granted besides is kept.
      self.tokens = max(self.tokens, min(self.tokens + earned, self.budget.burst))
      // Not to now: what is left over counts for the next one.
      self.refilled = self.refilled + .nanoseconds(earned * self.price)
    }
    guard self.tokens > 0 else { return false }
    self.tokens -= 1
    return true
  }
}
