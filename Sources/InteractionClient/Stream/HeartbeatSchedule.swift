import InteractionCore

/// The schedule of a session's heartbeats, in session time.
struct HeartbeatSchedule: Sendable {
  /// The interval until a server has named one.
  private static let usualInterval = TimeSpan.seconds(10)

  private(set) var interval = Self.usualInterval
  /// The time of the newest frame with session time.
  private var lastSent: Instant
  private var demand = HeartbeatDemand.none

  /// The demand for a heartbeat.
  private enum HeartbeatDemand: Hashable, Sendable {
    /// The next heartbeat is not due yet.
    case none
    /// The interval has elapsed; any frame with session time satisfies it.
    case due
    /// A heartbeat was requested explicitly.
    case asked
  }

  init(at start: Instant) {
    self.lastSent = start
  }

  /// Sets the server's interval, at least a second; zero restores the default.
  mutating func setInterval(_ interval: TimeSpan) {
    self.interval = interval > .zero ? max(interval, .seconds(1)) : Self.usualInterval
  }

  /// The time at which the next heartbeat is due; nil if one is pending.
  var next: Instant? { self.demand == .none ? self.lastSent + self.interval : nil }

  /// The silence after which the server counts as lost: two and a half intervals.
  var idleTimeout: TimeSpan { self.interval * 5 / 2 }

  /// Requests a heartbeat, which no other frame replaces.
  mutating func ask() { self.demand = .asked }

  mutating func tick(at now: Instant) {
    if self.demand == .none, now - self.lastSent >= self.interval { self.demand = .due }
  }

  func isDue(at now: Instant) -> Bool {
    self.demand != .none || now - self.lastSent >= self.interval
  }

  /// Records that events were sent, which carry session time like a heartbeat.
  mutating func noteEvents(at now: Instant) {
    self.lastSent = now
    if self.demand == .due { self.demand = .none }
  }

  /// Records a heartbeat, or a new connection.
  mutating func restart(at now: Instant) {
    self.lastSent = now
    self.demand = .none
  }
}
