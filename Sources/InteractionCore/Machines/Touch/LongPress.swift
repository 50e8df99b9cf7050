/// The newest long press and the menu that it may have opened (rule T9).
package struct LongPress: Hashable, Sendable {
  /// The tab that it is or was about; nil before the first.
  package var tab: Int?
  /// How far it has come.
  package var phase: PressState.Phase
  /// Whether its menu is open.
  package var isMenuOpen: Bool

  package init(
    tab: Int? = nil, phase: PressState.Phase = .possible, isMenuOpen: Bool = false
  ) {
    self.tab = tab
    self.phase = phase
    self.isMenuOpen = isMenuOpen
  }

  /// The press has come so far. The menu outlives a finger that lifts, but not one that was taken
  /// away.
  package mutating func enter(_ phase: PressState.Phase, on tab: Int) {
    self.tab = tab
    self.phase = phase
    switch phase {
    case .began: self.isMenuOpen = true
    case .possible, .failed, .cancelled: self.isMenuOpen = false
    case .changed, .ended: break
    }
  }

  /// What a client is to show.
  package func state(in bar: TabBarDefinition, locale: String) -> PressState {
    let items = self.isMenuOpen ? self.tab.map { bar.items[$0].menu } ?? [] : []
    return PressState(
      tab: self.tab, phase: self.phase,
      menu: items.map { item in
        MenuEntry(id: item.id, text: item.text.text(for: locale), image: item.image)
      })
  }
}
