extension Session {
  /// A request to select a tab (rules T4–T6, R8).
  mutating func select(
    _ index: Int, origin: TabSelection.Origin, in turn: inout Turn
  ) {
    switch self.state.tabBar.decide(index, in: self.experience.tabBar) {
    case .refuse(let reason):
      self.emit(
        .refuse(Refusal(request: .selectTab(index: index), reason: reason)), in: &turn)
    case .reselect(let index):
      // Only a finger asks twice for what it sees.
      if origin == .user {
        self.reselect(index, in: &turn)
      }
    case .select(let index):
      self.switchTab(to: index, origin: origin, in: &turn)
    }
  }

  private mutating func switchTab(
    to index: Int, origin: TabSelection.Origin, in turn: inout Turn
  ) {
    self.cancelDrags(in: &turn)
    let from = self.state.tabBar.selected
    self.state.tabBar.selected = index
    self.state.generations.selection &+= 1
    let animates = origin == .user || self.experience.tabBar.popsWithoutTap
    self.emitSelection(from: from, origin: origin, animated: animates, in: &turn)
    // The toggles that come back into view catch up without their animation (rule R9).
    for toggle in self.state.toggles.indices where self.wiring.toggleTabs[toggle] == index {
      self.feedToggle(toggle, .reconsider(animated: false), in: &turn)
    }
  }

  /// The selected tab was tapped: back to the top if its toggle is past the threshold (rule R8),
  /// else what the item says.
  private mutating func reselect(_ index: Int, in turn: inout Turn) {
    let toggles = self.state.toggles.indices.filter { self.wiring.toggleTabs[$0] == index }
    if toggles.contains(where: { self.state.toggles[$0].isReturning }) { return }
    let before = turn.directives.count
    for toggle in toggles {
      self.feedToggle(toggle, .reselect, in: &turn)
    }
    guard turn.directives.count == before else { return }
    let item = self.experience.tabBar.items[index]
    guard let list = item.list else { return }
    switch item.reselection {
    case .nothing:
      break
    case .scrollToTop:
      self.emit(.scrollTo(source: list, y: 0, animated: true), in: &turn)
    case .refresh:
      self.emit(.refresh(source: list), in: &turn)
    }
  }
}
