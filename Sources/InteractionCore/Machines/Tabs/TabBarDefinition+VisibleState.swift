extension TabBarDefinition {
  /// Returns the state of the selection and the appearance of every item (rules T3, T12–T14).
  ///
  /// - Parameter lit: The tab with the selected look.
  func state(of bar: TabBar, lit: Int, in surface: Surface) -> SelectionState {
    let items = self.items.indices.map { index in
      var item = self.appearance(of: index, isSelected: index == lit, in: surface)
      if bar.looksOff { item.isPressed = false }
      item.reacts = bar.respondsLocally(index, in: self)
      return item
    }
    return SelectionState(
      selected: bar.selected, items: items,
      orientations: self.items[bar.selected].orientations,
      autorotates: self.items[bar.selected].autorotates,
      preferredOrientation: self.items[bar.selected].preferredOrientation,
      previous: bar.previous, origin: bar.origin)
  }

  /// Returns the appearance of item `index`, selected or not (rules T3, T12).
  func appearance(
    of index: Int, isSelected: Bool, in surface: Surface
  ) -> SelectionState.Item {
    let showsBadge = isSelected && self.items[index].hasBigLogo
    return SelectionState.Item(
      showsIconAndTitle: !showsBadge,
      showsBadge: showsBadge,
      image: isSelected ? self.items[index].selectedImage : self.items[index].image,
      titleColor: surface.variant(of: isSelected ? self.selectedTitleColor : self.titleColor),
      isPressed: self.style == .buttons && isSelected)
  }
}
