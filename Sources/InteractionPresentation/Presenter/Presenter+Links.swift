import InteractionCore

/// Links that begin or end with a directive (rules D2, D6, X4).
extension Presenter {
  /// Handles the changes of links since `before`.
  mutating func changeLinks(from before: PresentationState) {
    let (old, new) = (before.state, self.screen.state)
    // A hidden list stays overscrolled.
    if !self.model.hold.isHolding(.floor) && new.floor?.hidesViews != true {
      self.screen.fingers.releaseLists(at: self.screen.now)
    }
    if !self.surface.reducedMotion { self.catchUp(since: before) }
    // A transition that the engine cancels for another one has no animation back (X4).
    if case .idle(.cancelled) = new.transition?.phase {
      self.animateToStart(of: old.tabLinks, for: .transition, since: before)
    }
    if case .idle(.cancelled) = new.navigation?.phase {
      self.animateToStart(of: old.pageLinks, for: .navigation, since: before)
    }
    // Views return to their places when the links to a list end.
    let ended = old.floorLinks.filter { !new.floorLinks.contains($0) && !$0.followsFinger }
    self.playReturn(
      Timeline(
        tracks: ended.compactMap { link in
          link.property.restingValue.flatMap {
            before.returnTrack(of: link.target, link.property, to: $0)
          }
        }), of: .links)
    for drag in self.screen.fingers.drags where !drag.isDown {
      if !new.links.contains(where: { $0.driver == .translation(drag.target) }) {
        self.screen.fingers.removeDrag(on: drag.target)
      }
    }
  }

  /// Starts lags for new links, so that their views catch up with the finger from the presented
  /// values.
  private mutating func catchUp(since before: PresentationState) {
    let (old, new) = (before.state.links, self.screen.state.links)
    for drag in self.screen.fingers.drags {
      let driver = ScrollLink.Driver.translation(drag.target)
      guard !old.contains(where: { $0.driver == driver }) else { continue }
      let lag = CatchUpOffset(distance: drag.translation, since: self.screen.now)
      self.screen.fingers.change(drag.target) { $0.lag = lag }
      for link in new where link.driver == driver {
        // A view that is still returning starts from its current value.
        guard let shown = before.presentedValue(link.property, of: link.target) else { continue }
        self.screen.laggingLinks.append(
          PresentationState.LaggingLink(
            link: link,
            lag: CatchUpOffset(distance: link.value(at: 0) - shown, since: self.screen.now)))
        for index in self.screen.animations.indices {
          self.screen.animations[index].motions.removeAll {
            $0.target == link.target && $0.property == link.property
          }
        }
      }
      self.screen.animations.removeAll { $0.motions.isEmpty }
    }
    self.screen.laggingLinks.removeAll { detached in
      detached.lag.isOver(at: self.screen.now) || !new.contains(detached.link)
    }
  }
}
