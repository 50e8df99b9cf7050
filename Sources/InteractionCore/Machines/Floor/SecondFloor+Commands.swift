extension SecondFloor {
  /// Opens, closes or peeks on command (rules F8, F9).
  mutating func handle(
    _ command: FloorCommand, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    switch (command, self.phase) {
    case (.turnOff, .opening), (.turnOff, .closing), (.turnOn, .opening), (.turnOn, .closing):
      return [.refuse(command, .busy)]
    case (.turnOff, .closed), (.turnOff, .pulling), (.turnOff, .tip), (.turnOff, .armed):
      guard !self.isOff else { return [] }
      self.isOff = true
      self.phase = .closed
      return [.entered(.closed)]
    case (.turnOff, .open):
      self.isOff = true
      return self.close(by: rule, in: context)
    case (.turnOn, .closed), (.turnOn, .pulling), (.turnOn, .tip), (.turnOn, .armed),
      (.turnOn, .open):
      guard self.isOff else { return [] }
      self.isOff = false
      return [.entered(.closed)]
    case (.open, _) where self.isOff, (.peek, _) where self.isOff:
      return [.refuse(command, .absent)]
    case (.open, .closed), (.open, .pulling), (.open, .tip), (.open, .armed):
      if let reason = self.veto(by: rule, in: context) { return [.refuse(.open, reason)] }
      return self.open(by: rule, in: context)
    case (.open, .opening), (.open, .open), (.open, .closing),
      (.peek, .opening), (.peek, .open), (.peek, .closing):
      return [.refuse(command, .busy)]

    case (.close, .opening(var opening)):
      opening.closeRequested = true
      self.phase = .opening(opening)
      return []
    case (.close, .open):
      return self.close(by: rule, in: context)
    case (.close, .closing):
      // Closing already.
      return []
    case (.close, .closed), (.close, .pulling), (.close, .tip), (.close, .armed):
      return [.refuse(.close, .notOpen)]

    case (.peek, .closed):
      return [.peek]
    case (.peek, .pulling), (.peek, .tip), (.peek, .armed):
      // Visible already.
      return []
    }
  }

  /// Handles a finger on the open page: a pull up that is long or fast enough closes it (rule F8).
  mutating func handle(
    _ pointer: Pointer, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> [Effect] {
    if case .closing(_, _, .some(let heldUntil)) = self.phase, pointer.phase == .down,
      context.now < heldUntil, self.mayClose(pointer, by: rule, in: context)
    {
      // The client still holds the page where the finger left it: a new finger that may close it
      // ends the hold as the timeout would (rules D7, F16).
      self.phase = .open(pull: nil)
      self.touchDown(pointer, by: rule, in: context)
      return [.entered(.open)]
    }
    guard case .open(let pull) = self.phase else { return [] }
    switch (pointer.phase, pull) {
    case (.down, .none):
      self.touchDown(pointer, by: rule, in: context)
      return []
    case (.down, .some(let pull)) where pull.pointer == pointer.id:
      // Its `up` was lost.
      let effects = self.springBack(pull)
      self.touchDown(pointer, by: rule, in: context)
      return effects
    case (.moved, .some(var pull)) where pull.pointer == pointer.id:
      self.velocity.add(pointer.position.y, at: context.now)
      pull.y = pointer.position.y
      self.phase = .open(pull: pull)
      return []
    case (.up, .some(var pull)) where pull.pointer == pointer.id:
      self.velocity.add(pointer.position.y, at: context.now)
      pull.y = pointer.position.y
      let speed = -self.velocity.velocity(at: context.now)
      guard pull.distance > context.viewportHeight / 2 || speed > rule.wrappedValue.closeVelocity
      else {
        return self.springBack(pull)
      }
      self.phase = .open(pull: pull)
      return self.close(by: rule, in: context, heldUntil: context.now + rule.wrappedValue.hold)
    case (.cancelled, .some(let pull)) where pull.pointer == pointer.id:
      return self.springBack(pull)
    case (.down, .some), (.moved, _), (.up, _), (.cancelled, _):
      // The first finger owns the page; the others are ignored.
      return []
    }
  }

  /// Starts a closing pull if the finger touched down in the close zone.
  private mutating func touchDown(
    _ pointer: Pointer, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) {
    guard self.mayClose(pointer, by: rule, in: context) else { return }
    self.velocity.reset()
    self.velocity.add(pointer.position.y, at: context.now)
    self.phase = .open(pull: ClosingPull(pointer: pointer.id, start: pointer.position.y))
  }

  /// Returns whether a finger touched down in the close zone (rule F8).
  private func mayClose(
    _ pointer: Pointer, by rule: Boxed<FloorDefinition.Rule>, in context: Context
  ) -> Bool {
    pointer.position.y >= context.viewportHeight * (1 - rule.wrappedValue.closeZone)
  }

  /// Returns the page to its position from where the finger left it (rule F16).
  private mutating func springBack(_ pull: ClosingPull) -> [Effect] {
    self.phase = .open(pull: nil)
    self.velocity.reset()
    return [.springBack(from: pull.distance)]
  }

  /// Returns the reason for not opening the floor; nil if it may open (rule F5).
  func veto(by rule: Boxed<FloorDefinition.Rule>, in context: Context) -> Refusal.Reason? {
    if rule.wrappedValue.requiresLogin && !context.isSignedIn { return .loginRequired }
    if rule.wrappedValue.requiresAsset && self.asset?.isReady != true { return .assetNotReady }
    return nil
  }

  mutating func open(
    by rule: Boxed<FloorDefinition.Rule>, in context: Context, heldUntil: Instant? = nil
  ) -> [Effect] {
    let expected = context.reducedMotion ? .zero : rule.wrappedValue.openingDuration
    let until: Instant
    switch rule.wrappedValue.restoring {
    case .byCompletion: until = context.now + expected + rule.wrappedValue.watchdog
    case .byFixedDelay: until = context.now + expected
    }
    self.phase = .opening(
      Opening(directive: context.nextDirective, until: until, heldUntil: heldUntil))
    return [.entered(.opening)]
  }

  mutating func close(
    by rule: Boxed<FloorDefinition.Rule>, in context: Context, heldUntil: Instant? = nil
  ) -> [Effect] {
    var distance = 0.0
    if case .open(.some(let pull)) = self.phase {
      distance = min(pull.distance, context.viewportHeight)
      self.velocity.reset()
    }
    let expected = context.reducedMotion ? .zero : rule.wrappedValue.closingDuration
    self.phase = .closing(
      directive: context.nextDirective, until: context.now + expected + rule.wrappedValue.watchdog,
      heldUntil: heldUntil)
    return [.entered(.closing, pulled: distance)]
  }
}
