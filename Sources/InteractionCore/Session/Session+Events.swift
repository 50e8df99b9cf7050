/// The routing of events to the state machines, in a fixed order.
extension Session {
  /// - Parameter isFirst: True for the session's first event: only that one opens it.
  mutating func apply(_ kind: InteractionEvent.Kind, isFirst: Bool, in turn: inout CauseContext) {
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
    case .pressTab(let index):
      self.pressTab(index, in: &turn)
    case .selectTab(let index):
      self.select(index, origin: .programmatic, in: &turn)
    case .orderToggle(let id, let look):
      guard let index = self.experience.toggles.firstIndex(where: { $0.id == id }) else { return }
      self.feedToggle(index, .command(look), in: &turn)
    case .heldDrags(let held, let pointers):
      self.release(except: held, in: &turn)
      self.releaseTouches(except: pointers, in: &turn)
    case .animationEnded(let directive, let outcome):
      // Finished and cancelled animations have the same end state (rule F7).
      self.feedFloor(.animationEnded(directive: directive), in: &turn)
      self.endTransition(in: &turn) { $0.animationEnded(directive, outcome, by: $1) }
      self.endNavigation(in: &turn) { $0.animationEnded(directive, outcome) }
    case .assetReady(let asset):
      self.setFloorAsset(asset, in: &turn)
    case .assetFailed(let slot):
      guard slot == FloorDefinition.assetSlot else { return }
      self.setFloorAsset(nil, in: &turn)
    case .floor(let command):
      self.applyFloorCommand(command, in: &turn)
    case .surface(let surface):
      self.change(to: surface, in: &turn)
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
      self.setSwipingEnabled(isOn, in: &turn)
    case .refreshDone:
      for source in self.state.refreshes.indices { self.endRefresh(of: source, in: &turn) }
    case .holdExpired(let target):
      self.expireHold(of: target, in: &turn)
    case .contentSize(let source, let size):
      self.resize(source, to: size)
    case .listShown(let source, let list):
      self.show(list: list, of: source, in: &turn)
    case .item(let change):
      self.apply(change, in: &turn)
    case .bar(let isHidden):
      self.setBarHidden(isHidden, in: &turn)
    case .move(let experience):
      self.move(to: experience, in: &turn)
    case .open(let restoration):
      if isFirst { self.open(restoration, in: &turn) }
    case .tick, .serverTick, .assetLooped:
      // No effect beyond the deadlines, which have fired already. A looping image plays on until
      // the floor's state ends it (rule F15).
      break
    }
  }

  /// Handles a scroll event: ends the movement that it implies to have ended, then applies it (rule
  /// S3).
  private mutating func apply(_ scroll: Scroll, in turn: inout CauseContext) {
    guard let source = self.experience.index(of: scroll.source) else { return }
    self.apply(scroll, from: source, in: &turn)
  }

  /// - Parameter source: The list's index in the experience.
  mutating func apply(_ scroll: Scroll, from source: Int, in turn: inout CauseContext) {
    if self.state.scrolls[source].isInterrupted(by: scroll),
      let step = self.state.scrolls[source].interrupt(by: scroll)
    {
      self.feed(step, from: source, in: &turn)
    }
    if !self.state.travels.isEmpty { self.followTravel(scroll, of: source) }
    let steps = self.state.scrolls[source].advance(scroll, at: self.state.now)
    if turn.explains { turn.note(self.finding(about: scroll, from: source, after: steps)) }
    if let first = steps.first {
      self.feed(first, from: source, in: &turn)
    }
    if let second = steps.second {
      self.feed(second, from: source, in: &turn)
    }
  }

  /// Passes one step of one list to every state machine that depends on the list: first to the
  /// floor, which owns the overscroll below offset 0 (rule S4), then to the toggles in the
  /// experience's order.
  mutating func feed(_ step: ScrollTracker.Step, from source: Int, in turn: inout CauseContext) {
    if !self.state.travels.isEmpty, case .programmaticEnded = step {
      self.moveTravel(of: source, to: self.state.scrolls[source].y)
    }
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
    _ index: Int, _ input: ThresholdToggle.Input, of source: Int? = nil, in turn: inout CauseContext
  ) {
    let list = source ?? self.wiring.toggleSources[index]
    let context = ThresholdToggle.Context(
      now: self.state.now,
      y: self.offset(of: list, seenBy: index),
      distance: self.state.travels.isEmpty ? 0 : list.map(self.travelledDistance) ?? 0,
      viewportHeight: self.state.surface.viewport.height,
      isVisible: self.isVisible(toggle: index)
    )
    if turn.explains { turn.note(self.finding(about: input, of: index, in: context)) }
    // No local constant: it would copy the rule.
    guard
      let decision = self.state.toggles[index].handle(
        input, by: self.experience.toggles[index].rule, in: context)
    else { return }
    switch decision {
    case .swap(let animated):
      self.emitToggle(index, animated: animated, in: &turn)
    case .switchAndScrollToTop:
      self.emitToggle(index, animated: true, in: &turn)
      self.emit(
        with: .scrollList(self.experience.toggles[index].source, y: 0, animated: true), in: &turn)
    }
  }

  /// Returns the offset of a list for a toggle: a bounce at the bottom is clamped (rule S4).
  private func offset(of source: Int?, seenBy toggle: Int) -> Double {
    guard let source else { return 0 }
    let y = self.state.scrolls[source].y
    guard !self.experience.toggles[toggle].rule.seesOverscroll else { return y }
    let largest = self.state.scrolls[source].largestOffset(in: self.state.surface)
    let end = min(y, largest ?? y)
    return self.experience.toggles[toggle].rule.travel == nil ? end : max(end, 0)
  }

  /// Passes a step to the floor, and a lift also to the refresh (rule F13).
  private mutating func feedFloor(_ step: ScrollTracker.Step, in turn: inout CauseContext) {
    guard case .ended = step else { return self.feedFloor(.step(step), in: &turn) }
    let isArmed = self.isFloorArmed
    self.feedFloor(.step(step), in: &turn)
    if !isArmed { self.releaseRefresh(in: &turn) }
  }

  mutating func feedFloor(_ input: SecondFloor.Input, in turn: inout CauseContext) {
    guard let rule = self.experience.floor?.$rule else { return }
    let context = SecondFloor.Context(
      now: self.state.now,
      y: self.wiring.floorSource.map { self.state.scrolls[$0].y } ?? 0,
      viewportHeight: self.state.surface.viewport.height,
      isListVisible: self.isFloorListVisible,
      reducedMotion: self.state.surface.reducedMotion,
      isSignedIn: self.state.tabBar.isSignedIn,
      nextDirective: self.state.nextDirective
    )
    if turn.explains, let finding = self.finding(about: input, in: context) { turn.note(finding) }
    let (former, refusedTaps) = (self.linkedView, self.isBarBlocked)
    let followedFinger = self.isListInteractive
    let effects = self.state.floor.handle(input, by: rule, in: context)
    // Changes of the reacting items belong to the last directive.
    let reactions = effects.isEmpty ? [] : self.reactionSettings(since: refusedTaps)
    for index in effects.indices {
      let isLast = index == effects.count - 1
      self.emitFloor(effects[index], with: isLast ? reactions : [], in: &turn)
    }
    if self.linkedView != former {
      self.emitLinks(since: former, in: &turn)
    }
    if !followedFinger && self.isListInteractive { self.reconcileToggles(in: &turn) }
  }

  /// A Boolean value that indicates whether the list in front of the floor is visible (rule F14).
  var isFloorListVisible: Bool { self.isVisible(onTab: self.wiring.floorTab) }

  /// Returns whether the page of a tab, or of every tab if nil, is visible: the tab is selected,
  /// and no page lies over it, comes or goes.
  private func isVisible(onTab tab: Int?) -> Bool {
    guard self.state.navigation.pages.isEmpty, self.state.navigation.phase == .idle
    else { return false }
    return tab.map { $0 == self.state.tabBar.selected } ?? true
  }

  /// Returns whether a toggle is visible: the app is in the foreground, and no other tab, page or
  /// second floor hides the toggle (rule R9).
  private func isVisible(toggle index: Int) -> Bool {
    self.state.isForeground && self.isListInteractive
      && self.isVisible(onTab: self.wiring.toggleTabs[index])
  }

  /// Updates the visible toggles without animation (rule R9).
  mutating func reconcileToggles(in turn: inout CauseContext) {
    for toggle in self.state.toggles.indices where self.isVisible(toggle: toggle) {
      self.feedToggle(toggle, .reconcile(animated: false), in: &turn)
    }
  }

  /// Cancels every running drag (rule S3).
  mutating func cancelDrags(in turn: inout CauseContext) {
    for source in self.state.scrolls.indices {
      switch self.state.scrolls[source].phase {
      case .resting, .programmatic:
        continue
      case .dragging, .decelerating:
        if let step = self.state.scrolls[source].interrupt() {
          self.feed(step, from: source, in: &turn)
        }
      }
    }
  }

  /// Ends drags and the pull, because the tab is about to be left (rule F14).
  mutating func leaveTab(in turn: inout CauseContext) {
    self.cancelDrags(in: &turn)
    // The app may have pulled the list, which continues while hidden.
    self.endPull(in: &turn)
  }

  /// Ends a pull without a release, because its list is about to be hidden (rule F14).
  mutating func endPull(in turn: inout CauseContext) {
    guard self.state.floor.phase.visible.isPulled else { return }
    self.feedFloor(.step(.cancelled), in: &turn)
  }

  /// Releases the drags that the heartbeat no longer lists (rule S3).
  private mutating func release(except held: [HeldDrag], in turn: inout CauseContext) {
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
