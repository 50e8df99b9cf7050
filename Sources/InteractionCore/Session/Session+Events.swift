/// The wiring: which machine sees what, in which order.
extension Session {
  mutating func apply(_ kind: Event.Kind, in turn: inout Turn) {
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
      self.endRefresh(in: &turn)
    case .holdExpired(let target):
      self.letGo(of: target, in: &turn)
    case .contentSize(let source, let size):
      self.resize(source, to: size)
    case .open, .tick, .serverTick, .assetLooped, .unknown:
      // A session opens once, and draining the deadlines was all there was to do. A picture that
      // loops plays on until the floor's state says otherwise (rule F15).
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
    if source == self.wiring.floorSource && self.showsFloorSource {
      self.feedFloor(.step(step), in: &turn)
      if case .lifted = step { self.releaseRefresh(in: &turn) }
    }
    for index in self.state.toggles.indices {
      if source == self.wiring.toggleSources[index] {
        self.feedToggle(index, .step(step), in: &turn)
      } else if self.experience.toggles[index].rule.seesEverySource {
        self.feedToggle(index, .otherStep(step), y: self.state.scrolls[source].y, in: &turn)
      }
    }
  }

  mutating func feedToggle(
    _ index: Int, _ input: ThresholdToggle.Input, y: Double? = nil, in turn: inout Turn
  ) {
    let source = self.wiring.toggleSources[index]
    let context = ThresholdToggle.Context(
      now: self.state.now,
      y: y ?? source.map { self.state.scrolls[$0].y } ?? 0,
      viewportHeight: self.state.environment.viewport.height,
      isVisible: self.isVisible(toggle: index)
    )
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

  mutating func feedFloor(_ input: SecondFloor.Input, in turn: inout Turn) {
    guard let rule = self.experience.floor?.$rule else { return }
    let context = SecondFloor.Context(
      now: self.state.now,
      y: self.wiring.floorSource.map { self.state.scrolls[$0].y } ?? 0,
      viewportHeight: self.state.environment.viewport.height,
      reducedMotion: self.state.environment.reducedMotion,
      isSignedIn: self.state.tabBar.isSignedIn,
      nextDirective: self.state.nextDirective
    )
    let (former, refusedTaps) = (self.linkedView, self.refusesTaps)
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
  }

  /// Whether the floor's list can be seen: its tab, if it lies on one, is selected (rule F14).
  private var showsFloorSource: Bool {
    guard let tab = self.wiring.floorTab else { return true }
    return tab == self.state.tabBar.selected
  }

  /// Whether a toggle can be seen: the app is on the screen and the toggle's page, if it lies on
  /// one, is selected (rule R9).
  private func isVisible(toggle index: Int) -> Bool {
    guard self.state.isForeground else { return false }
    guard let tab = self.wiring.toggleTabs[index] else { return true }
    return tab == self.state.tabBar.selected
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
    if self.state.floor.phase.visible.isDragging {
      // The app has pulled the list, which moves on unseen.
      self.feedFloor(.step(.cancelled), in: &turn)
    }
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
