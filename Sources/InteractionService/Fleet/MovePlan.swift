import InteractionCore
import InteractionFleet

/// When an engine looks for sessions that belong to others: once after the list of engines has
/// changed, or an engine of it has begun anew, and then has stayed the same for so long that the
/// proxies go by it, too.
///
/// What comes back after that is kept: then a proxy knows better.
@available(InteractionEngine 1.0, *)
struct MovePlan: Hashable, Sendable {
  private enum Phase: Hashable, Sendable {
    /// Can transition to: ``settling(_:until:)``.
    case settled
    /// The list has changed.
    ///
    /// Can transition to: ``settling(_:until:)``, ``settled``.
    case settling([String], until: Instant)
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
    if case .settling(_, let until) = self.phase { until } else { nil }
  }

  /// These engines are in the list, by name, and that is news.
  mutating func follow(_ engines: [String], at now: Instant) {
    self.phase = .settling(engines, until: now + self.settlingTime)
  }

  /// Where keys belong, if it is time to look.
  mutating func ring(at now: Instant) -> HashRing? {
    guard case .settling(let engines, let until) = self.phase, until <= now else { return nil }
    self.phase = .settled
    return HashRing(engines)
  }
}
