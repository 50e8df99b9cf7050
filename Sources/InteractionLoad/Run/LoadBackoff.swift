/// Exponential backoff for a server that is unreachable or refuses: 50 ms doubled up to 2 s with
/// jitter, plus the delay that the server asks for, at most a minute.
struct LoadBackoff: Hashable, Sendable {
  private static let base: UInt64 = 50_000_000
  private static let cap: UInt64 = 2_000_000_000
  /// The longest delay that is accepted from a server.
  private static let maximumRetryDelay = Duration.seconds(60)

  private var failures = 0
  /// The time of the last counted failure, nanoseconds.
  private var countedAt: UInt64 = 0
  /// The end of the backoff, nanoseconds.
  private var end: UInt64 = 0

  /// Returns whether the backoff has elapsed.
  func hasElapsed(at now: UInt64) -> Bool { now >= self.end }

  /// Returns the number of attempts that may be made now: all that are wanted, or after a failure
  /// one per backoff.
  mutating func allowed(
    _ wanted: Int, at now: UInt64, using random: inout some RandomNumberGenerator
  ) -> Int {
    guard self.failures > 0, wanted > 0 else { return wanted }
    guard self.hasElapsed(at: now) else { return 0 }
    self.end = now + self.wait(using: &random)
    return 1
  }

  mutating func failed(
    at now: UInt64, asked: Duration?, using random: inout some RandomNumberGenerator
  ) {
    // Attempts that fail together count as one failure.
    guard self.failures == 0 || now >= self.countedAt + Self.base / 2 else { return }
    self.countedAt = now
    self.failures += 1
    let asked = min(asked ?? .zero, Self.maximumRetryDelay)
    self.end = max(self.end, now + asked.nanoseconds + self.wait(using: &random))
  }

  mutating func succeeded() {
    self = LoadBackoff()
  }

  private func wait(using random: inout some RandomNumberGenerator) -> UInt64 {
    let most = min(Self.base << UInt64(min(self.failures - 1, 10)), Self.cap)
    return UInt64.random(in: most / 2 ... most, using: &random)
  }
}
