import InteractionCore
import InteractionFleet

/// The schedule for moving sessions: after a change of the list of engines, or a restart of one of
/// them, and a settling time in which proxies adapt; and again when engines had no capacity.
///
/// Sessions that return after the move are kept, since the routing of the proxies takes precedence.
@available(InteractionEngine 1.0, *)
struct RebalancePlan: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    /// No move is pending.
    ///
    /// Can transition to: ``pending(_:at:)``.
    case settled
    /// A move by the ring is due at the given server time.
    ///
    /// Can transition to: ``pending(_:at:)``, ``settled``.
    case pending(HashRing, at: Instant)
  }

  private let settlingTime: TimeSpan
  private var phase = Phase.settled

  /// - Parameter settlingTime: The time without a change of the list; longer than a proxy's health
  ///   checks and a lease together.
  init(settlingTime: TimeSpan) {
    self.settlingTime = settlingTime
  }

  /// The server time of the next move; nil if none is pending.
  var due: Instant? {
    if case .pending(_, let time) = self.phase { time } else { nil }
  }

  /// Schedules a move after a change of the ring.
  mutating func follow(_ ring: HashRing, at now: Instant) {
    self.phase = .pending(ring, at: now + self.settlingTime)
  }

  /// Returns the ring if a move is due, and clears it; nil otherwise.
  mutating func ring(at now: Instant) -> HashRing? {
    guard case .pending(let ring, let time) = self.phase, time <= now else { return nil }
    self.phase = .settled
    return ring
  }

  /// Schedules a retry for sessions without capacity elsewhere, unless the ring has changed
  /// meanwhile.
  mutating func retry(by ring: HashRing, at time: Instant) {
    if case .settled = self.phase { self.phase = .pending(ring, at: time) }
  }
}
