import InteractionWire

/// How a session comes back after its connection was lost.
@available(InteractionEngine 1.0, *)
public struct ReconnectPolicy: Hashable, Sendable {
  /// The first wait is random between nothing and this.
  public var base: Duration
  /// No wait is longer than this, but for what a server asks for.
  public var cap: Duration
  /// How long to try before giving up; nil for as long as the session lives.
  public var patience: Duration?
  /// How long the server may be silent before the connection counts as lost; nil for two and a half
  /// of the server's heartbeat intervals, 25 s until it has named one.
  public var silence: Duration?

  public init(
    base: Duration = .milliseconds(250), cap: Duration = .seconds(20), patience: Duration? = nil,
    silence: Duration? = nil
  ) {
    self.base = base
    self.cap = cap
    self.patience = patience
    self.silence = silence
  }

  /// A quarter of a second at first, twenty seconds at most, for as long as the session lives.
  public static let standard = ReconnectPolicy()

  /// How long to wait before another attempt: anything up to twice as much each time, so that
  /// clients which lost a server together do not come back together.
  ///
  /// - Parameter attempt: How many have failed since the session was last open, from 1.
  func delay(
    before attempt: Int, asked: Duration?, using generator: inout some RandomNumberGenerator
  ) -> Duration {
    let doublings = min(max(attempt - 1, 0), 20)
    let limit = min(self.base * (1 << doublings), self.cap)
    let (seconds, attoseconds) = limit.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let wait = Duration.microseconds(
      Int64.random(in: 0 ... max(microseconds, 0), using: &generator))
    return RetryDelay.clamped(asked ?? .zero) + wait
  }
}
