import InteractionCore

/// The times of a session's heartbeats, in session time.
@available(InteractionEngine 1.0, *)
struct Heartbeats: Sendable {
  /// The interval where no server has named one.
  private static let usualInterval = TimeSpan.seconds(10)

  private(set) var interval = Self.usualInterval
  /// The time of the newest frame that carries the session's time.
  private var lastSent: Instant
  private var demand = Demand.none

  /// The reason for the next heartbeat.
  private enum Demand: Hashable, Sendable {
    /// None: it is not due yet.
    case none
    /// The interval is over; any frame with the session's time will do.
    case due
    /// It was asked for.
    case asked
  }

  init(at start: Instant) {
    self.lastSent = start
  }

  /// Takes the server's interval: a second at least.
  mutating func setInterval(_ interval: TimeSpan) {
    self.interval = interval > .zero ? max(interval, .seconds(1)) : Self.usualInterval
  }

  /// The time at which the next one is due; nil if it waits to be sent.
  var next: Instant? { self.demand == .none ? self.lastSent + self.interval : nil }

  /// The silence after which a server counts as lost: two and a half intervals.
  var silence: Duration { .microseconds(self.interval.microseconds) * 5 / 2 }

  /// Asks for a heartbeat, whatever else is sent.
  mutating func ask() { self.demand = .asked }

  mutating func tick(at now: Instant) {
    if self.demand == .none, now - self.lastSent >= self.interval { self.demand = .due }
  }

  func isDue(at now: Instant) -> Bool {
    self.demand != .none || now - self.lastSent >= self.interval
  }

  /// Notes that events were sent, which tell the session's time as a heartbeat does.
  mutating func noteEvents(at now: Instant) {
    self.lastSent = now
    if self.demand == .due { self.demand = .none }
  }

  /// Notes a heartbeat, or a connection that begins.
  mutating func restart(at now: Instant) {
    self.lastSent = now
    self.demand = .none
  }
}
