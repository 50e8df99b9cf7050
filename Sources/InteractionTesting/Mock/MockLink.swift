/// A network between the sessions and a ``MockServer``.
@available(InteractionEngine 1.0, *)
public struct MockLink: Hashable, Sendable {
  /// The time that a frame takes, each way.
  public var delay: Duration
  /// The bytes per second, each way; nil for any number.
  public var bytesPerSecond: Int?

  public init(delay: Duration = .zero, bytesPerSecond: Int? = nil) {
    self.delay = delay
    self.bytesPerSecond = bytesPerSecond
  }

  /// 256 kbit/s and a round trip of 300 ms, as on a bad mobile network.
  public static let slow = MockLink(delay: .milliseconds(150), bytesPerSecond: 32_000)
}

/// One direction of a connection: frames arrive in order.
@available(InteractionEngine 1.0, *)
struct MockDirection: Sendable {
  /// When the link has sent all that it was given.
  private var free: ContinuousClock.Instant?
  private var last: ContinuousClock.Instant?

  /// Returns when a frame of `bytes` arrives that is sent at `now`.
  mutating func arrival(
    of bytes: Int, over link: MockLink, at now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    var free = max(self.free ?? now, now)
    if let rate = link.bytesPerSecond { free += .seconds(1) * bytes / rate }
    self.free = free
    let arrival = max(free + link.delay, self.last ?? now)
    self.last = arrival
    return arrival
  }
}
