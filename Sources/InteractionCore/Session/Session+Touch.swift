extension Session {
  /// Passes a touch event to the recogniser of the view on which the finger touched down (rules T9,
  /// T10, X7, N5, F8).
  mutating func apply(_ pointer: Pointer, in turn: inout CauseContext) {
    if pointer.phase == .down && self.state.navigation.blocksInput { return }
    switch pointer.target {
    case .floorPage:
      self.feedFloor(.pointer(pointer), in: &turn)
    case .pageContainer:
      self.follow(pointer, as: .tabs, in: &turn)
    case .backEdge:
      self.follow(pointer, as: .back, in: &turn)
    default:
      guard let tab = pointer.target.tabIndex else {
        if pointer.target.presentedRoute != nil { self.follow(pointer, as: .scan, in: &turn) }
        return
      }
      guard self.experience.tabBar.items.indices.contains(tab) else { return }
      let bar = self.experience.tabBar
      let surface = self.state.surface
      let tabs = self.state.tabBar
      let owner = self.state.barTouch.finger
      let effects = self.state.barTouch.handle(
        pointer, on: tab, at: turn.time, in: bar,
        isOver: { bar.isOver(tab, $0, in: surface) },
        supersedes: { tabs.supersedes($0, $1, in: bar) })
      if turn.explains {
        turn.note(self.finding(about: pointer, on: tab, owner: owner, effects: effects))
      }
      self.perform(effects, in: &turn)
    }
  }

  private mutating func follow(
    _ pointer: Pointer, as subject: PageDrag.Subject, in turn: inout CauseContext
  ) {
    let owner = self.state.pageTouch.finger
    let drags = self.state.pageTouch.handle(pointer, on: subject, at: turn.time)
    if turn.explains { turn.note(self.finding(about: pointer, owner: owner, drags: drags)) }
    for drag in drags {
      let before = turn.outcome.directives.count
      self.apply(drag, in: &turn)
      if turn.explains && turn.outcome.directives.count == before {
        turn.note(self.finding(about: drag))
      }
    }
  }

  /// Handles the touches recognised on the tab bar.
  mutating func perform(_ effects: [TabBarTouch.Effect], in turn: inout CauseContext) {
    for effect in effects {
      switch effect {
      case .tap(let tab):
        self.select(tab, origin: .user, in: &turn)
      case .doubleTap(let tab):
        self.doubleTap(tab, in: &turn)
      case .press(let tab, let phase):
        guard let phase = self.pressPhaseToEnter(phase) else { continue }
        let hasMenu = !self.experience.tabBar.items[tab].menu.isEmpty
        self.state.longPress.enter(phase, on: tab, hasMenu: hasMenu)
        self.state.generations.press &+= 1
        guard phase == .began else {
          self.emit(self.pressSetting, in: &turn)
          continue
        }
        let action = self.experience.tabBar.items[tab].longPress
        let haptic = action?.haptic ?? self.experience.tabBar.longPress.haptic
        if haptic != .none { self.emit(with: .haptic(haptic), in: &turn) }
        let effect: Effect =
          action.map { .tabAction(PerformTabAction(tab: tab, kind: .app, value: $0.name)) }
          ?? .presentMenu(tab: tab)
        self.emit(self.pressSetting, with: effect, in: &turn)
      }
    }
  }

  /// Returns the phase of a press to enter, if any: on a bar that the second floor covers it fails,
  /// and stays failed (rule F1).
  private func pressPhaseToEnter(_ phase: PressState.Phase) -> PressState.Phase? {
    switch phase {
    case .possible, .failed: phase
    case .began: self.isListInteractive ? .began : .failed
    case .changed, .ended, .cancelled: self.state.longPress.phase == .failed ? nil : phase
    }
  }

  /// Closes the menu after a choice or a dismissal.
  mutating func apply(_ choice: MenuChoice, in turn: inout CauseContext) {
    // A menu that has been closed already is a race.
    guard self.state.longPress.isMenuOpen else { return }
    self.state.longPress.isMenuOpen = false
    self.state.generations.press &+= 1
    self.emit(self.pressSetting, in: &turn)
  }

  /// Cancels the touches that the heartbeat no longer lists (rule S3).
  mutating func releaseTouches(except held: [UInt32], in turn: inout CauseContext) {
    if let finger = self.state.barTouch.finger, !held.contains(finger.pointer) {
      self.perform(self.state.barTouch.cancel(), in: &turn)
    }
    if let finger = self.state.pageTouch.finger, !held.contains(finger.pointer) {
      for drag in self.state.pageTouch.cancel() { self.apply(drag, in: &turn) }
    }
    // A drag reported by the client's own recogniser has a finger, too, but its ID is unknown.
    if held.isEmpty {
      for subject in PageDrag.Subject.allCases {
        self.apply(PageDrag(subject, .cancelled), in: &turn)
      }
    }
    if case .open(.some(let pull)) = self.state.floor.phase, !held.contains(pull.pointer) {
      let lost = Pointer(
        id: pull.pointer, phase: .cancelled, target: .floorPage, position: Point(x: 0, y: 0))
      self.feedFloor(.pointer(lost), in: &turn)
    }
  }

  /// Cancels every touch, because the surface changes or the app leaves the foreground.
  mutating func cancelTouches(in turn: inout CauseContext) {
    self.releaseTouches(except: [], in: &turn)
  }
}

extension TabBarDefinition {
  /// Returns whether a point of the viewport lies over a tab's item, including its hump and the
  /// touch margin around both (rule T9).
  fileprivate func isOver(_ tab: Int, _ point: Point, in surface: Surface) -> Bool {
    let hump = self.items[tab].hump
    let bar = self.frame(in: surface)
    var frame = self.itemFrame(tab, in: surface)
    frame.x += bar.x
    frame.y += bar.y - hump
    frame.height += hump
    return frame.outset(by: TabBarTouch.touchMargin).contains(point)
  }
}
