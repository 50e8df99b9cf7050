import NIOCore

/// A token bucket: limits the bytes per second. Starts full.
struct TokenBucket: Hashable, Sendable {
  /// Keeps products of rate, depth and nanoseconds within 64 bits.
  private static let most: Int64 = 1 << 32
  private static let second: Int64 = 1_000_000_000

  private let rate: Int64
  private let depth: Int64
  private var tokens: Int64
  private var refilled: NIODeadline

  init(_ bandwidth: Bandwidth, at now: NIODeadline) {
    self.rate = min(max(Int64(bandwidth.bytesPerSecond), 1), Self.most)
    self.depth = min(max(Int64(bandwidth.burst), 1), Self.most)
    self.tokens = self.depth
    self.refilled = now
  }

  /// The answer to a request for tokens.
  enum Grant: Hashable, Sendable {
    case bytes(Int)
    case wait(until: NIODeadline)
  }

  /// Takes up to `wanted` tokens. Waits until a hundredth of a second's worth is available, so that
  /// bytes are not sent one by one.
  mutating func take(_ wanted: Int, at now: NIODeadline) -> Grant {
    self.refill(at: now)
    let wanted = min(Int64(wanted), self.depth)
    let least = min(wanted, max(1, self.rate / 100))
    guard self.tokens >= least else {
      let missing = least - self.tokens
      let wait = (missing * Self.second + self.rate - 1) / self.rate
      return .wait(until: self.refilled + .nanoseconds(wait))
    }
    let granted = min(wanted, self.tokens)
    self.tokens -= granted
    return .bytes(Int(granted))
  }

  private mutating func refill(at now: NIODeadline) {
    let elapsed = (now - self.refilled).nanoseconds
    guard elapsed > 0 else { return }
    let untilFull = ((self.depth - self.tokens) * Self.second + self.rate - 1) / self.rate
    guard elapsed < untilFull else {
      self.tokens = self.depth
      self.refilled = now
      return
    }
    let earned = elapsed * self.rate / Self.second
    self.tokens = min(self.depth, self.tokens + earned)
    // Not set to now: the remainder counts for the next refill.
    self.refilled = self.refilled + .nanoseconds(earned * Self.second / self.rate)
  }
}
