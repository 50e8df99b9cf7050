import InteractionClient
public import InteractionCore

/// The simulated network between clients and a ``MockServer``.
@available(InteractionEngine 1.0, *)
public struct MockNetwork: Hashable, Sendable {
  /// The latency of a frame, one way.
  public var delay: TimeSpan
  /// The bandwidth in bytes per second, each way; nil for no limit.
  public var bytesPerSecond: Int?

  public init(delay: TimeSpan = .zero, bytesPerSecond: Int? = nil) {
    self.delay = delay
    self.bytesPerSecond = bytesPerSecond
  }

  /// A bad mobile network: 256 kbit/s, and a round trip of 300 ms.
  public static let slow = MockNetwork(delay: .milliseconds(150), bytesPerSecond: 32_000)
}

/// One direction of a connection, which delivers in order.
@available(InteractionEngine 1.0, *)
struct MockDirection: Sendable {
  /// The time at which the link has transmitted everything queued.
  private var free: MonotonicTime?
  private var last: MonotonicTime?

  /// Returns the arrival time of a frame of `bytes` that is sent at `now`.
  mutating func arrival(
    of bytes: Int, over link: MockNetwork, at now: MonotonicTime
  ) -> MonotonicTime {
    var free = max(self.free ?? now, now)
    if let rate = link.bytesPerSecond { free = free + .seconds(1) * bytes / rate }
    self.free = free
    let arrival = max(free + link.delay, self.last ?? now)
    self.last = arrival
    return arrival
  }
}
