import InteractionCore

extension Presenter {
  /// A release has waited for its verdict for too long, or a finger takes hold anew: the view goes
  /// back to where it was (rule D7).
  mutating func letGo(of held: HoldTarget, at now: Instant) {
    self.unsent.append(.holdExpired(held))
    let links: [ScrollLink]
    switch held {
    case .floor:
      self.fingers.freeLists(at: now)
      links = self.state.floorLinks.filter { $0.driver == .translation(.floorPage) }
      self.giveBack(links, of: .floor, since: self)
    case .tabs:
      links = self.state.tabLinks
      self.giveBack(links, of: .transition, since: self)
    case .back:
      links = self.state.pageLinks
      self.giveBack(links, of: .navigation, since: self)
    }
    self.letGo.add(links)
  }

  /// The floor is where it was before an animation: what that has moved goes back (rules D7, F8).
  mutating func takeBack(
    _ ended: [Performance], to phase: FloorState.Phase, since before: Presenter
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
            Self.wayBack(
              of: motion.target, motion.property, from: value,
              to: motion.property == .opacity ? 0 : value)
          }
        }
      }
      self.release(timeline, of: .floor)
    default: break
    }
  }

  /// What pictures have stood in for goes back from where they are.
  private func waysBack(fromPicturesOf performance: Performance) -> [Track] {
    performance.captures.flatMap { capture in
      performance.motions.filter { $0.target == capture.target }.compactMap { motion in
        guard let value = self.shown(motion.property, of: motion.target),
          let rest = motion.property.restingValue, value != rest
        else { return nil }
        return Self.wayBack(of: capture.subject, motion.property, from: value, to: rest)
      }
    }
  }

  /// What followed a finger goes back to where it started.
  mutating func giveBack(
    _ links: [ScrollLink], of aspect: Setting.Aspect, since before: Presenter
  ) {
    let isMoved = links.contains { link in
      before.wayBack(of: link.target, link.property, to: link.value(at: 0)) != nil
    }
    guard isMoved else { return }
    // What is at its start already stays there meanwhile.
    let timeline = Timeline(
      tracks: links.map { link in
        let start = link.value(at: 0)
        return Self.wayBack(
          of: link.target, link.property,
          from: before.shown(link.property, of: link.target) ?? start, to: start)
      })
    for link in links {
      if case .translation(let target) = link.driver { self.fingers.forget(target) }
    }
    self.release(timeline, of: aspect, since: before)
  }

  /// Plays what no directive asks for: something goes back to where it belongs.
  mutating func release(
    _ timeline: Timeline, of aspect: Setting.Aspect?, since before: Presenter? = nil
  ) {
    guard !timeline.tracks.isEmpty, !self.environment.reducedMotion else { return }
    var performance = Performance(.release, of: aspect, timeline: timeline, start: self.now)
    if let before, aspect == .navigation {
      performance.roles = before.currentRoles
      performance.staging = before.state.navigation?.staging ?? []
      performance.keepPictures(of: before.state)
    }
    self.performances.append(performance)
  }

  /// From the value that a property shows to another one; nil if it shows that already.
  func wayBack(of target: Target, _ property: AnimatedProperty, to value: Double) -> Track? {
    guard let shown = self.shown(property, of: target), shown != value else { return nil }
    return Self.wayBack(of: target, property, from: shown, to: value)
  }

  private static func wayBack(
    of target: Target, _ property: AnimatedProperty, from shown: Double, to value: Double
  ) -> Track {
    Track(
      target, property, from: shown, to: value, duration: Self.returnTime, easing: .easeOut,
      fill: .both)
  }

  /// How long what a finger has left takes to go back.
  private static let returnTime = TimeSpan.milliseconds(250)
}
