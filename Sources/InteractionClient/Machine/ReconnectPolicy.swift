import InteractionWire

/// The policy by which a session reconnects after its connection was lost.
@available(InteractionEngine 1.0, *)
public struct ReconnectPolicy: Hashable, Sendable {
  /// The upper limit of the first backoff; the delay is random between zero and this.
  public var initialBackoff: Duration
  /// The maximum backoff. A retry delay requested by the server is added to it.
  public var maximumBackoff: Duration
  /// The time after which the session gives up; nil for no limit.
  public var timeout: Duration?
  /// The silence after which the connection counts as lost; nil for two and a half of the server's
  /// heartbeat intervals, which is 25 s until the server has named its interval.
  public var idleTimeout: Duration?

  public init(
    initialBackoff: Duration = .milliseconds(250), maximumBackoff: Duration = .seconds(20),
    timeout: Duration? = nil,
    idleTimeout: Duration? = nil
  ) {
    self.initialBackoff = initialBackoff
    self.maximumBackoff = maximumBackoff
    self.timeout = timeout
    self.idleTimeout = idleTimeout
  }

  /// A backoff of 250 ms at first and 20 s at most, without a time limit.
  public static let standard = ReconnectPolicy()

  /// Returns the backoff before an attempt: random up to a limit that doubles with each failure
  /// (full jitter), so that clients that lost a server together do not reconnect together.
  ///
  /// - Parameters:
  ///   - attempt: The number of failed rounds over all engines, from 1.
  ///   - asked: The retry delay that the server requested, to which the backoff is added.
  func delay(
    before attempt: Int, asked: Duration?, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(max(attempt - 1, 0), 20)
    let limit = min(self.initialBackoff * (1 << doublings), self.maximumBackoff)
    let (seconds, attoseconds) = limit.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let wait = Duration.microseconds(
      Int64.random(in: 0 ... max(microseconds, 0), using: &generator))
    return RetryDelay.clamped(asked ?? .zero) + wait
  }
}
