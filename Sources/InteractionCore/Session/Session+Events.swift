/// The wiring: which machine sees what, in which order.
extension Session {
  /// - Parameter isFirst: Whether it is the session's first event: only that one opens it.
  mutating func apply(_ kind: Event.Kind, isFirst: Bool, in turn: inout Turn) {
    switch kind {
    case .scroll(let scroll):
      self.apply(scroll, in: &turn)
    case .pointer(let pointer):
      self.apply(pointer, in: &turn)
    case .tapTab(let index):
      let (bar, tabs) = (self.experience.tabBar, self.state.tabBar)
      let effects = self.state.barTouch.tap(index, at: turn.time, in: bar) {
        tabs.supersedes($0, $1, in: bar)
      }
      if turn.explains && effects.isEmpty { turn.note(self.findingAboutWaitingTap(on: index)) }
      self.perform(effects, in: &turn)
    case .selectTab(let index):
      self.select(index, origin: .programmatic, in: &turn)
    case .orderToggle(let id, let look):
      guard let index = self.experience.toggles.firstIndex(where: { $0.id == id }) else { return }
      self.feedToggle(index, .order(look), in: &turn)
    case .heldDrags(let held, let pointers):
      self.release(except: held, in: &turn)
      self.releaseTouches(except: pointers, in: &turn)
    case .animationEnded(let directive, let outcome):
      // Finished and cancelled lead to the same end state (rule F7).
      self.feedFloor(.animationEnded(directive: directive), in: &turn)
      self.endTransition(in: &turn) { $0.animationEnded(directive, outcome, by: $1) }
      self.endNavigation(in: &turn) { $0.animationEnded(directive, outcome) }
    case .assetReady(let asset):
      self.place(asset, in: &turn)
    case .assetFailed(let slot):
      guard slot == FloorDefinition.assetSlot else { return }
      self.place(nil, in: &turn)
    case .floor(let command):
      self.order(command, in: &turn)
    case .environment(let environment):
      self.change(to: environment, in: &turn)
    case .background:
      self.enterBackground(in: &turn)
    case .foreground:
      self.enterForeground(in: &turn)
    case .account(let change):
      self.apply(change, in: &turn)
    case .selectionVerdict(let verdict):
      self.apply(verdict, in: &turn)
    case .menu(let choice):
      self.apply(choice, in: &turn)
    case .badge(let tab, let operation):
      self.apply(operation, toBadgeOf: tab, in: &turn)
    case .navigate(let request):
      self.navigate(request, in: &turn)
    case .pageDrag(let drag):
      self.apply(drag, in: &turn)
    case .swiping(let isOn):
      self.turnSwiping(isOn, in: &turn)
    case .refreshDone:
      for source in self.state.refreshes.indices { self.endRefresh(of: source, in: &turn) }
    case .holdExpired(let target):
      self.letGo(of: target, in: &turn)
    case .contentSize(let source, let size):
      self.resize(source, to: size)
    case .open(let restoration):
      if isFirst { self.open(restoration, in: &turn) }
    case .tick, .serverTick, .assetLooped:
      // Draining the deadlines was all there was to do. A picture that loops plays on until the
      // floor's state says otherwise (rule F15).
      break
    }
  }

  /// A scroll report: first whatever it shows to be over, then what it says (rule S3).
  private mutating func apply(_ scroll: Scroll, in turn: inout Turn) {
    guard let source = self.experience.index(of: scroll.source) else { return }
    self.apply(scroll, from: source, in: &turn)
  }

  /// - Parameter source: Where the list stands in the experience.
  mutating func apply(_ scroll: Scroll, from source: Int, in turn: inout Turn) {
    if self.state.scrolls[source].isInterrupted(by: scroll),
      let step = self.state.scrolls[source].interrupt(by: scroll)
    {
      self.feed(step, from: source, in: &turn)
    }
    let steps = self.state.scrolls[source].advance(scroll, at: self.state.now)
    if turn.explains { turn.note(self.finding(about: scroll, from: source, after: steps)) }
    if let first = steps.first {
      self.feed(first, from: source, in: &turn)
    }
    if let second = steps.second {
      self.feed(second, from: source, in: &turn)
    }
  }

  /// One step of one list, to each machine that follows the list: the floor first, since what lies
  /// below offset 0 is the floor's own (rule S4), then the toggles in the experience's order.
  mutating func feed(_ step: ScrollTracker.Step, from source: Int, in turn: inout Turn) {
    if source == self.wiring.floorSource { self.feedFloor(step, in: &turn) }
    for index in self.state.toggles.indices {
      if source == self.wiring.toggleSources[index] {
        self.feedToggle(index, .step(step), in: &turn)
      } else if self.experience.toggles[index].rule.seesEverySource {
        self.feedToggle(index, .otherStep(step), of: source, in: &turn)
      }
    }
  }

  mutating func feedToggle(
    _ index: Int, _ input: ThresholdToggle.Input, of source: Int? = nil, in turn: inout Turn
  ) {
    let context = ThresholdToggle.Context(
      now: self.state.now,
      y: self.offset(of: source ?? self.wiring.toggleSources[index], seenBy: index),
      viewportHeight: self.state.environment.viewport.height,
      isVisible: self.isVisible(toggle: index)
    )
    if turn.explains { turn.note(self.finding(about: input, of: index, in: context)) }
    // Not by way of a constant: the rule would be copied.
    guard
      let decision = self.state.toggles[index].handle(
        input, by: self.experience.toggles[index].rule, in: context)
    else { return }
    switch decision {
    case .swap(let animated):
      self.emitToggle(index, animated: animated, in: &turn)
    case .swapAndReturn:
      self.emitToggle(index, animated: true, in: &turn)
      self.emit(
        with: .scrollList(self.experience.toggles[index].source, y: 0, animated: true), in: &turn)
    }
  }

  /// The offset that a toggle sees of a list: at the bottom a bounce is none (rule S4).
  private func offset(of source: Int?, seenBy toggle: Int) -> Double {
    guard let source else { return 0 }
    let y = self.state.scrolls[source].y
    guard !self.experience.toggles[toggle].rule.seesOverscroll,
      let largest = self.state.scrolls[source].largestOffset(in: self.state.environment)
    else { return y }
    return min(y, largest)
  }

  /// A step of the list that the floor hides behind, and what a refresh makes of it (rule F13).
  private mutating func feedFloor(_ step: ScrollTracker.Step, in turn: inout Turn) {
    guard case .lifted = step else { return self.feedFloor(.step(step), in: &turn) }
    let isArmed = self.isFloorArmed
    self.feedFloor(.step(step), in: &turn)
    if !isArmed { self.releaseRefresh(in: &turn) }
  }

  mutating func feedFloor(_ input: SecondFloor.Input, in turn: inout Turn) {
    guard let rule = self.experience.floor?.$rule else { return }
    let context = SecondFloor.Context(
      now: self.state.now,
      y: self.wiring.floorSource.map { self.state.scrolls[$0].y } ?? 0,
      viewportHeight: self.state.environment.viewport.height,
      isListSeen: self.isFloorListSeen,
      reducedMotion: self.state.environment.reducedMotion,
      isSignedIn: self.state.tabBar.isSignedIn,
      nextDirective: self.state.nextDirective
    )
    if turn.explains, let finding = self.finding(about: input, in: context) { turn.note(finding) }
    let (former, refusedTaps) = (self.linkedView, self.refusesTaps)
    let followedFinger = self.followsFinger
    let effects = self.state.floor.handle(input, by: rule, in: context)
    // What covers the bar, or uncovers it, comes last.
    let reactions = effects.isEmpty ? [] : self.reactionSettings(since: refusedTaps)
    for index in effects.indices {
      let isLast = index == effects.count - 1
      self.emitFloor(effects[index], with: isLast ? reactions : [], in: &turn)
    }
    if self.linkedView != former {
      self.emitLinks(since: former, in: &turn)
    }
    if !followedFinger && self.followsFinger { self.reconsiderToggles(in: &turn) }
  }

  /// Whether the list that the floor hides behind can be seen (rule F14).
  var isFloorListSeen: Bool { self.isSeen(onTab: self.wiring.floorTab) }

  /// Whether what lies on a tab's page, or on all of them, can be seen: the tab is selected, and no
  /// page lies over it, comes or goes.
  private func isSeen(onTab tab: Int?) -> Bool {
    guard self.state.navigation.pages.isEmpty, self.state.navigation.phase == .idle
    else { return false }
    return tab.map { $0 == self.state.tabBar.selected } ?? true
  }

  /// Whether a toggle can be seen: the app is on the screen, and neither another tab, a page nor
  /// the second floor hides it (rule R9).
  private func isVisible(toggle index: Int) -> Bool {
    self.state.isForeground && self.followsFinger
      && self.isSeen(onTab: self.wiring.toggleTabs[index])
  }

  /// The toggles that have come back into view catch up without their animation (rule R9).
  mutating func reconsiderToggles(in turn: inout Turn) {
    for toggle in self.state.toggles.indices where self.isVisible(toggle: toggle) {
      self.feedToggle(toggle, .reconsider(animated: false), in: &turn)
    }
  }

  /// Ends every running drag as cancelled (rule S3).
  mutating func cancelDrags(in turn: inout Turn) {
    for source in self.state.scrolls.indices {
      switch self.state.scrolls[source].phase {
      case .resting, .programmatic:
        continue
      case .dragging, .coasting:
        if let step = self.state.scrolls[source].interrupt() {
          self.feed(step, from: source, in: &turn)
        }
      }
    }
  }

  /// Ends what a finger or the app does to the lists of a tab that is about to be left (rule F14).
  mutating func leaveTab(in turn: inout Turn) {
    self.cancelDrags(in: &turn)
    // The app may have pulled the list, which moves on unseen.
    self.endPull(in: &turn)
  }

  /// Ends a pull that has not been let go, since its list is about to be hidden (rule F14).
  mutating func endPull(in turn: inout Turn) {
    guard self.state.floor.phase.visible.isDragging else { return }
    self.feedFloor(.step(.cancelled), in: &turn)
  }

  /// Ends the drags that the heartbeat no longer names (rule S3).
  private mutating func release(except held: [HeldDrag], in turn: inout Turn) {
    for source in self.state.scrolls.indices {
      guard case .dragging(let drag) = self.state.scrolls[source].phase else { continue }
      let id = self.experience.sources[source].id
      if held.contains(HeldDrag(source: id, drag: drag)) { continue }
      if let step = self.state.scrolls[source].release() {
        self.feed(step, from: source, in: &turn)
      }
    }
  }
}
