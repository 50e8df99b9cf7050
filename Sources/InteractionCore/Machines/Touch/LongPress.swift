/// The latest long press and its menu (rule T9).
package struct LongPress: Hashable, Sendable {
  /// The index of its tab; nil before the first.
  package var tab: Int?
  /// The phase of the press.
  package var phase: PressState.Phase
  /// A Boolean value that indicates whether the menu is open.
  package var isMenuOpen: Bool

  package init(
    tab: Int? = nil, phase: PressState.Phase = .possible, isMenuOpen: Bool = false
  ) {
    self.tab = tab
    self.phase = phase
    self.isMenuOpen = isMenuOpen
  }

  /// Enters a phase of the press. The menu stays open when the finger lifts, but closes if the
  /// press is cancelled.
  package mutating func enter(_ phase: PressState.Phase, on tab: Int, hasMenu: Bool) {
    self.tab = tab
    self.phase = phase
    switch phase {
    case .began: self.isMenuOpen = hasMenu
    case .possible, .failed, .cancelled: self.isMenuOpen = false
    case .changed, .ended: break
    }
  }

  /// Returns the visible state.
  package func state(in bar: TabBarDefinition, locale: String) -> PressState {
    let items = self.isMenuOpen ? self.tab.map { bar.items[$0].menu } ?? [] : []
    return PressState(
      tab: self.tab, phase: self.phase,
      menu: items.map { item in
        MenuEntry(id: item.id, text: item.text.text(for: locale), image: item.image)
      })
  }
}
