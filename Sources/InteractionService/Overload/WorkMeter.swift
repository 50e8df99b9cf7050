import InteractionCore
import InteractionStream
import InteractionWire

/// How much work a session makes for the server, measured in server time: session time is what the
/// client says, and passes as fast as it likes.
///
/// A session that makes too much is not ended but held back: its next frame is read later, so that
/// nothing is lost and the other sessions have the server.
@available(InteractionEngine 1.0, *)
struct WorkMeter: Hashable, Sendable {
  /// What may still come at once; negative while the session owes.
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
  /// - Returns: How long the session's next frame has to wait; nil if it need not.
  mutating func charge(_ cost: Int, at now: Instant) -> TimeSpan? {
    self.settle(at: now)
    self.allowance -= Double(cost)
    return self.debt
  }

  /// How long a frame that comes now has to wait; nil if it need not.
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
  /// What it costs the server, about, in movements; admission has a limit of its own for openings.
  var cost: Int {
    switch self {
    case .samples(_, let run): Self.baseCost + run.samples.count
    case .events(_, let events): events.reduce(Self.baseCost) { $0 + $1.cost }
    case .ack, .heartbeat: Self.baseCost
    // It is answered.
    case .unknown: 16
    // A signature is verified.
    case .authRefresh: 512
    case .open: 0
    }
  }

  private static let baseCost = 2

  /// What the length of a message adds to that: its fields are read, whatever they lead to.
  static func cost(ofBytes count: Int) -> Int { count / 256 }
}

@available(InteractionEngine 1.0, *)
extension ReadEvent {
  /// A tap has to be decided, answered and sealed; a movement mostly says nothing new.
  fileprivate var cost: Int {
    if case .event(let event) = self, event.movement != nil { 1 } else { 16 }
  }
}
