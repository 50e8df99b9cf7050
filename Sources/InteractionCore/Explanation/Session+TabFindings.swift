extension Session {
  /// Returns the finding about the decision of rule T5 on a request for a tab.
  func finding(
    about decision: TabBar.Decision, of index: Int, origin: SelectionState.Origin
  ) -> Finding {
    let subject = "tab \(index)"
    switch decision {
    case .refuse(let reason): return Finding("T5", subject, "is refused: \(wireName(reason))")
    case .requestLogin: return Finding("T7", subject, "waits for a login")
    case .requestClientApproval: return Finding("T5", subject, "waits for the client's verdict")
    case .jump: return Finding("T5", subject, "performs its own action and is not selected")
    case .select: return Finding("T5", subject, "is selected by \(wireName(origin))")
    case .reselect where origin != .user:
      return Finding("T6", subject, "is already selected; only a tap reselects it")
    case .reselect:
      return self.findingAboutReselection(of: index)
    }
  }

  private func findingAboutReselection(of index: Int) -> Finding {
    let subject = "tab \(index)"
    let toggles = self.state.toggles.indices.filter { self.wiring.toggleTabs[$0] == index }
    if toggles.contains(where: { self.state.toggles[$0].isReturning }) {
      return Finding("R8", subject, "the list is already scrolling to the top")
    }
    let item = self.experience.tabBar.items[index]
    if item.reselection.allSatisfy({ $0 == .nothing }) {
      return Finding("T4", subject, "is already selected; reselection has no action")
    }
    let actions = item.reselection.map { wireName($0) }.joined(separator: ", else ")
    return Finding("T17", subject, "is already selected: \(actions), unless a toggle returns")
  }

  /// The finding that explains why the bar refuses taps; nil if it accepts them.
  var findingAboutBusyBar: Finding? {
    guard self.isBarBlocked else { return nil }
    return self.isListInteractive
      ? Finding("N3", "pages", "are moving; the bar ignores taps")
      : Finding("F1", "floor", "covers the bar; the bar ignores taps")
  }

  /// Returns the finding about a touch on the bar.
  ///
  /// - Parameter owner: The finger that owned the bar before.
  func finding(
    about pointer: Pointer, on tab: Int, owner: TabBarTouch.Finger?, effects: [TabBarTouch.Effect]
  ) -> Finding {
    let subject = "tab \(tab)"
    if !effects.isEmpty {
      return Finding("T9", subject, effects.map { $0.text }.joined(separator: ", then "))
    }
    let owning = owner ?? self.state.barTouch.finger
    guard let owning, owning.pointer == pointer.id else {
      return Finding(
        "T10", subject,
        owning.map { "finger \(pointer.id) is ignored; finger \($0.pointer) is tracked" }
          ?? "finger \(pointer.id) did not touch down on the tab")
    }
    let place = "(\(plain(pointer.position.x)), \(plain(pointer.position.y))) pt"
    switch pointer.phase {
    case .down: return Finding("T9", subject, "finger \(pointer.id) touches down")
    case .moved: return Finding("T9", subject, "finger \(pointer.id) is at \(place)")
    case .cancelled: return Finding("T9", subject, "finger \(pointer.id) is cancelled; no tap")
    case .up:
      if self.state.barTouch.lastTap?.isDelayed == true {
        return self.findingAboutWaitingTap(on: tab)
      }
      let reach = plain(TabBarTouch.touchMargin)
      return Finding(
        "T9", subject,
        "finger \(pointer.id) lifts at \(place), more than \(reach) pt outside; no tap")
    }
  }

  /// Returns the finding about a delayed tap, which takes effect only if no second tap follows.
  func findingAboutWaitingTap(on tab: Int) -> Finding {
    let time = self.experience.tabBar.doubleTapTime.microseconds / 1000
    return Finding("T15", "tab \(tab)", "waits \(time) ms for a second tap")
  }

  /// Returns the finding about a touch on the pages.
  func finding(about pointer: Pointer, owner: PageTouch.Finger?, drags: [PageDrag]) -> Finding {
    let name = "finger \(pointer.id)"
    let owning = owner ?? self.state.pageTouch.finger
    guard let owning, owning.pointer == pointer.id else {
      return Finding("X7", "pages", "\(name) is ignored; it does not control the pages")
    }
    let rule = owning.subject == .tabs ? "X7" : "N5"
    if let drag = drags.last {
      return Finding(
        rule, "pages", "\(name): drag of \(wireName(drag.subject)) \(wireName(drag.phase))")
    }
    switch self.state.pageTouch.phase {
    case .failed:
      return Finding(rule, "pages", "\(name) moved along the other axis first; no drag")
    case .idle: return Finding(rule, "pages", "\(name) lifts without a drag")
    case .possible, .dragging:
      let slop = plain(PageTouch.slop)
      return Finding(rule, "pages", "\(name) has moved at most \(slop) pt; no drag yet")
    }
  }

  /// Returns the finding about a drag of the pages without effect.
  func finding(about drag: PageDrag) -> Finding {
    let subject = "pages"
    let way = "\(wireName(drag.phase)) at \(plain(drag.translation)) pt"
    switch drag.subject {
    case .tabs:
      guard self.experience.tabBar.transition != nil else {
        return Finding("X7", subject, "the experience has no interactive tab transition")
      }
      guard self.state.transition.swipes else { return Finding("X7", subject, "swiping is off") }
      guard self.state.transition.isDragged else {
        return Finding("X7", subject, "\(way): another transition is running, or no drag is active")
      }
      return Finding("X7", subject, "\(way): the same tabs, or no tab on that side")
    case .back, .scan:
      guard self.experience.navigation != nil else {
        return Finding("N5", subject, "the experience has no navigation")
      }
      if self.state.navigation.blocksInput {
        return Finding("N3", subject, "\(way): pages are moving")
      }
      if drag.phase == .moved {
        return Finding("N5", subject, "\(way): the client moves the page with the finger")
      }
      return Finding("N5", subject, "\(way): no page can be dragged that way")
    }
  }
}

extension TabBarTouch.Effect {
  fileprivate var text: String {
    switch self {
    case .tap(let tab): "tap on tab \(tab)"
    case .doubleTap(let tab): "double tap on tab \(tab)"
    case .press(let tab, let phase): "long press on tab \(tab): \(wireName(phase))"
    }
  }
}
