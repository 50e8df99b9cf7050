import InteractionCore

extension Presenter {
  /// Releases a target because its hold has expired or a finger grabs it again: the view returns to
  /// its start (rule D7).
  mutating func letGo(of held: HoldTarget, at now: Instant) {
    self.pending.add(.holdExpired(held))
    let links: [ScrollLink]
    switch held {
    case .floor:
      self.screen.fingers.freeLists(at: now)
      links = self.screen.state.floorLinks.filter { $0.driver == .translation(.floorPage) }
      self.giveBack(links, of: .floor, since: self.screen)
    case .tabs:
      links = self.screen.state.tabLinks
      self.giveBack(links, of: .transition, since: self.screen)
    case .back:
      links = self.screen.state.pageLinks
      self.giveBack(links, of: .navigation, since: self.screen)
    }
    self.model.letGo.add(links)
    self.screen.state = self.model.visibleState
  }

  /// Reverts an animation of the floor: its views return to their places (rules D7, F8).
  mutating func takeBack(
    _ ended: [PlayingAnimation], to phase: FloorState.Phase, since before: PresentationState
  ) {
    let page = ended.flatMap(\.motions).filter { $0.target == .floorPage }
    switch (before.state.floor?.phase, phase) {
    case (.closing, .open):
      self.release(before.waysBack(of: page), of: .floor)
    case (.opening, .closed):
      var timeline = Timeline(tracks: ended.flatMap { before.waysBack(fromPicturesOf: $0) })
      // The page fades out in place.
      if before.shown(.opacity, of: .floorPage) != 0 {
        timeline.tracks += page.compactMap { motion in
          before.shown(motion.property, of: motion.target).map { value in
            Track(
              returning: motion.target, motion.property, from: value,
              to: motion.property == .opacity ? 0 : value)
          }
        }
      }
      self.release(timeline, of: .floor)
    default: break
    }
  }

  /// Returns the views of links to the links' start values.
  mutating func giveBack(
    _ links: [ScrollLink], of aspect: Setting.Aspect, since before: PresentationState
  ) {
    let isMoved = links.contains { link in
      before.wayBack(of: link.target, link.property, to: link.value(at: 0)) != nil
    }
    guard isMoved else { return }
    // Views that are at their start already are kept there meanwhile.
    let timeline = Timeline(
      tracks: links.map { link in
        let start = link.value(at: 0)
        return Track(
          returning: link.target, link.property,
          from: before.shown(link.property, of: link.target) ?? start, to: start)
      })
    for link in links {
      if case .translation(let target) = link.driver { self.screen.fingers.forget(target) }
    }
    self.release(timeline, of: aspect, since: before)
  }

  /// Plays a return animation, which no directive asks for.
  mutating func release(
    _ timeline: Timeline, of aspect: Setting.Aspect?, since before: PresentationState? = nil
  ) {
    guard !timeline.tracks.isEmpty, !self.surface.reducedMotion else { return }
    var performance = PlayingAnimation(
      .release, of: aspect, timeline: timeline, start: self.screen.now)
    if let before, aspect == .navigation {
      performance.roles = before.currentRoles
      performance.staging = before.state.navigation?.staging ?? []
      performance.keepPictures(of: before.state)
    }
    self.screen.performances.append(performance)
  }
}
