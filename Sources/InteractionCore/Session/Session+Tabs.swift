extension Session {
  /// Handles a request to select a tab (rules T4–T7, R8).
  ///
  /// - Parameter condition: The condition that has been met, if the request had to wait for one.
  mutating func select(
    _ index: Int, origin: SelectionState.Origin, after condition: GateState.Condition? = nil,
    in turn: inout CauseContext
  ) {
    let request = Refusal.Request.selectTab(index: index)
    if origin == .user && condition == nil && self.isBarBlocked {
      if turn.explains, let finding = self.findingAboutBusyBar { turn.note(finding) }
      self.refuse(request, .busy, in: &turn)
      return
    }
    // Only taps are subject to the client's permission.
    let decision = self.state.tabBar.decide(
      index, in: self.experience.tabBar, asksClient: origin == .user && condition != .client)
    if turn.explains { turn.note(self.finding(about: decision, of: index, origin: origin)) }
    switch decision {
    case .refuse: break
    case .requestLogin, .requestClientApproval: self.dropPendingSelection(unless: index, in: &turn)
    case .jump, .reselect, .select: self.dropPendingSelection(unless: nil, in: &turn)
    }
    switch decision {
    case .refuse(let reason):
      self.refuse(request, reason, in: &turn)
    case .requestLogin(let index):
      self.wait(for: .login, toSelect: index, origin: origin, in: &turn)
    case .requestClientApproval(let index):
      self.wait(for: .client, toSelect: index, origin: origin, in: &turn)
    case .jump(let index):
      guard let jump = self.experience.tabBar.items[index].jump else { return }
      let value = jump.value.text(for: self.state.surface.locale)
      self.emit(
        with: .tabAction(PerformTabAction(tab: index, kind: jump.kind, value: value)), in: &turn)
    case .reselect(let index):
      // Only a tap reselects.
      if origin == .user && condition != .client {
        self.reselect(index, in: &turn)
      }
    case .select(let index):
      self.switchTab(to: index, origin: origin, in: &turn)
    }
  }

  /// Selects another tab: ends drags and transitions, then selects and animates the new tab (rule
  /// T5).
  ///
  /// - Parameter translation: The translation at the end of a swipe, pt; nil without a swipe.
  mutating func switchTab(
    to index: Int, origin: SelectionState.Origin, translation: Double? = nil,
    in turn: inout CauseContext
  ) {
    self.leaveTab(in: &turn)
    if translation == nil {
      self.endTransition(in: &turn) { $0.finish(by: $1) }
    }
    let from = self.state.tabBar.selected
    self.state.tabBar.select(index, by: origin)
    self.state.tabBar.looksOff = false
    self.state.generations.selection &+= 1
    var timeline = Timeline(tracks: [])
    // No animations under the second floor (rule F1).
    if self.isListInteractive, origin == .user || self.experience.tabBar.popsWithoutTap,
      let pop = self.experience.tabBar.selectionTimeline(
        index, in: self.state.surface, duration: self.motionDuration)
    {
      timeline = pop
    }
    var settings = [self.selectionSetting]
    if let rule = self.experience.tabBar.boxedTransition {
      if let pages = self.startTransition(from: from, to: index, translation: translation, by: rule)
      {
        timeline.tracks += pages.tracks
        timeline.staging += pages.staging
      }
      self.state.generations.transition &+= 1
      settings.append(self.transitionSetting(by: rule))
    }
    self.emit(settings, playing: timeline.tracks.isEmpty ? nil : timeline, in: &turn)
    if origin == .user { self.emitEffects(of: index, in: &turn) }
    self.reconcileToggles(in: &turn)
  }

  /// A Boolean value that indicates whether the bar refuses taps: during page transitions (rule N3)
  /// and while the second floor covers it (rule F1).
  var isBarBlocked: Bool { self.state.navigation.blocksInput || !self.isListInteractive }

  /// Returns the selection setting if the items that react at once have changed with
  /// ``isBarBlocked`` (rule T14); it belongs in the directive that causes the change.
  ///
  /// - Parameter former: The former value of ``isBarBlocked``.
  mutating func reactionSettings(since former: Bool) -> [Setting] {
    guard self.isBarBlocked != former else { return [] }
    let items = self.experience.tabBar.items.indices
    guard
      items.contains(where: { self.state.tabBar.respondsLocally($0, in: self.experience.tabBar) })
    else { return [] }
    self.state.generations.selection &+= 1
    return [self.selectionSetting]
  }

  /// Emits the effects of a tap: haptic, sound, badge count and Lottie animation (rule T8).
  private mutating func emitEffects(of index: Int, in turn: inout CauseContext) {
    // Field by field, to avoid copying the large item.
    let haptic = self.experience.tabBar.items[index].haptic
    if haptic != .none { self.emit(with: .haptic(haptic), in: &turn) }
    let sound = self.experience.tabBar.items[index].sound
    if !sound.isEmpty { self.emit(with: .sound(sound), in: &turn) }
    if self.experience.tabBar.items[index].countsUp && self.experience.tabBar.badgesAreOn {
      self.apply(.increase(by: 1), toBadgeOf: index, in: &turn)
    }
    let lottie = self.experience.tabBar.items[index].lottie
    if !lottie.isEmpty {
      self.emit(
        with: .animationFile(
          ControlAnimationFile(target: .tabLottie(index), name: lottie, operation: .play)),
        in: &turn)
    }
  }

  /// Handles a tap on the selected tab: scrolls to the top if a toggle of its list is past the
  /// threshold (rule R8), otherwise performs the item's action.
  private mutating func reselect(_ index: Int, in turn: inout CauseContext) {
    let toggles = self.state.toggles.indices.filter { self.wiring.toggleTabs[$0] == index }
    if toggles.contains(where: { self.state.toggles[$0].isReturning }) { return }
    if self.experience.tabBar.togglesSelectedLook && self.experience.tabBar.style == .buttons {
      // The button's pressed appearance toggles; its tab stays selected (rule T12).
      self.state.tabBar.looksOff.toggle()
      self.state.generations.selection &+= 1
      self.emit(self.selectionSetting, in: &turn)
    }
    let before = turn.outcome.directives.count
    for toggle in toggles {
      self.feedToggle(toggle, .reselect, in: &turn)
    }
    guard turn.outcome.directives.count == before else { return }
    let item = self.experience.tabBar.items[index]
    self.act(item.reselection, on: item.list, in: &turn)
  }

  /// Handles a double tap (rule T15).
  mutating func doubleTap(_ index: Int, in turn: inout CauseContext) {
    let item = self.experience.tabBar.items[index]
    let decision = self.state.tabBar.decide(index, in: self.experience.tabBar)
    guard let doubleTap = item.doubleTap, decision == .reselect(index: index),
      !self.isBarBlocked
    else {
      // A double tap on a tab that is not selected, is gated or refuses taps counts as a single
      // tap.
      self.select(index, origin: .user, in: &turn)
      return
    }
    self.dropPendingSelection(unless: index, in: &turn)
    self.act(doubleTap.action, on: item.list, in: &turn)
  }

  private mutating func act(
    _ reselection: TabItem.Reselection, on list: SourceID?, in turn: inout CauseContext
  ) {
    guard let list, let source = self.experience.index(of: list) else { return }
    switch reselection {
    case .nothing:
      break
    case .scrollToTop:
      self.emit(with: .scrollList(list, y: 0, animated: true), in: &turn)
    case .refresh:
      self.refresh(source, in: &turn)
    }
  }
}
