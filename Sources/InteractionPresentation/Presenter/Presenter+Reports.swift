public import InteractionCore

extension Presenter {
  /// What the engine has to hear of: ends of animations that it waits for, and releases that have
  /// waited for a verdict for too long. Each is told once.
  public mutating func reports(until now: Instant) -> [Event.Kind] {
    self.advance(to: now)
    defer { self.unsent = [] }
    return self.unsent
  }

  /// When there is something to report next, unless a directive or a finger changes that; nil if
  /// nothing is waited for.
  public var nextReport: Instant? {
    if !self.unsent.isEmpty { return self.now }
    let end = self.awaited.lazy.map(\.end).min()
    guard let end, let deadline = self.hold.deadline else { return end ?? self.hold.deadline }
    return min(end, deadline)
  }

  /// Whether time has changed more than values.
  func isDue(at now: Instant) -> Bool {
    self.performances.contains { $0.hasEnded(by: now) && !$0.holds }
      || self.awaited.contains { $0.end <= now } || self.hold.deadline.map { $0 <= now } ?? false
  }

  /// Time has passed.
  mutating func advance(to now: Instant) {
    self.now = max(self.now, now)
    guard self.isDue(at: self.now) else { return }
    if let deadline = self.hold.deadline, let held = self.hold.expire(at: self.now) {
      self.letGo(of: held, at: deadline)
    }
    self.performances.removeAll { $0.hasEnded(by: self.now) && !$0.holds }
    for awaited in self.awaited where awaited.end <= self.now {
      self.unsent.append(.animationEnded(directive: awaited.directive, outcome: .finished))
    }
    self.awaited.removeAll { $0.end <= self.now }
    self.layOut()
  }
}
