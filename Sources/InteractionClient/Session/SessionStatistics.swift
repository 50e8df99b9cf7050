public import InteractionCore

/// The statistics of a session since its creation; see ``InteractionSession/statistics``.
///
/// Times are measured only if session time follows the clock.
public struct SessionStatistics: Hashable, Sendable {
  /// The time from a heartbeat to its echo; nil before the first one.
  public var roundTrip: RoundTrip?
  /// The time from an event to a directive that it caused; nil before the first such directive.
  public var latency: Latency?
  /// The number of times that the session was resumed.
  public var resumed = 0
  /// The number of times that the session restarted instead of being resumed.
  public var restarted = 0
  /// The number of events sent; an event that is resent after a reconnect counts once.
  public var eventsSent = 0
  /// The number of scroll samples skipped between trigger lines.
  public var samplesSkipped = 0
  /// The number of superseded movements conflated in a long outbox.
  public var eventsConflated = 0
  /// The number of events that the server refused.
  public var eventsRefused = 0
  /// The number of events that no server had applied when the session ended, such as because of a
  /// full outbox.
  public var eventsDropped = 0

  /// The round-trip time of heartbeats.
  public struct RoundTrip: Hashable, Sendable {
    /// The newest value.
    public var last: TimeSpan
    /// The smoothed value, as TCP computes it: 7/8 of the previous value plus 1/8 of the newest.
    public var smoothed: TimeSpan

    init(_ first: TimeSpan) { (self.last, self.smoothed) = (first, first) }

    mutating func add(_ next: TimeSpan) {
      (self.last, self.smoothed) = (next, (self.smoothed * 7 + next) / 8)
    }
  }

  /// The latency from events to the directives that they caused.
  public struct Latency: Hashable, Sendable {
    /// The newest value.
    public var last: TimeSpan
    /// The median of the newest 128 values.
    public var p50: TimeSpan
    /// The 95th percentile of the newest 128 values.
    public var p95: TimeSpan
  }
}
