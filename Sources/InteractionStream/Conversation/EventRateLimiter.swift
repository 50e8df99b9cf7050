import InteractionCore

/// The rate limit of a client's events: a token bucket in session time, so that events that are
/// sent again after a reconnect count as they did the first time.
///
/// Over the limit, movements that a later one of the same source or pointer supersedes are left
/// out, even if others move in between. Nothing else is ever left out.
@available(InteractionEngine 1.0, *)
struct EventRateLimiter: Hashable, Sendable {
  /// The remaining tokens, in events; negative beyond the limit.
  private(set) var tokens: Double
  private var last: Instant
  /// The server time since which the client has been over the limit; nil if it is not.
  private(set) var overSince: Instant?
  /// A Boolean value that indicates whether the client has been over the limit for too long.
  private(set) var isOverrun = false
  /// The newest movement of each source and pointer, held until it is superseded or applied, in
  /// order.
  private var held: [InteractionEvent] = []

  /// The cost of a superseded movement, where an event costs 1: several lists may scroll at the
  /// display's rate, yet a flood remains a flood.
  static let supersededCost = 0.125
  /// The maximum number of held movements.
  static let maximumHeld = 32

  init(tokens: Double, at time: Instant) {
    self.tokens = tokens
    self.last = time
  }

  /// Admits an event to be applied immediately; false, without a change, if the client is over the
  /// limit or movements are held.
  @inline(__always)
  mutating func admitsAtOnce(eventAt time: Instant, by limits: StreamLimits) -> Bool {
    guard self.held.isEmpty else { return false }
    self.refill(at: max(self.last, time), by: limits)
    guard self.tokens >= 1 else { return false }
    self.tokens -= 1
    self.overSince = nil
    return true
  }

  /// Admits an event. Returns the events to apply now, in order.
  mutating func admit(_ event: InteractionEvent, at now: Instant, by limits: StreamLimits)
    -> [InteractionEvent]
  {
    self.refill(at: max(self.last, event.time), by: limits)
    let movement = event.movement
    if let movement, let index = self.held.firstIndex(where: { $0.movement == movement }) {
      self.held.remove(at: index)
      self.tokens += 1 - Self.supersededCost
    }
    // A client with this debt has been over the limit for too long already.
    let debt = limits.eventOverrun.seconds * Double(limits.eventsPerSecond)
    self.tokens = max(self.tokens - 1, -debt - Double(limits.eventBurst))
    guard self.tokens < 0 else {
      self.overSince = nil
      return self.release() + [event]
    }
    let since = self.overSince ?? now
    self.overSince = since
    self.isOverrun = now - since >= limits.eventOverrun
    guard movement != nil else { return self.release() + [event] }
    self.held.append(event)
    return self.held.count > Self.maximumHeld ? [self.held.removeFirst()] : []
  }

  /// Refills the bucket up to a session time. Then allowance and time are all that the meter needs
  /// to continue.
  @inline(__always)
  mutating func refill(at time: Instant, by limits: StreamLimits) {
    let gained = max((time - self.last).seconds, 0) * Double(limits.eventsPerSecond)
    self.tokens = min(Double(limits.eventBurst), self.tokens + gained)
    self.last = time
  }

  /// True while movements are held.
  @inline(__always)
  var holds: Bool { !self.held.isEmpty }

  /// The sequence number of the first held movement; nil if none is held.
  @inline(__always)
  var heldSequence: UInt64? { self.holds ? self.held[0].sequence : nil }

  /// Removes and returns the held movements, to be applied now.
  mutating func release() -> [InteractionEvent] {
    defer { self.held = [] }
    return self.held
  }
}
