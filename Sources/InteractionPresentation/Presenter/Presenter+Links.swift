import InteractionCore

/// What follows a finger or a list, from one directive to the next (rules D2, D6, X4).
extension Presenter {
  /// A directive has changed what follows a finger.
  mutating func changeLinks(from before: ShownScreen) {
    let (old, new) = (before.state, self.screen.state)
    // A list that is hidden stays where it was pulled.
    if !self.model.hold.isHolding(.floor) && new.floor?.hidesViews != true {
      self.screen.fingers.freeLists(at: self.screen.now)
    }
    if !self.environment.reducedMotion { self.catchUp(since: before) }
    // What the engine ends at once, since something else begins, comes without a way back (X4).
    if case .idle(.cancelled) = new.transition?.phase {
      self.giveBack(old.tabLinks, of: .transition, since: before)
    }
    if case .idle(.cancelled) = new.navigation?.phase {
      self.giveBack(old.pageLinks, of: .navigation, since: before)
    }
    // What a list has moved goes back to its place.
    let ended = old.floorLinks.filter { !new.floorLinks.contains($0) && !$0.followsFinger }
    self.release(
      Timeline(
        tracks: ended.compactMap { link in
          link.property.restingValue.flatMap {
            before.wayBack(of: link.target, link.property, to: $0)
          }
        }), of: .links)
    for drag in self.screen.fingers.drags where !drag.isDown {
      if !new.links.contains(where: { $0.driver == .translation(drag.target) }) {
        self.screen.fingers.forget(drag.target)
      }
    }
  }

  /// What follows a finger from now on catches up with it, from where it shows.
  private mutating func catchUp(since before: ShownScreen) {
    let (old, new) = (before.state.links, self.screen.state.links)
    for drag in self.screen.fingers.drags {
      let driver = ScrollLink.Driver.translation(drag.target)
      guard !old.contains(where: { $0.driver == driver }) else { continue }
      let lag = Lag(distance: drag.translation, since: self.screen.now)
      self.screen.fingers.change(drag.target) { $0.lag = lag }
      for link in new where link.driver == driver {
        // What is elsewhere, on its way back, comes from there.
        guard let shown = before.shown(link.property, of: link.target) else { continue }
        self.screen.detachedLinks.append(
          ShownScreen.DetachedLink(
            link: link, lag: Lag(distance: link.value(at: 0) - shown, since: self.screen.now)))
        for index in self.screen.performances.indices {
          self.screen.performances[index].motions.removeAll {
            $0.target == link.target && $0.property == link.property
          }
        }
      }
      self.screen.performances.removeAll { $0.motions.isEmpty }
    }
    self.screen.detachedLinks.removeAll { detached in
      detached.lag.isOver(at: self.screen.now) || !new.contains(detached.link)
    }
  }
}
