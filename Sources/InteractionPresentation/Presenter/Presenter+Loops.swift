import InteractionCore

/// Looping animations of badges (rule B4).
extension Presenter {
  /// Starts the loops of new badge states, from the presented values (rule D2).
  mutating func startLoops(since before: PresentationState) {
    let known = before.state.badges
    for badge in self.screen.state.badges {
      guard let timeline = badge.loopTimeline else { continue }
      let aspect = Setting.Aspect.badge(tab: badge.tab)
      let hasChanged = !known.contains { $0.tab == badge.tab && $0.loopTimeline == timeline }
      guard
        hasChanged
          || !self.screen.animations.contains(where: { $0.isLoop && $0.aspect == aspect })
      else { continue }
      self.start(
        PlayingAnimation(.loop, of: aspect, timeline: timeline, start: self.screen.now),
        since: before)
    }
  }

  /// Stops the loops that the state no longer has, and returns their views to rest.
  mutating func endLoops(since before: PresentationState) {
    for badge in self.screen.state.badges where badge.loop == .none {
      let aspect = Setting.Aspect.badge(tab: badge.tab)
      let loops = self.screen.animations.filter { $0.isLoop && $0.aspect == aspect }
      guard !loops.isEmpty else { continue }
      self.screen.animations.removeAll { loops.contains($0) }
      self.playReturn(before.returnTracks(of: loops.flatMap(\.motions)), of: aspect)
    }
  }
}
