/// A session's figures since it was created; see ``InteractionSession/statistics``.
///
/// Times are measured only where session time runs with the clock.
@available(InteractionEngine 1.0, *)
public struct SessionStatistics: Hashable, Sendable {
  /// The time from a heartbeat to its answer; nil before the first answer.
  public var roundTrip: RoundTrip?
  /// The time from an event to a directive that it caused; nil before the first such directive.
  public var latency: Latency?
  /// The number of times that the session was resumed.
  public var resumed = 0
  /// The number of times that the session began anew instead of being resumed.
  public var restarted = 0
  /// The number of events sent; one that is sent again after a reconnect counts once.
  public var eventsSent = 0
  /// The number of scroll samples left out between trigger lines.
  public var samplesSkipped = 0
  /// The number of movements left out of a long outbox, since a later one overtakes them.
  public var eventsCoalesced = 0
  /// The number of events that the server refused.
  public var eventsRefused = 0
  /// The number of events that no server had applied when the session ended, such as with a full
  /// outbox.
  public var eventsDropped = 0

  /// The round-trip time of heartbeats.
  public struct RoundTrip: Hashable, Sendable {
    /// The newest one.
    public var last: Duration
    /// The smoothed one, as TCP computes it: 7/8 of the former value and 1/8 of the newest one.
    public var smoothed: Duration

    init(_ first: Duration) { (self.last, self.smoothed) = (first, first) }

    mutating func add(_ next: Duration) {
      (self.last, self.smoothed) = (next, (self.smoothed * 7 + next) / 8)
    }
  }

  /// The time from events to the directives that they caused.
  public struct Latency: Hashable, Sendable {
    /// The newest one.
    public var last: Duration
    /// The median of the newest 128.
    public var p50: Duration
    /// The 95th percentile of the newest 128.
    public var p95: Duration
  }
}
