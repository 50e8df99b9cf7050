import InteractionCore

extension Presenter {
  /// A release has waited for its verdict for too long, or a finger takes hold anew: the view goes
  /// back to where it was (rule D7).
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

  /// The floor is where it was before an animation: what that has moved goes back (rules D7, F8).
  mutating func takeBack(
    _ ended: [Performance], to phase: FloorState.Phase, since before: ShownScreen
  ) {
    let page = ended.flatMap(\.motions).filter { $0.target == .floorPage }
    switch (before.state.floor?.phase, phase) {
    case (.closing, .open):
      self.release(before.waysBack(of: page), of: .floor)
    case (.opening, .closed):
      var timeline = Timeline(tracks: ended.flatMap { before.waysBack(fromPicturesOf: $0) })
      // The page fades where it is.
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

  /// What followed a finger goes back to where it started.
  mutating func giveBack(
    _ links: [ScrollLink], of aspect: Setting.Aspect, since before: ShownScreen
  ) {
    let isMoved = links.contains { link in
      before.wayBack(of: link.target, link.property, to: link.value(at: 0)) != nil
    }
    guard isMoved else { return }
    // What is at its start already stays there meanwhile.
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

  /// Plays what no directive asks for: something goes back to where it belongs.
  mutating func release(
    _ timeline: Timeline, of aspect: Setting.Aspect?, since before: ShownScreen? = nil
  ) {
    guard !timeline.tracks.isEmpty, !self.environment.reducedMotion else { return }
    var performance = Performance(.release, of: aspect, timeline: timeline, start: self.screen.now)
    if let before, aspect == .navigation {
      performance.roles = before.currentRoles
      performance.staging = before.state.navigation?.staging ?? []
      performance.keepPictures(of: before.state)
    }
    self.screen.performances.append(performance)
  }
}
