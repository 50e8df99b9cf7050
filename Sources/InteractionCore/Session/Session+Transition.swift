extension Session {
  /// The pages' part of a tab switch: what they play, nil if they just change, and the transition
  /// that begins (rules X1, X2).
  mutating func exchange(
    from: Int, to: Int, translation: Double?, by rule: Held<TransitionDefinition>
  ) -> Timeline? {
    // What a finger has begun goes on as an animation, even if it is the first.
    // Under the second floor nothing moves (rule F1).
    let animates = rule.animatesFirst || self.state.transition.hasSwitched || translation != nil
    guard animates && self.followsFinger else {
      _ = self.state.transition.startCompleted(from: from, to: to, by: rule)
      return nil
    }
    let timeline = rule.wrappedValue.timeline(
      from: from, to: to, translation: translation, in: self.state.environment,
      duration: self.span)
    self.state.transition.start(
      from: from, to: to, directive: self.state.nextDirective,
      until: self.state.now + timeline.duration + rule.watchdog,
      followsRelease: translation != nil)
    return timeline
  }

  /// A change that may end what moves the pages: its end is announced once (rule X4).
  mutating func endTransition(
    in turn: inout Turn,
    by end: (inout TabTransition, Held<TransitionDefinition>) -> TabTransition.Completion?
  ) {
    guard let rule = self.experience.tabBar.heldTransition,
      let completion = end(&self.state.transition, rule)
    else { return }
    self.emit(completion, in: &turn)
  }

  private mutating func emit(_ completion: TabTransition.Completion, in turn: inout Turn) {
    self.state.generations.transition &+= 1
    self.emit(
      Setting(
        generation: self.state.generations.transition, state: .transition(completion.state)),
      in: &turn)
  }

  /// A drag of whole pages, recognised here or by the client (rules X7, N5).
  mutating func apply(_ drag: PageDrag, in turn: inout Turn) {
    switch drag.subject {
    case .tabs: self.swipe(drag, in: &turn)
    case .back, .scan: self.pull(drag, in: &turn)
    }
  }

  private mutating func swipe(_ drag: PageDrag, in turn: inout Turn) {
    guard let rule = self.experience.tabBar.heldTransition else { return }
    let isMirrored = self.state.environment.direction == .rightToLeft
    let context = TabTransition.SwipeContext(
      selected: self.state.tabBar.selected,
      right: self.neighbour(isMirrored ? -1 : 1),
      left: self.neighbour(isMirrored ? 1 : -1),
      width: self.state.environment.viewport.width)
    let effects = self.state.transition.handle(drag, by: rule, in: context)
    self.perform(effects, by: rule, in: &turn)
  }

  /// The tab beside the selected one, if a swipe may go there.
  private func neighbour(_ step: Int) -> Int? {
    let index = self.state.tabBar.selected + step
    guard self.followsFinger, self.state.navigation.pages.isEmpty,
      self.state.navigation.phase == .idle,
      self.state.tabBar.decide(index, in: self.experience.tabBar) == .select(index: index)
    else { return nil }
    return index
  }

  private mutating func perform(
    _ effects: [TabTransition.Effect], by rule: Held<TransitionDefinition>, in turn: inout Turn
  ) {
    for effect in effects {
      switch effect {
      case .completed(let completion):
        self.emit(completion, in: &turn)
      case .took:
        self.state.generations.transition &+= 1
        self.emit(self.transitionSetting(by: rule), in: &turn)
      case .switched(_, let to, let translation):
        self.forgetGate(unless: to, in: &turn)
        self.switchTab(to: to, origin: .user, translation: translation, in: &turn)
      case .returned(let from, let to, let translation):
        self.state.transition.start(
          from: from, to: to, directive: self.state.nextDirective,
          until: self.state.now + self.span(rule.duration) + rule.watchdog, outcome: .cancelled,
          followsRelease: true)
        self.state.generations.transition &+= 1
        let timeline = rule.wrappedValue.slideBack(
          from: from, to: to, translation: translation, in: self.state.environment,
          duration: self.span)
        self.emit(self.transitionSetting(by: rule), playing: timeline, in: &turn)
      }
    }
  }

  /// Swiping between tabs is turned on or off (rule X7).
  mutating func turnSwiping(_ isOn: Bool, in turn: inout Turn) {
    guard let rule = self.experience.tabBar.heldTransition else { return }
    self.state.transition.swipes = isOn
    if !isOn { self.perform(self.state.transition.giveBack(), by: rule, in: &turn) }
  }

  /// The client waited for a verdict for too long and let go: the cancel branch (rule D7).
  mutating func letGo(of target: HoldTarget, in turn: inout Turn) {
    switch target {
    case .floor:
      self.feedFloor(.holdExpired, in: &turn)
    case .tabs:
      guard let rule = self.experience.tabBar.heldTransition,
        let (completion, back) = self.state.transition.letGo(by: rule)
      else { return }
      self.emit(completion, in: &turn)
      // A gate that has shut meanwhile is not led back through (rule T7).
      guard !self.state.tabBar.isGated(back, in: self.experience.tabBar) else { return }
      self.leaveTab(in: &turn)
      self.state.tabBar.select(back, by: .programmatic)
      self.state.generations.selection &+= 1
      self.emit(self.selectionSetting, in: &turn)
      self.reconsiderToggles(in: &turn)
    case .back:
      self.endNavigation(in: &turn) { $0.letGo() }
    }
  }
}
