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
    if self.experience.navigation?.stacks == .perTab {
      self.endNavigation(in: &turn) { $0.finish() }
    }
    if translation == nil {
      self.endTransition(in: &turn) { $0.finish(by: $1) }
    }
    let (from, wasAway) = (self.state.tabBar.selected, self.isBarAway)
    self.state.tabBar.select(index, by: origin)
    let hasOtherPages = self.exchangePages(of: from, for: index)
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
    if let rule = self.experience.tabBar.transition {
      if let pages = self.startTransition(from: from, to: index, translation: translation, by: rule)
      {
        timeline.tracks += pages.tracks
        timeline.staging += pages.staging
      }
      self.state.generations.transition &+= 1
      settings.append(self.transitionSetting(by: rule))
    }
    if self.isBarAway != wasAway {
      self.state.generations.layout &+= 1
      settings.append(self.layoutSetting)
    }
    if hasOtherPages, let rule = self.experience.navigation {
      self.state.generations.navigation &+= 1
      settings.append(self.navigationSetting(by: rule))
    }
    self.emit(settings, playing: timeline.tracks.isEmpty ? nil : timeline, in: &turn)
    if origin == .user { self.emitEffects(of: index, in: &turn) }
    self.reconcileToggles(in: &turn)
  }

  /// A Boolean value that indicates whether the bar refuses taps: during page transitions (rule N3)
  /// and while the second floor covers it (rule F1).
  var isBarBlocked: Bool { self.state.navigation.blocksInput || !self.isListInteractive }

  /// The tab whose item has the selected look: of the tabs that stay lit while their page is on the
  /// stack, the one with the topmost page; otherwise the selected tab (rule T19).
  var litTab: Int {
    guard !self.wiring.litTabs.isEmpty else { return self.state.tabBar.selected }
    let locale = self.state.surface.locale
    for page in self.state.navigation.pages.reversed() {
      let tab = self.wiring.litTabs.first { tab in
        self.experience.tabBar.items[tab].jump?.value.text(for: locale) == page.route
      }
      if let tab { return tab }
    }
    return self.state.tabBar.selected
  }

  /// Exchanges the pages of a tab for those of another one, if each has its own (rule N6). Returns
  /// whether there were any.
  @discardableResult
  mutating func exchangePages(of former: Int, for tab: Int) -> Bool {
    guard self.experience.navigation?.stacks == .perTab else { return false }
    return self.state.navigation.exchange(former, for: tab)
  }

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
    return self.newSelectionSettings
  }

  /// Returns the settings of a change of pages, including the selection if the items that react at
  /// once have changed, or if the lit item may have (rules T14, T19).
  ///
  /// - Parameter former: The former value of ``isBarBlocked``.
  mutating func pageSettings(by rule: NavigationDefinition, since former: Bool) -> [Setting] {
    self.state.generations.navigation &+= 1
    let others =
      self.wiring.litTabs.isEmpty
      ? self.reactionSettings(since: former) : self.newSelectionSettings
    return [self.navigationSetting(by: rule)] + others
  }

  private var newSelectionSettings: [Setting] {
    mutating get {
      self.state.generations.selection &+= 1
      return [self.selectionSetting]
    }
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
    let reactions = self.experience.tabBar.items[index].reselection
    for (place, reaction) in reactions.enumerated() {
      let isLast = place == reactions.count - 1
      if self.act(reaction, on: index, isLast: isLast, in: &turn) { return }
    }
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
    _ = self.act(doubleTap.action, on: index, isLast: true, in: &turn)
  }

  /// Performs a reaction to a tap on the selected tab (rule T17). Returns whether it had an effect.
  ///
  /// - Parameter isLast: True if no other reaction follows: the list is then scrolled to the top
  ///   even if it is there.
  private mutating func act(
    _ reselection: TabItem.Reselection, on tab: Int, isLast: Bool, in turn: inout CauseContext
  ) -> Bool {
    let list = self.experience.tabBar.items[tab].list
    let source = list.flatMap { self.experience.index(of: $0) }
    switch reselection {
    case .nothing:
      return false
    case .popToRoot:
      guard !self.state.navigation.pages.isEmpty else { return false }
      self.navigate(NavigationRequest(.popToRoot), in: &turn)
    case .scrollToTop:
      guard let list, let source, isLast || self.state.scrolls[source].y > 0 else { return false }
      self.emit(with: .scrollList(list, y: 0, animated: true), in: &turn)
    case .refresh:
      guard let source, !self.state.refreshes[source].isRunning else { return false }
      self.refresh(source, in: &turn)
    case .perform:
      let name = self.experience.tabBar.items[tab].reselectionAction
      self.emit(
        with: .tabAction(PerformTabAction(tab: tab, kind: .app, value: name)), in: &turn)
    }
    return true
  }
}
