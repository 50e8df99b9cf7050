extension SecondFloor {
  /// Opens, closes or peeks by order (rules F8, F9).
  mutating func handle(
    _ command: FloorCommand, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    switch (command, self.phase) {
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
      // Already on its way.
      return []
    case (.close, .closed), (.close, .pulling), (.close, .tip), (.close, .armed):
      return [.refuse(.close, .notOpen)]

    case (.peek, .closed):
      return [.peek]
    case (.peek, .pulling), (.peek, .tip), (.peek, .armed):
      // The user is looking at it already.
      return []
    }
  }

  /// A finger on the open page: a long or fast enough pull up closes it (rule F8).
  mutating func handle(
    _ pointer: Pointer, by rule: FloorDefinition.Rule, in context: Context
  ) -> [Effect] {
    guard case .open(let pull) = self.phase else { return [] }
    switch (pointer.phase, pull) {
    case (.down, .none):
      let zone = context.viewportHeight * (1 - rule.closeZone)
      guard pointer.position.y >= zone else { return [] }
      self.velocity.reset()
      self.velocity.add(pointer.position.y, at: context.now)
      self.phase = .open(pull: UpwardPull(pointer: pointer.id, start: pointer.position.y))
      return []
    case (.moved, .some(let pull)) where pull.pointer == pointer.id:
      self.velocity.add(pointer.position.y, at: context.now)
      return []
    case (.up, .some(let pull)) where pull.pointer == pointer.id:
      self.velocity.add(pointer.position.y, at: context.now)
      let distance = pull.start - pointer.position.y
      let speed = -self.velocity.velocity(at: context.now)
      if distance > context.viewportHeight / 2 || speed > rule.closeVelocity {
        return self.close(by: rule, in: context)
      }
      self.phase = .open(pull: nil)
      return [.springBack]
    case (.cancelled, .some(let pull)) where pull.pointer == pointer.id:
      self.phase = .open(pull: nil)
      return [.springBack]
    case (.down, .some), (.moved, _), (.up, _), (.cancelled, _):
      // The first finger owns the page; the others mean nothing to it.
      return []
    }
  }

  /// Why the floor may not open, if it may not (rule F5).
  func veto(by rule: FloorDefinition.Rule, in context: Context) -> Refusal.Reason? {
    if rule.requiresLogin && !context.isSignedIn { return .loginRequired }
    if rule.requiresAsset && self.asset?.isReady != true { return .assetNotReady }
    return nil
  }

  mutating func open(
    by rule: FloorDefinition.Rule, in context: Context, followsRelease: Bool = false
  ) -> [Effect] {
    let expected = context.reducedMotion ? .zero : rule.openingDuration
    let until: Instant
    switch rule.restoring {
    case .byCompletion: until = context.now + expected + rule.watchdog
    case .byFixedDelay: until = context.now + expected
    }
    self.phase = .opening(
      Opening(
        directive: context.nextDirective, until: until, followsRelease: followsRelease))
    return [.entered(.opening)]
  }

  mutating func close(by rule: FloorDefinition.Rule, in context: Context) -> [Effect] {
    let expected = context.reducedMotion ? .zero : rule.closeDuration
    self.phase = .closing(
      directive: context.nextDirective, until: context.now + expected + rule.watchdog)
    return [.entered(.closing)]
  }
}
