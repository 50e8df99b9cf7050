import InteractionCore

/// How many events a client sends, measured in session time, so that what it sends again after a
/// lost connection counts as it did the first time.
///
/// Over the limit, movements that a later one of the same thing overtakes are left out, whatever
/// else moves between them; nothing else ever is.
@available(InteractionEngine 1.0, *)
struct EventMeter: Hashable, Sendable {
  /// Events that may still come at once.
  private(set) var allowance: Double
  private var last: Instant
  /// Since when the client has been over the limit, in server time.
  private(set) var overSince: Instant?
  /// Whether that is too long.
  private(set) var isOverrun = false
  /// The newest movements, one of each thing, which wait to be overtaken or applied, in order.
  private var held: [Event] = []

  /// What a movement counts that was overtaken and left out, where an event counts 1: several lists
  /// may move at the rate of their display, and a flood is one all the same.
  static let overtakenCost = 0.125
  /// The most movements that wait.
  static let mostHeld = 32

  init(allowance: Double, at time: Instant) {
    self.allowance = allowance
    self.last = time
  }

  /// Takes in an event of `time` of a client that is within the limit, to be applied at once; false
  /// if it is not, and nothing was taken in.
  @inline(__always)
  mutating func admitsAtOnce(eventAt time: Instant, by limits: StreamLimits) -> Bool {
    guard self.held.isEmpty else { return false }
    self.settle(at: max(self.last, time), by: limits)
    guard self.allowance >= 1 else { return false }
    self.allowance -= 1
    self.overSince = nil
    return true
  }

  /// Takes in an event; returns what to apply now, in order.
  mutating func admit(_ event: Event, at now: Instant, by limits: StreamLimits) -> [Event] {
    self.settle(at: max(self.last, event.time), by: limits)
    let movement = event.movement
    if let movement, let index = self.held.firstIndex(where: { $0.movement == movement }) {
      self.held.remove(at: index)
      self.allowance += 1 - Self.overtakenCost
    }
    // A client that owes this much has been over the limit for too long already.
    let debt = limits.eventOverrun.seconds * Double(limits.eventsPerSecond)
    self.allowance = max(self.allowance - 1, -debt - Double(limits.eventBurst))
    guard self.allowance < 0 else {
      self.overSince = nil
      return self.release() + [event]
    }
    let since = self.overSince ?? now
    self.overSince = since
    self.isOverrun = now - since >= limits.eventOverrun
    guard movement != nil else { return self.release() + [event] }
    self.held.append(event)
    return self.held.count > Self.mostHeld ? [self.held.removeFirst()] : []
  }

  /// Session time has come to `time`: the allowance and the time are all that the meter needs to go
  /// on from here.
  @inline(__always)
  mutating func settle(at time: Instant, by limits: StreamLimits) {
    let gained = max((time - self.last).seconds, 0) * Double(limits.eventsPerSecond)
    self.allowance = min(Double(limits.eventBurst), self.allowance + gained)
    self.last = time
  }

  /// Whether a movement waits.
  @inline(__always)
  var holds: Bool { !self.held.isEmpty }

  /// The number of the first that does.
  @inline(__always)
  var heldSequence: UInt64? { self.holds ? self.held[0].sequence : nil }

  /// The movements that wait, to be applied now.
  mutating func release() -> [Event] {
    defer { self.held = [] }
    return self.held
  }
}
