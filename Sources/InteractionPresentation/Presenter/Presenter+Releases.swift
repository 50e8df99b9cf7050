import InteractionCore

extension Presenter {
  /// Releases a target because its hold has expired or a finger grabs it again: the view returns to
  /// its start (rule D7).
  mutating func release(_ held: HoldTarget, at now: Instant) {
    self.pending.add(.holdExpired(held))
    let links: [ScrollLink]
    switch held {
    case .floor:
      self.screen.fingers.releaseLists(at: now)
      links = self.screen.state.floorLinks.filter { $0.driver == .translation(.floorPage) }
      self.animateToStart(of: links, for: .floor, since: self.screen)
    case .tabs:
      links = self.screen.state.tabLinks
      self.animateToStart(of: links, for: .transition, since: self.screen)
    case .back:
      links = self.screen.state.pageLinks
      self.animateToStart(of: links, for: .navigation, since: self.screen)
    }
    self.model.unconfirmedRelease.add(links)
    self.screen.state = self.model.visibleState
  }

  /// Reverts an animation of the floor: its views return to their places (rules D7, F8).
  mutating func revertFloor(
    _ ended: [PlayingAnimation], to phase: FloorState.Phase, since before: PresentationState
  ) {
    let page = ended.flatMap(\.motions).filter { $0.target == .floorPage }
    switch (before.state.floor?.phase, phase) {
    case (.closing, .open):
      self.playReturn(before.returnTracks(of: page), of: .floor)
    case (.opening, .closed):
      var timeline = Timeline(tracks: ended.flatMap { before.waysBack(fromPicturesOf: $0) })
      // The page fades out in place.
      if before.presentedValue(.opacity, of: .floorPage) != 0 {
        timeline.tracks += page.compactMap { motion in
          before.presentedValue(motion.property, of: motion.target).map { value in
            Track(
              returning: motion.target, motion.property, from: value,
              to: motion.property == .opacity ? 0 : value)
          }
        }
      }
      self.playReturn(timeline, of: .floor)
    default: break
    }
  }

  /// Returns the views of links to the links' start values.
  mutating func animateToStart(
    of links: [ScrollLink], for aspect: Setting.Aspect, since before: PresentationState
  ) {
    let isMoved = links.contains { link in
      before.returnTrack(of: link.target, link.property, to: link.value(at: 0)) != nil
    }
    guard isMoved else { return }
    // Views that are at their start already are kept there meanwhile.
    let timeline = Timeline(
      tracks: links.map { link in
        let start = link.value(at: 0)
        return Track(
          returning: link.target, link.property,
          from: before.presentedValue(link.property, of: link.target) ?? start, to: start)
      })
    for link in links {
      if case .translation(let target) = link.driver { self.screen.fingers.removeDrag(on: target) }
    }
    self.playReturn(timeline, of: aspect, since: before)
  }

  /// Plays a return animation, which no directive asks for.
  mutating func playReturn(
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
    self.screen.animations.append(performance)
  }
}
