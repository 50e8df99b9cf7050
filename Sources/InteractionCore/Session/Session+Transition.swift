extension Session {
  /// Starts the transition between two tabs' pages; returns its timeline, nil if the pages swap
  /// without animation (rules X1, X2).
  mutating func startTransition(
    from: Int, to: Int, translation: Double?, by rule: TransitionDefinition
  ) -> Timeline? {
    // A swipe continues as an animation, even if it is the session's first switch. Under the second
    // floor nothing animates (rule F1).
    let animates = rule.animatesFirst || self.state.transition.hasSwitched || translation != nil
    guard animates && self.isListInteractive else {
      _ = self.state.transition.startCompleted(from: from, to: to, by: rule)
      return nil
    }
    let timeline = rule.timeline(
      from: from, to: to, translation: translation, in: self.state.surface,
      duration: self.motionDuration)
    self.state.transition.start(
      from: from, to: to, directive: self.state.nextDirective,
      until: self.state.now + timeline.duration + rule.watchdog,
      followsRelease: translation != nil)
    return timeline
  }

  /// Ends the running transition if `end` says so, and emits its end once (rule X4).
  mutating func endTransition(
    in turn: inout CauseContext,
    by end: (inout TabTransition, TransitionDefinition) -> TabTransition.Completion?
  ) {
    guard let rule = self.experience.tabBar.transition,
      let completion = end(&self.state.transition, rule)
    else { return }
    self.emit(completion, in: &turn)
  }

  private mutating func emit(_ completion: TabTransition.Completion, in turn: inout CauseContext) {
    self.state.generations.transition &+= 1
    self.emit(
      Setting(
        generation: self.state.generations.transition, state: .transition(completion.state)),
      in: &turn)
  }

  /// Handles a drag of whole pages, recognised here or by the client (rules X7, N5).
  mutating func apply(_ drag: PageDrag, in turn: inout CauseContext) {
    switch drag.subject {
    case .tabs: self.swipe(drag, in: &turn)
    case .back, .scan: self.pull(drag, in: &turn)
    }
  }

  private mutating func swipe(_ drag: PageDrag, in turn: inout CauseContext) {
    guard let rule = self.experience.tabBar.transition else { return }
    let isMirrored = self.state.surface.direction == .rightToLeft
    let context = TabTransition.SwipeContext(
      selected: self.state.tabBar.selected,
      right: self.neighbour(isMirrored ? -1 : 1),
      left: self.neighbour(isMirrored ? 1 : -1),
      width: self.state.surface.viewport.width)
    let effects = self.state.transition.handle(drag, by: rule, in: context)
    self.perform(effects, by: rule, in: &turn)
  }

  /// Returns the tab at `step` from the selected one, if a swipe may select it.
  private func neighbour(_ step: Int) -> Int? {
    let index = self.state.tabBar.selected + step
    guard self.isListInteractive, self.state.navigation.pages.isEmpty,
      self.state.navigation.phase == .idle,
      self.state.tabBar.decide(index, in: self.experience.tabBar) == .select(index: index)
    else { return nil }
    return index
  }

  private mutating func perform(
    _ effects: [TabTransition.Effect], by rule: TransitionDefinition,
    in turn: inout CauseContext
  ) {
    for effect in effects {
      switch effect {
      case .completed(let completion):
        self.emit(completion, in: &turn)
      case .began:
        self.state.generations.transition &+= 1
        self.emit(self.transitionSetting(by: rule), in: &turn)
      case .switched(_, let to, let translation):
        self.dropPendingSelection(unless: to, in: &turn)
        self.switchTab(to: to, origin: .user, translation: translation, in: &turn)
      case .returned(let from, let to, let translation):
        self.state.transition.start(
          from: from, to: to, directive: self.state.nextDirective,
          until: self.state.now + self.motionDuration(rule.duration) + rule.watchdog,
          outcome: .cancelled,
          followsRelease: true)
        self.state.generations.transition &+= 1
        let timeline = rule.slideBack(
          from: from, to: to, translation: translation, in: self.state.surface,
          duration: self.motionDuration)
        self.emit(self.transitionSetting(by: rule), playing: timeline, in: &turn)
      }
    }
  }

  /// Enables or disables swiping between tabs (rule X7).
  mutating func setSwipingEnabled(_ isOn: Bool, in turn: inout CauseContext) {
    guard let rule = self.experience.tabBar.transition else { return }
    self.state.transition.swipes = isOn
    if !isOn { self.perform(self.state.transition.cancelDrag(), by: rule, in: &turn) }
  }

  /// Reverts a release, because the client's hold timed out before the decision arrived (rule D7).
  mutating func expireHold(of target: HoldTarget, in turn: inout CauseContext) {
    switch target {
    case .floor:
      self.feedFloor(.holdExpired, in: &turn)
    case .tabs:
      guard let rule = self.experience.tabBar.transition,
        let (completion, back) = self.state.transition.revertRelease(by: rule)
      else { return }
      self.emit(completion, in: &turn)
      // The former tab may have become gated in the meantime (rule T7).
      guard !self.state.tabBar.isGated(back, in: self.experience.tabBar) else { return }
      self.leaveTab(in: &turn)
      self.state.tabBar.select(back, by: .programmatic)
      self.state.generations.selection &+= 1
      self.emit(self.selectionSetting, in: &turn)
      self.reconcileToggles(in: &turn)
    case .back:
      self.endNavigation(in: &turn) { $0.revertRelease() }
    }
  }
}
