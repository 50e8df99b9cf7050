import InteractionRandom

/// How long bytes are kept before they go on. Their order stays.
package struct Latency: Hashable, Sendable {
  /// Pieces that wait longer than the others, as a lost packet does until it is sent again. All
  /// that comes after such a piece waits behind it, as with TCP.
  package struct Retransmission: Hashable, Sendable {
    /// The part of all pieces, 0 to 1.
    package var share: Double
    /// The additional wait of each.
    package var timeout: Duration

    package init(share: Double, timeout: Duration) {
      self.share = share
      self.timeout = timeout
    }
  }

  /// No byte is kept for longer than this, jitter and retransmissions apart.
  package static let longest = Duration.seconds(3600)
  /// The unit of ``Retransmission/share`` in draws.
  private static let parts = 1_000_000

  /// What every byte waits.
  package var fixed: Duration
  /// What it waits at most in addition, drawn evenly.
  package var jitter: Duration
  /// The pieces that are sent again; nil for none.
  package var retransmission: Retransmission?
  /// Where the draws start; connection and direction are mixed in.
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

  /// The next wait, in nanoseconds.
  func draw(from random: inout SeededGenerator) -> Int64 {
    let spread = Int(Self.nanoseconds(self.jitter))
    let wait = Self.nanoseconds(self.fixed) + Int64(random.next(in: 0 ... max(0, spread)))
    guard let again = self.retransmission else { return wait }
    let isLost = Double(random.next(in: 0 ... Self.parts - 1)) < again.share * Double(Self.parts)
    return isLost ? wait + Self.nanoseconds(again.timeout) : wait
  }

  /// Never too large for the type, whatever was assigned to the properties.
  private static func nanoseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = min(max(duration, .zero), Self.longest).components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
