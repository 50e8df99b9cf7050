import InteractionCore
import InteractionFleet

/// When an engine looks for sessions that belong to others: after the list of engines has changed,
/// or an engine of it has begun anew, and then has stayed the same for so long that the proxies go
/// by it, too; and again for those that their engines had no room for.
///
/// What comes back after that is kept: then a proxy knows better.
@available(InteractionEngine 1.0, *)
struct MovePlan: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    /// Can transition to: ``looking(_:at:)``.
    case settled
    /// It looks then for the sessions that the ring gives to others.
    ///
    /// Can transition to: ``looking(_:at:)``, ``settled``.
    case looking(HashRing, at: Instant)
  }

  private let settlingTime: TimeSpan
  private var phase = Phase.settled

  /// - Parameter settlingTime: How long the list has to stay the same: more than a proxy's health
  ///   checks and a lease take together.
  init(settlingTime: TimeSpan) {
    self.settlingTime = settlingTime
  }

  /// When to look; nil if there is nothing to wait for.
  var due: Instant? {
    if case .looking(_, let time) = self.phase { time } else { nil }
  }

  /// Keys belong so from now on, and that is news.
  mutating func follow(_ ring: HashRing, at now: Instant) {
    self.phase = .looking(ring, at: now + self.settlingTime)
  }

  /// Where keys belong, if it is time to look.
  mutating func ring(at now: Instant) -> HashRing? {
    guard case .looking(let ring, let time) = self.phase, time <= now else { return nil }
    self.phase = .settled
    return ring
  }

  /// Sessions were left since their engines have no room: it looks again then, unless the list has
  /// changed meanwhile.
  mutating func lookAgain(by ring: HashRing, at time: Instant) {
    if case .settled = self.phase { self.phase = .looking(ring, at: time) }
  }
}
