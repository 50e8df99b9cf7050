extension SecondFloor {
  /// Follows the list (rules F2–F5).
  mutating func handle(
    _ step: ScrollTracker.Step, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    if case .began = step { self.ignoresBounce = false }
    switch self.phase {
    case .opening, .open, .closing:
      // The list is hidden: it may bounce back as it likes.
      return []
    case .closed, .pulling, .tip, .armed:
      break
    }
    switch step {
    case .began:
      self.velocity.reset()
      self.velocity.add(context.y, at: context.now)
      return self.enter(self.level(byFinger: true, by: rule, at: context.y))
    case .dragged:
      self.velocity.add(context.y, at: context.now)
      return self.enter(self.level(byFinger: true, by: rule, at: context.y))
    case .lifted(let velocity):
      self.velocity.add(context.y, at: context.now)
      let speed = velocity ?? self.velocity.velocity(at: context.now)
      return self.release(at: speed, by: rule, in: context)
    case .coasted where self.ignoresBounce, .jumped where self.ignoresBounce:
      return []
    case .coasted, .jumped:
      return self.enter(self.level(byFinger: false, by: rule, at: context.y))
    case .slipped, .settled, .cancelled, .jumpEnded:
      // Taken away or at rest: never opens, and nothing plays on behind the list.
      return self.enter(.closed)
    case .jumpBegan:
      return []
    }
  }

  /// The finger lifts: opens if the floor is armed and was not flung back up (rule F5).
  private mutating func release(
    at speed: Double, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    let level = self.level(byFinger: true, by: rule, at: context.y)
    guard case .armed = level else { return self.enter(level) }
    switch rule.release {
    case .unlessFlungBack where speed > rule.flingBackVelocity:
      return self.enter(self.level(byFinger: false, by: rule, at: context.y))
    case .unlessFlungBack, .byDistance:
      if let reason = self.veto(by: rule, in: context) {
        self.ignoresBounce = true
        return self.enter(.closed) + [.refuse(.open, reason)]
      }
      return self.open(by: rule, in: context, followsRelease: true)
    }
  }

  /// Where a list that stands at `y` puts the floor.
  private func level(byFinger: Bool, by rule: FloorDefinition.Rule, at y: Double) -> Phase {
    let distance = -y
    if distance <= 0 { return .closed }
    if byFinger && distance >= rule.triggerDistance { return .armed }
    if distance >= rule.tipDistance { return .tip }
    let showsTip = self.phase == .tip || self.phase == .armed
    if showsTip && distance >= rule.tipDistance - rule.tipHysteresis { return .tip }
    return .pulling
  }

  private mutating func enter(_ phase: Phase) -> [Effect] {
    if self.phase == phase { return [] }
    self.phase = phase
    return [.entered(phase.visible)]
  }
}
