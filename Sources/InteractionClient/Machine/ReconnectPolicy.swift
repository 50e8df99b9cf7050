public import InteractionCore
import InteractionWire

/// The policy by which a session reconnects after its connection was lost.
public struct ReconnectPolicy: Hashable, Sendable {
  /// The upper limit of the first backoff; the delay is random between zero and this.
  public var initialBackoff: TimeSpan
  /// The maximum backoff. A retry delay requested by the server is added to it.
  public var maximumBackoff: TimeSpan
  /// The time after which the session gives up; nil for no limit.
  public var timeout: TimeSpan?
  /// The silence after which the connection counts as lost; nil for two and a half of the server's
  /// heartbeat intervals, which is 25 s until the server has named its interval.
  public var idleTimeout: TimeSpan?

  public init(
    initialBackoff: TimeSpan = .milliseconds(250), maximumBackoff: TimeSpan = .seconds(20),
    timeout: TimeSpan? = nil,
    idleTimeout: TimeSpan? = nil
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
    before attempt: Int, asked: TimeSpan?, using generator: inout some RandomNumberGenerator
  ) -> TimeSpan {
    let doublings = min(max(attempt - 1, 0), 20)
    let limit = min(self.initialBackoff * (1 << doublings), self.maximumBackoff)
    let wait = TimeSpan(
      microseconds: .random(in: 0 ... max(limit.microseconds, 0), using: &generator))
    return RetryDelay.clamped(asked ?? .zero) + wait
  }
}
