extension Session {
  /// Pauses and resumes the banners (rules C2, X6).
  mutating func updateCarousels() {
    guard !self.state.carousels.isEmpty else { return }
    for index in self.state.carousels.indices {
      let isFree = self.mayAdvance(carousel: index)
      self.state.carousels[index].update(
        mayAdvance: isFree, at: self.state.now, by: self.experience.carousels[index])
    }
  }

  /// Returns whether a banner may advance: no finger, no moving page, and it is visible.
  private func mayAdvance(carousel index: Int) -> Bool {
    guard self.state.isForeground, self.isListInteractive,
      self.state.transition.movingTabs == nil,
      self.state.navigation.pages.isEmpty, self.state.navigation.phase == .idle,
      let source = self.wiring.carouselSources[index]
    else { return false }
    if let tab = self.experience.sources[source].tab, tab != self.state.tabBar.selected {
      return false
    }
    switch self.state.scrolls[source].phase {
    case .dragging, .decelerating: return false
    case .resting, .programmatic: return true
    }
  }

  /// Advances a banner whose deadline has passed (rule C1).
  mutating func advanceCarousel(_ index: Int, upTo limit: Instant, in turn: inout CauseContext) {
    guard let source = self.wiring.carouselSources[index] else { return }
    let rule = self.experience.carousels[index]
    let width = rule.width ?? self.state.surface.viewport.width
    let effects = self.state.carousels[index].expire(
      x: self.state.scrolls[source].x, width: width, at: self.state.now, limit: limit,
      by: rule)
    for effect in effects {
      let (item, isAnimated): (Int, Bool) =
        switch effect {
        case .recenter(let item): (item, false)
        case .advance(let item): (item, true)
        }
      let x = self.state.carousels[index].offset(of: item, width: width, by: rule)
      // The destination counts at once, whether or not the client reports the scroll.
      self.state.scrolls[source].x = x
      self.emit(
        with: .scrollCarousel(rule.source, item: item, x: x, animated: isAnimated), in: &turn)
    }
  }

  /// Updates the content size of a list (rules C1, S4).
  mutating func resize(_ source: SourceID, to size: Size) {
    if let index = self.experience.index(of: source),
      self.experience.dependsOnContentEnd(of: source)
    {
      self.state.scrolls[index].contentHeight = size.height
    }
    for index in self.state.carousels.indices
    where self.experience.carousels[index].source == source {
      self.state.carousels[index].contentWidth = size.width
    }
  }
}
