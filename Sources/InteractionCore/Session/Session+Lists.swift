/// Lists that lie side by side (rule S9), and their travel (rule R12).
extension Session {
  /// Handles a change to another list: ends the movement of the former one, and updates the toggles
  /// without animation, as on return to a tab.
  mutating func show(list name: String, of id: SourceID, in turn: inout CauseContext) {
    guard let source = self.experience.index(of: id),
      let pager = self.wiring.pagerSources.firstIndex(of: source),
      let list = self.experience.sources[source].lists.firstIndex(of: name),
      list != self.state.pagers[pager].shown
    else { return }
    if let step = self.state.scrolls[source].interrupt() {
      self.feed(step, from: source, in: &turn)
    }
    if source == self.wiring.floorSource { self.endPull(in: &turn) }
    _ = self.state.pagers[pager].show(list, in: &self.state.scrolls[source])
    if let travel = self.wiring.travelSources.firstIndex(of: source) {
      self.state.travels[travel] = nil
    }
    self.reconcileToggles(in: &turn)
  }

  /// Sets the offset of a list of the client's earlier state. A list that the app named only later
  /// has two offsets, the newest last.
  mutating func restore(_ offset: RestoredState.Offset) {
    guard let source = self.experience.index(of: offset.source) else { return }
    guard let pager = self.wiring.pagerSources.firstIndex(of: source) else {
      self.state.scrolls[source].y = offset.y
      return
    }
    let lists = self.experience.sources[source].lists
    guard let list = offset.list.isEmpty ? 0 : lists.firstIndex(of: offset.list) else { return }
    self.state.pagers[pager].positions[list].y = offset.y
    if offset.isShown { self.state.pagers[pager].shown = list }
    let shown = self.state.pagers[pager].shown
    self.state.scrolls[source].y = self.state.pagers[pager].positions[shown].y
  }

  /// Follows the travel of a list to the offset of an event, accepted or not, so that clients can
  /// do the same (rule R12). Of a programmatic scroll only the end counts.
  mutating func followTravel(_ scroll: Scroll, of source: Int) {
    switch scroll.phase {
    case .programmaticBegan, .programmaticMoved:
      guard let travel = self.wiring.travelSources.firstIndex(of: source),
        self.state.travels[travel] == nil
      else { return }
      self.moveTravel(of: source, to: scroll.y)
    case .began, .moved, .ended, .cancelled, .decelerating, .settled, .programmaticEnded:
      self.moveTravel(of: source, to: scroll.y)
    }
  }

  /// Follows the travel of a list to an offset; in a bounce, to that of its end (rule S4).
  mutating func moveTravel(of source: Int, to y: Double) {
    guard let travel = self.wiring.travelSources.firstIndex(of: source) else { return }
    let largest = self.state.scrolls[source].largestOffset(in: self.state.surface)
    let end = max(min(y, largest ?? y), 0)
    if self.state.travels[travel] == nil {
      self.state.travels[travel] = ScrollTravel(at: end)
    } else {
      self.state.travels[travel]?.move(to: end)
    }
  }

  /// Returns the distance that a list has travelled since it last changed direction, pt (rule R12).
  func travelledDistance(of source: Int) -> Double {
    guard let travel = self.wiring.travelSources.firstIndex(of: source) else { return 0 }
    return self.state.travels[travel]?.distance ?? 0
  }
}
