public import InteractionCore

extension Presenter {
  /// What the engine has to hear of: ends of animations that it waits for, and releases that have
  /// waited for a verdict for too long. Each is told once.
  public mutating func reports(until now: Instant) -> [Event.Kind] {
    if self.advance(to: now) { self.layOut() }
    return self.pending.take()
  }

  /// When there is something to report next, unless a directive or a finger changes that; nil if
  /// nothing is waited for.
  public var nextReport: Instant? {
    if !self.pending.unsent.isEmpty { return self.screen.now }
    return [self.pending.nextEnd, self.model.hold.deadline].compactMap(\.self).min()
  }

  /// Whether time has changed more than values.
  func isDue(at now: Instant) -> Bool {
    self.screen.performances.contains { $0.hasEnded(by: now) && !$0.holds }
      || [self.pending.nextEnd, self.model.hold.deadline].contains { $0.map { $0 <= now } ?? false }
  }

  /// Takes in that time has passed.
  ///
  /// - Returns: Whether the scene has to be laid out again.
  @discardableResult
  mutating func advance(to now: Instant) -> Bool {
    self.screen.now = max(self.screen.now, now)
    let now = self.screen.now
    guard self.isDue(at: now) else { return false }
    if let deadline = self.model.hold.deadline, let held = self.model.hold.expire(at: now) {
      self.letGo(of: held, at: deadline)
    }
    self.screen.performances.removeAll { $0.hasEnded(by: now) && !$0.holds }
    self.pending.advance(to: now)
    return true
  }
}
