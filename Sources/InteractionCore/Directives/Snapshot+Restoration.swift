extension Snapshot {
  /// Returns the state that restores this snapshot in a new session; a client sends it if its
  /// session could not be resumed (rule T6, origin `restore`).
  ///
  /// A toggle's command is not part of it (rule R10): the toggle starts with the look that its
  /// list's offset calls for.
  ///
  /// - Parameter offsets: The lists' offsets, which a snapshot does not contain.
  public func restoration(offsets: [RestoredState.Offset] = []) -> RestoredState {
    var restoration = RestoredState(offsets: offsets)
    for setting in self.settings {
      switch setting.state {
      case .selection(let selection):
        restoration.selectedTab = selection.selected
      case .floor(let floor):
        restoration.isFloorOpen = floor.phase == .open || floor.phase == .opening
        restoration.isFloorOff = floor.isOff
      case .gate(let gate):
        restoration.isSignedIn = gate.isSignedIn
      case .navigation(let navigation):
        restoration.pages = navigation.pages
        restoration.tabPages = navigation.tabPages
      case .toggle(let toggle):
        if toggle.look == .above { restoration.aboveToggles.append(toggle.id) }
      case .layout(let layout):
        restoration.itemChanges = layout.items.compactMap { $0.change }
        restoration.isBarHidden = layout.isHidden
      case .badge(let badge):
        restoration.badges.append(badge.restoration)
      default: break
      }
    }
    return restoration
  }
}

extension BadgeState {
  fileprivate var restoration: RestoredState.Badge {
    // A badge with a count of 0 is not visible either, but no command has hidden it.
    let countsNothing = self.style == .number && self.text == "0"
    return RestoredState.Badge(
      tab: self.tab, content: self.content, isHidden: !self.isShown && !countsNothing,
      move: Point(x: self.dx, y: self.dy), height: self.height, loop: self.loop)
  }

  /// The content that renders as this state.
  private var content: BadgeContent {
    switch self.style {
    case .dot: return .dot
    case .new: return .new
    case .text: return .text(self.text)
    case .number:
      // A capped count renders as its maximum and a plus.
      if let limit = self.text.beforePlus.flatMap({ Int($0) }) {
        return .number(count: limit &+ 1, max: limit)
      }
      return .number(count: Int(self.text) ?? 0, max: 0)
    }
  }
}
