import InteractionCore
import InteractionStream
import InteractionWire

/// The cost of a session's work, a token bucket in server time: session time is set by the client,
/// and can advance arbitrarily fast.
///
/// A session beyond the limit is throttled instead of ended: its next frame is read later, so that
/// nothing is lost and other sessions are served.
@available(InteractionEngine 1.0, *)
struct SessionThrottle: Hashable, Sendable {
  /// The remaining tokens, in movements; negative while the session is in debt.
  private var allowance: Double
  private var last: Instant
  private let perSecond: Double
  private let burst: Double

  init(at now: Instant, by limits: StreamLimits) {
    self.perSecond = Double(limits.workPerSecond)
    self.burst = Double(limits.workBurst)
    self.allowance = self.burst
    self.last = now
  }

  /// Charges the session for a frame.
  ///
  /// - Parameter cost: The cost in movements.
  /// - Returns: The time by which the next frame is delayed; nil if it is not.
  mutating func charge(_ cost: Int, at now: Instant) -> TimeSpan? {
    self.settle(at: now)
    self.allowance -= Double(cost)
    return self.debt
  }

  /// Returns the time by which a frame that arrives now is delayed; nil if it is not.
  mutating func debt(at now: Instant) -> TimeSpan? {
    self.settle(at: now)
    return self.debt
  }

  private mutating func settle(at now: Instant) {
    let gained = max((now - self.last).seconds, 0) * self.perSecond
    self.allowance = min(self.burst, self.allowance + gained)
    self.last = now
  }

  private var debt: TimeSpan? {
    guard self.allowance < 0 else { return nil }
    return TimeSpan(microseconds: Int64(-self.allowance * 1_000_000 / self.perSecond) + 1)
  }
}

@available(InteractionEngine 1.0, *)
extension RequestFrame {
  /// The approximate cost in movements; openings have their own limit in admission control.
  var cost: Int {
    switch self {
    case .samples(_, let run): Self.baseCost + run.samples.count
    case .events(_, let events): events.reduce(Self.baseCost) { $0 + $1.cost }
    case .ack, .heartbeat: Self.baseCost
    // It is answered with a notice.
    case .unknown: 16
    // A signature is verified.
    case .authRefresh: 512
    case .open: 0
    }
  }

  private static let baseCost = 2

  /// Returns the additional cost of a message's length: all fields are parsed.
  static func cost(ofBytes count: Int) -> Int { count / 256 }
}

@available(InteractionEngine 1.0, *)
extension DecodedEvent {
  /// The cost of the event: a tap is decided, answered and checkpointed; a movement usually has no
  /// effect.
  fileprivate var cost: Int {
    if case .event(let event) = self, event.movement != nil { 1 } else { 16 }
  }
}
