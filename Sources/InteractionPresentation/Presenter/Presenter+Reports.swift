public import InteractionCore

extension Presenter {
  /// Returns the reports that are due by `now`: ends of animations that the engine waits for, and
  /// expired holds. Each is returned once.
  public mutating func reports(until now: Instant) -> [InteractionEvent.Kind] {
    if self.advance(to: now) { self.layOut() }
    return self.pending.take()
  }

  /// The time of the next report, unless a directive or an input changes it; nil if none is
  /// pending.
  public var nextReport: Instant? {
    if !self.pending.unsent.isEmpty { return self.screen.now }
    return [self.pending.nextEnd, self.model.hold.deadline].compactMap(\.self).min()
  }

  /// Returns whether the layout is outdated by `now`: an animation ends, or a report is due.
  func isDue(at now: Instant) -> Bool {
    if self.pending.isDue(at: now) { return true }
    if let deadline = self.model.hold.deadline, deadline <= now { return true }
    return self.screen.animations.contains { $0.hasEnded(by: now) && !$0.holds }
  }

  /// Handles the passing of time.
  ///
  /// - Returns: True if the scene has to be laid out again.
  @discardableResult
  mutating func advance(to now: Instant) -> Bool {
    self.screen.now = max(self.screen.now, now)
    let now = self.screen.now
    guard self.isDue(at: now) else { return false }
    if let deadline = self.model.hold.deadline, let held = self.model.hold.expire(at: now) {
      self.release(held, at: deadline)
    }
    self.screen.animations.removeAll { $0.hasEnded(by: now) && !$0.holds }
    self.pending.advance(to: now)
    return true
  }
}
