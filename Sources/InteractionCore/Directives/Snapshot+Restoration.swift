extension Snapshot {
  /// What a session that begins anew has to know to show the same: a client hands it over when its
  /// session could not be resumed (rule T6, origin `restore`).
  ///
  /// It cannot say whether an order holds a toggle's look (rule R10): a look comes back as its list
  /// calls for.
  ///
  /// - Parameter offsets: Where each list stands; a snapshot does not say.
  public func restoration(offsets: [Restoration.Offset] = []) -> Restoration {
    var restoration = Restoration(offsets: offsets)
    for setting in self.settings {
      switch setting.state {
      case .selection(let selection):
        restoration.selectedTab = selection.selected
      case .floor(let floor):
        restoration.isFloorOpen = floor.phase == .open || floor.phase == .opening
      case .gate(let gate):
        restoration.isSignedIn = gate.isSignedIn
      case .navigation(let navigation):
        restoration.pages = navigation.pages
      case .badge(let badge):
        restoration.badges.append(badge.restoration)
      default: break
      }
    }
    return restoration
  }
}

extension BadgeState {
  fileprivate var restoration: Restoration.Badge {
    // One that counts nothing is not shown either, and comes back when it counts.
    let countsNothing = self.style == .number && self.text == "0"
    return Restoration.Badge(
      tab: self.tab, content: self.content, isHidden: !self.isShown && !countsNothing,
      move: Point(x: self.dx, y: self.dy), height: self.height, loop: self.loop)
  }

  /// What would show like this.
  private var content: BadgeContent {
    switch self.style {
    case .dot: return .dot
    case .new: return .new
    case .text: return .text(self.text)
    case .number:
      // A count that is cut off shows its limit and a plus.
      if self.text.last == "+", let limit = Int(self.text.dropLast()) {
        return .number(count: limit &+ 1, max: limit)
      }
      return .number(count: Int(self.text) ?? 0, max: 0)
    }
  }
}
