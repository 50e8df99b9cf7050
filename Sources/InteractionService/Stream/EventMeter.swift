import InteractionCore

/// How many events a client sends, measured in session time, so that what it sends again after a
/// lost connection counts as it did the first time.
///
/// Over the limit, movements that a later one overtakes are left out; nothing else ever is.
@available(InteractionEngine 1.0, *)
struct EventMeter: Hashable, Sendable {
  /// Events that may still come at once.
  private(set) var allowance: Double
  private var last: Instant
  /// Since when the client has been over the limit, in server time.
  private(set) var overSince: Instant?
  /// Whether that is too long.
  private(set) var isOverrun = false
  /// The newest movement, which waits to be overtaken or applied, if there is one. A list, for an
  /// event is large, and would be copied to see whether there is one.
  private var held: [Event] = []

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
    guard event.isMovement else { return self.release() + [event] }
    let released = self.held.filter { !event.overtakes($0) }
    self.held = [event]
    return released
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

  /// Its number.
  @inline(__always)
  var heldSequence: UInt64? { self.holds ? self.held[0].sequence : nil }

  /// The movement that waits, to be applied now.
  mutating func release() -> [Event] {
    defer { self.held = [] }
    return self.held
  }
}

@available(InteractionEngine 1.0, *)
extension Event {
  /// Whether it only says that something has moved on.
  var isMovement: Bool {
    switch self.kind {
    case .scroll(let scroll):
      switch scroll.phase {
      case .moved, .decelerating, .programmaticMoved: true
      case .began, .ended, .cancelled, .settled, .programmaticBegan, .programmaticEnded: false
      }
    case .pointer(let pointer): pointer.phase == .moved
    case .pageDrag(let drag): drag.phase == .moved
    default: false
    }
  }

  /// Whether it is a later movement of the same thing.
  fileprivate func overtakes(_ older: Event) -> Bool {
    switch (self.kind, older.kind) {
    case (.scroll(let new), .scroll(let old)):
      new.source == old.source && new.drag == old.drag && new.phase == old.phase
    case (.pointer(let new), .pointer(let old)): new.id == old.id
    case (.pageDrag, .pageDrag): true
    default: false
    }
  }
}
