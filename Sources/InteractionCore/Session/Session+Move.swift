/// The move of an open session to another version of its experience (rule V1).
extension Session {
  /// A Boolean value that indicates whether the session can be moved: no finger is down, nothing
  /// moves, and no answer is pending.
  public var isAtRest: Bool {
    let isFloorAtRest =
      switch self.state.floor.phase {
      case .closed, .open(.none): true
      case .pulling, .tip, .armed, .opening, .open(.some), .closing: false
      }
    return isFloorAtRest && self.heldPointers.isEmpty && !self.state.longPress.isMenuOpen
      && self.state.barTouch.lastTap?.isDelayed != true && self.state.tabBar.pending == nil
      && self.state.scrolls.allSatisfy { $0.phase == .resting }
      && self.state.toggles.allSatisfy { !$0.isReturning }
      && self.state.transition.phase == .idle && self.state.navigation.phase == .idle
  }

  /// Continues with another version from the state that the client shows, and emits one snapshot
  /// without animation and effects.
  mutating func move(to experience: Experience, in turn: inout CauseContext) {
    self.endMotion(in: &turn)
    let (former, old) = (self.base, self.state)
    let restoration = self.restoration
    self.base = experience
    self.wiring = StateMachineIndices(experience)
    self.state = State(experience: experience, in: old.surface)
    self.state.now = old.now
    self.state.nextDirective = old.nextDirective
    self.state.lateEvents = old.lateEvents
    self.state.isForeground = old.isForeground
    self.state.hasStarted = true
    self.state.generations = Generations(
      toggles: self.state.toggles.map { _ in old.generations.next },
      badges: self.state.badges.map { _ in old.generations.next }, others: old.generations.next)
    for (index, source) in experience.sources.enumerated() {
      guard let place = former.sources.index(of: source.id) else { continue }
      // The numbering of its drags continues.
      self.state.scrolls[index] = old.scrolls[place]
    }
    for (index, toggle) in experience.toggles.enumerated() {
      guard let place = former.toggles.firstIndex(where: { $0.id == toggle.id }) else { continue }
      self.state.toggles[index] = old.toggles[place]
    }
    if experience.floor != nil { self.state.floor.asset = old.floor.asset }
    self.state.navigation.number = old.navigation.number
    self.state.navigation.last = old.navigation.last
    self.state.navigation.change = old.navigation.change
    self.state.transition.number = old.transition.number
    self.state.transition.hasSwitched = old.transition.hasSwitched
    self.resolveExperience()
    self.restore(restoration)
    self.emitSnapshot(in: &turn)
  }

  /// The state that restores the visible state in a new session.
  private var restoration: RestoredState {
    var offsets: [RestoredState.Offset] = []
    for (index, source) in self.experience.sources.enumerated() {
      guard let place = self.wiring.pagerSources.firstIndex(of: index) else {
        offsets.append(RestoredState.Offset(source: source.id, y: self.state.scrolls[index].y))
        continue
      }
      let pager = self.state.pagers[place]
      for (list, name) in source.lists.enumerated() {
        let isShown = list == pager.shown
        let y = isShown ? self.state.scrolls[index].y : pager.positions[list].y
        offsets.append(
          RestoredState.Offset(source: source.id, y: y, list: name, isShown: isShown))
      }
    }
    var restoration = self.snapshot.restoration(offsets: offsets)
    restoration.selectedTab = self.state.tabBar.selected
    restoration.isSignedIn = self.state.tabBar.isSignedIn
    restoration.isSwipingOn = self.state.transition.swipes
    return restoration
  }
}

extension Session.Generations {
  /// A generation that is newer than all of these.
  fileprivate var next: UInt32 {
    let others = [
      self.selection, self.layout, self.floor, self.floorLayout, self.links, self.gate, self.press,
      self.transition, self.navigation, self.refresh,
    ]
    return ((self.toggles + self.badges + others).max() ?? 0) &+ 1
  }
}
