/// How long bytes are kept before they go on. Their order stays.
package struct Latency: Hashable, Sendable {
  /// No byte is kept for longer than this, jitter apart.
  package static let longest = Duration.seconds(3600)

  /// What every byte waits.
  package var fixed: Duration
  /// What it waits at most in addition, drawn evenly.
  package var jitter: Duration
  /// Where the draws start; connection and direction are mixed in.
  package var seed: UInt64

  package init(_ fixed: Duration, jitter: Duration = .zero, seed: UInt64 = 0) {
    self.fixed = min(max(fixed, .zero), Self.longest)
    self.jitter = min(max(jitter, .zero), Self.longest)
    self.seed = seed
  }

  /// The next wait, in nanoseconds.
  func draw(from random: inout SplitMix64) -> Int64 {
    let spread = Int(Self.nanoseconds(self.jitter))
    return Self.nanoseconds(self.fixed) + Int64(random.next(in: 0 ... max(0, spread)))
  }

  /// Never too large for the type, whatever was assigned to the properties.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(max(duration, .zero), Self.longest).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
