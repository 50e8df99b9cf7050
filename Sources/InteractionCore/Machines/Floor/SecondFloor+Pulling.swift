extension SecondFloor {
  /// Handles a scroll step of the list (rules F2–F5).
  mutating func handle(
    _ step: ScrollTracker.Step, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    self.updateIgnoresBounce(step, at: context.y)
    self.measure(step, in: context)
    switch self.phase {
    case .closed, .pulling, .tip, .armed:
      return self.pull(step, by: rule, in: context)
    case .opening(let opening):
      guard step.isStart, let heldUntil = opening.heldUntil, context.now < heldUntil else {
        // The list is hidden: its bounce is ignored.
        return []
      }
      // The client still holds the list where the finger left it: a new drag ends the hold as the
      // timeout would (rule D7).
      self.phase = .closed
      return [.entered(.closed)] + self.pull(step, by: rule, in: context)
    case .open, .closing:
      // Ignored, as while the floor opens.
      return []
    }
  }

  /// Updates ``ignoresBounce``: set by a cancelled drag in overscroll, reset by the next drag or at
  /// the top (rule F2).
  private mutating func updateIgnoresBounce(_ step: ScrollTracker.Step, at y: Double) {
    switch step {
    case .began, .resumed, .beganUnreported, .moved, .ended, .endedAfterRelease:
      self.ignoresBounce = false
    case .cancelled:
      self.ignoresBounce = y < 0
    case .decelerated, .settled, .programmaticBegan, .programmaticMoved, .programmaticEnded:
      if y >= 0 { self.ignoresBounce = false }
    }
  }

  /// Adds the list's samples to the velocity of its drag, except while a finger is on the open page
  /// (rule S7).
  private mutating func measure(_ step: ScrollTracker.Step, in context: Context) {
    if case .open(.some) = self.phase { return }
    switch step {
    case .began, .resumed, .beganUnreported:
      self.velocity.reset()
      self.velocity.add(context.y, at: context.now)
    case .moved, .ended:
      self.velocity.add(context.y, at: context.now)
    case .endedAfterRelease, .decelerated, .settled, .cancelled, .programmaticBegan,
      .programmaticMoved, .programmaticEnded:
      break
    }
  }

  private mutating func pull(
    _ step: ScrollTracker.Step, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    // A hidden list neither shows nor opens the floor (rule F14); a floor that is off stays closed
    // (rule F17).
    guard context.isListVisible && !self.isOff else { return self.enter(.closed) }
    switch step {
    case .began, .resumed, .moved:
      return self.enter(self.level(byFinger: true, by: rule, at: context.y))
    case .ended(let velocity):
      let speed = velocity ?? self.velocity.velocity(at: context.now)
      return self.release(at: speed, by: rule, in: context)
    case .decelerated where self.ignoresBounce, .programmaticMoved where self.ignoresBounce:
      return []
    case .decelerated, .programmaticMoved:
      return self.enter(self.level(byFinger: false, by: rule, at: context.y))
    case .endedAfterRelease, .settled, .cancelled, .programmaticEnded:
      // Cancelled or at rest: the floor never opens, and nothing keeps playing behind the list.
      return self.enter(.closed)
    case .beganUnreported, .programmaticBegan:
      // The step that follows decides.
      return []
    }
  }

  /// Handles the finger's lift: opens if the floor is armed and the list is not flung back up (rule
  /// F5).
  private mutating func release(
    at speed: Double, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    let level = self.level(byFinger: true, by: rule, at: context.y)
    guard case .armed = level else { return self.enter(level) }
    switch rule.wrappedValue.release {
    case .unlessFlungBack where speed > rule.wrappedValue.flingBackVelocity:
      return self.enter(self.level(byFinger: false, by: rule, at: context.y))
    case .unlessFlungBack, .byDistance:
      if let reason = self.veto(by: rule, in: context) {
        self.ignoresBounce = true
        return self.enter(.closed) + [.refuse(.open, reason)]
      }
      return self.open(by: rule, in: context, heldUntil: context.now + rule.wrappedValue.hold)
    }
  }

  /// Returns whether a release at the pull distance `distance`, pt, opens the floor.
  func isArmed(at distance: Double, by rule: Boxed<FloorDefinition.Rule>) -> Bool {
    distance
      >= (self.phase == .armed
        ? rule.wrappedValue.disarmDistance : rule.wrappedValue.triggerDistance)
  }

  /// Returns the phase for a list at the offset `y`.
  private func level(byFinger: Bool, by rule: Boxed<FloorDefinition.Rule>, at y: Double) -> Phase {
    let distance = -y
    if distance <= 0 { return .closed }
    if byFinger && self.isArmed(at: distance, by: rule) { return .armed }
    if distance >= rule.wrappedValue.tipDistance { return .tip }
    let showsTip = self.phase == .tip || self.phase == .armed
    if showsTip && distance >= rule.wrappedValue.tipDistance - rule.wrappedValue.tipHysteresis {
      return .tip
    }
    return .pulling
  }

  private mutating func enter(_ phase: Phase) -> [Effect] {
    if self.phase == phase { return [] }
    self.phase = phase
    return [.entered(phase.visible)]
  }
}

extension ScrollTracker.Step {
  /// A Boolean value that indicates whether the step starts a drag, whether or not its `began` was
  /// received.
  fileprivate var isStart: Bool {
    switch self {
    case .began, .resumed, .beganUnreported: true
    case .moved, .ended, .endedAfterRelease, .decelerated, .settled, .cancelled, .programmaticBegan,
      .programmaticMoved,
      .programmaticEnded:
      false
    }
  }
}
