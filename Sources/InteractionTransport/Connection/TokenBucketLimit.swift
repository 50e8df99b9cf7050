import NIOCore

/// A rate limit on the frames of a connection or the connections of a listener: a token bucket.
package struct TokenBucketLimit: Hashable, Sendable {
  /// The sustained rate, per second.
  package var perSecond: Int64
  /// The bucket's capacity.
  package var burst: Int64

  package init(perSecond: Int64, burst: Int64) {
    self.perSecond = perSecond
    self.burst = burst
  }
}

/// The remaining tokens of a ``TokenBucketLimit``.
struct TokenBudget: Hashable {
  private let budget: TokenBucketLimit
  private let price: Int64
  private var tokens: Int64
  private var refilled: NIODeadline

  init(_ budget: TokenBucketLimit, at now: NIODeadline) {
    self.budget = budget
    self.price = 1_000_000_000 / budget.perSecond
    self.tokens = budget.burst
    self.refilled = now
  }

  /// Adds tokens, beyond the burst if need be, up to `most`.
  mutating func grant(_ frames: Int64, upTo most: Int64) {
    self.tokens = max(self.tokens, min(self.tokens + frames, most))
  }

  /// Takes tokens for frames already received, into debt if need be.
  mutating func charge(_ frames: Int64) {
    self.tokens -= frames
  }

  /// Takes one token; false if there is none.
  mutating func take(at now: NIODeadline) -> Bool {
    let earned = (now - self.refilled).nanoseconds / self.price
    if earned > 0 {
      // Granted tokens beyond the burst are kept.
      self.tokens = max(self.tokens, min(self.tokens + earned, self.budget.burst))
      // Not `now`: the remainder counts towards the next token.
      self.refilled = self.refilled + .nanoseconds(earned * self.price)
    }
    guard self.tokens > 0 else { return false }
    self.tokens -= 1
    return true
  }
}
