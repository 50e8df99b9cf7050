extension Session {
  /// Opens the session, from the client's restored state if there is one (rules T5, T6, R6).
  ///
  /// Emits nothing that the first snapshot contains.
  mutating func open(_ restoration: RestoredState?, in turn: inout CauseContext) {
    if let restoration {
      self.restore(restoration)
    }
    if self.experience.tabBar.popsAtLaunch {
      self.state.generations.selection &+= 1
      self.emit(
        self.selectionSetting,
        playing: self.experience.tabBar.selectionTimeline(
          self.state.tabBar.selected, in: self.state.surface, duration: self.motionDuration),
        in: &turn)
    }
  }

  mutating func restore(_ restoration: RestoredState) {
    let tabs = self.experience.tabBar.items.indices
    self.state.itemChanges = restoration.itemChanges.filter { tabs.contains($0.tab) }
    self.state.isBarHidden = restoration.isBarHidden
    self.resolveExperience()
    let tab = restoration.selectedTab ?? self.state.tabBar.selected
    if self.experience.tabBar.items.indices.contains(tab) { self.state.tabBar.restore(tab) }
    for offset in restoration.offsets { self.restore(offset) }
    for (index, toggle) in self.experience.toggles.enumerated()
    where toggle.rule.travel != nil && restoration.aboveToggles.contains(toggle.id) {
      self.state.toggles[index].look = .above
    }
    if restoration.isFloorOpen && !restoration.isFloorOff && self.experience.floor != nil {
      self.state.floor.phase = .open(pull: nil)
    }
    self.state.floor.isOff = restoration.isFloorOff && self.experience.floor != nil
    self.state.tabBar.isSignedIn = restoration.isSignedIn
    if let navigation = self.experience.navigation {
      self.state.navigation.pages = restoration.pages.map { $0.withoutPosition }
      if navigation.stacks == .perTab {
        self.state.navigation.kept = restoration.tabPages.filter { tabs.contains($0.tab) }.map {
          kept in
          NavigationState.TabPages(tab: kept.tab, pages: kept.pages.map { $0.withoutPosition })
        }
      }
    }
    if restoration.selectedTab != nil,
      let refuge = self.state.tabBar.fallbackTab(in: self.experience.tabBar)
    {
      self.exchangePages(of: tab, for: refuge)
      self.state.tabBar.restore(refuge)
    }
    for badge in restoration.badges {
      if let index = self.wiring.badgeTabs.firstIndex(of: badge.tab) {
        let maximum = self.experience.tabBar.items[badge.tab].badge?.maximum ?? 99
        self.state.badges[index].restore(
          badge, maximum: maximum, cappedTexts: self.experience.tabBar.cappedTexts)
      }
    }
    if let isOn = restoration.isSwipingOn { self.state.transition.swipes = isOn }
    // The first snapshot contains the resulting looks: the directives on the way are discarded.
    var unsent = CauseContext(cause: .event(sequence: 0), time: self.state.now, outcome: Outcome())
    let next = self.state.nextDirective
    for toggle in self.state.toggles.indices {
      self.feedToggle(toggle, .reconcile(animated: false), in: &unsent)
    }
    self.state.nextDirective = next
  }

  /// Handles a new size, orientation, insets or preferences: lays out everything and emits a
  /// snapshot (rules R6, D5).
  mutating func change(to surface: Surface, in turn: inout CauseContext) {
    self.endMotion(in: &turn)
    self.state.surface = surface
    self.resolveExperience()
    self.state.generations.layout &+= 1
    self.state.generations.floorLayout &+= 1
    for toggle in self.state.toggles.indices {
      self.feedToggle(toggle, .reconcile(animated: true), in: &turn)
    }
    self.emitSnapshot(in: &turn)
  }

  mutating func enterBackground(in turn: inout CauseContext) {
    self.cancelDrags(in: &turn)
    self.endMotion(in: &turn)
    self.state.isForeground = false
    self.feedFloor(.background, in: &turn)
  }

  /// Ends every transition and touch, because the surface changes or the app leaves the foreground.
  mutating func endMotion(in turn: inout CauseContext) {
    self.endTransition(in: &turn) { $0.finish(by: $1) }
    self.endNavigation(in: &turn) { $0.finish() }
    // Last, so that pages whose transition has ended do not animate back.
    self.cancelTouches(in: &turn)
  }

  /// Updates the toggles after a time in the background, and emits a snapshot (rule D5).
  mutating func enterForeground(in turn: inout CauseContext) {
    self.state.isForeground = true
    for toggle in self.state.toggles.indices {
      self.feedToggle(toggle, .reconcile(animated: false), in: &turn)
    }
    self.emitSnapshot(in: &turn)
  }

  /// Handles the floor's image: loaded, or failed if nil (rules F2, F10).
  mutating func setFloorAsset(_ asset: Asset?, in turn: inout CauseContext) {
    guard let definition = self.experience.floor else { return }
    if let asset, asset.slot != FloorDefinition.assetSlot { return }
    let layout = self.floorLayoutSetting(of: definition)
    let floor = self.floorSetting(of: definition)
    self.state.floor.asset = asset
    var newLayout = self.floorLayoutSetting(of: definition)
    if newLayout != layout {
      self.state.generations.floorLayout &+= 1
      newLayout.generation = self.state.generations.floorLayout
      self.emit(newLayout, in: &turn)
    }
    var newFloor = self.floorSetting(of: definition)
    if newFloor != floor {
      self.state.generations.floor &+= 1
      newFloor.generation = self.state.generations.floor
      self.emit(newFloor, in: &turn)
    }
  }

  /// Handles a command to the second floor (rule F9).
  mutating func applyFloorCommand(_ command: FloorCommand, in turn: inout CauseContext) {
    if self.experience.floor == nil {
      self.refuse(.floor(command), .absent, in: &turn)
    } else if (command == .open || command == .peek) && !self.isFloorListVisible
      && !self.state.floor.isOff
    {
      // The list in front of the floor is hidden (rule F14).
      self.refuse(.floor(command), .busy, in: &turn)
    } else {
      self.feedFloor(.command(command), in: &turn)
    }
  }
}
