import InteractionRandom

/// The delay of bytes. Their order is kept.
package struct Latency: Hashable, Sendable {
  /// The additional delay of chunks as if a packet was lost and retransmitted. Later chunks wait
  /// behind them (head-of-line blocking), as with TCP.
  package struct Retransmission: Hashable, Sendable {
    /// The fraction of chunks that are delayed, 0 to 1.
    package var share: Double
    /// The additional delay of each.
    package var timeout: Duration

    package init(share: Double, timeout: Duration) {
      self.share = share
      self.timeout = timeout
    }
  }

  /// The upper bound of each part of a delay.
  package static let longest = Duration.seconds(3600)
  /// The resolution of ``Retransmission/share`` in draws.
  private static let parts = 1_000_000

  /// The fixed delay.
  package var fixed: Duration
  /// The maximum additional delay, uniformly distributed.
  package var jitter: Duration
  /// The simulated retransmissions; nil for none.
  package var retransmission: Retransmission?
  /// The seed; connection and direction are mixed in.
  package var seed: UInt64

  package init(
    _ fixed: Duration, jitter: Duration = .zero, retransmission: Retransmission? = nil,
    seed: UInt64 = 0
  ) {
    self.fixed = min(max(fixed, .zero), Self.longest)
    self.jitter = min(max(jitter, .zero), Self.longest)
    self.retransmission = retransmission
    self.seed = seed
  }

  /// Returns the next delay, nanoseconds.
  func draw(from random: inout SeededGenerator) -> Int64 {
    let spread = Int(Self.nanoseconds(self.jitter))
    let wait = Self.nanoseconds(self.fixed) + Int64(random.next(in: 0 ... max(0, spread)))
    guard let again = self.retransmission else { return wait }
    let isLost = Double(random.next(in: 0 ... Self.parts - 1)) < again.share * Double(Self.parts)
    return isLost ? wait + Self.nanoseconds(again.timeout) : wait
  }

  /// Returns nanoseconds, clamped so that a sum of them cannot overflow, whatever is in the
  /// properties.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(max(duration, .zero), Self.longest).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
