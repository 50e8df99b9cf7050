/// How long to leave a server alone that cannot be reached or refuses: longer each time, and never
/// less than it asks for, up to a minute.
struct LoadBackoff: Hashable, Sendable {
  private static let base: UInt64 = 50_000_000
  private static let cap: UInt64 = 2_000_000_000
  /// The longest wait that a server may ask a load for.
  private static let longestAsked = Duration.seconds(60)

  private var failures = 0
  /// When the last failure was counted, and when it may be tried again, nanoseconds.
  private var countedAt: UInt64 = 0
  private var end: UInt64 = 0

  /// Whether it may be tried again.
  func isOver(at now: UInt64) -> Bool { now >= self.end }

  /// How many attempts may be made now, of so many that are wanted: after a failure one, now and
  /// then.
  mutating func allowed(
    _ wanted: Int, at now: UInt64, using random: inout some RandomNumberGenerator
  ) -> Int {
    guard self.failures > 0, wanted > 0 else { return wanted }
    guard self.isOver(at: now) else { return 0 }
    self.end = now + self.wait(using: &random)
    return 1
  }

  mutating func failed(
    at now: UInt64, asked: Duration?, using random: inout some RandomNumberGenerator
  ) {
    // Attempts that failed together are one failure.
    guard self.failures == 0 || now >= self.countedAt + Self.base / 2 else { return }
    self.countedAt = now
    self.failures += 1
    let asked = min(asked ?? .zero, Self.longestAsked)
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
