import InteractionCore

extension Presenter {
  /// Plays the timeline of a directive, from the presented values (rule D2), unless it is late
  /// (rules D4, D7).
  mutating func play(_ change: PresenterModel.Change, since before: PresentationState) {
    let directive = change.pendingChanges.directive
    guard let timeline = directive.timeline else { return }
    let underWay = change.settings.first { $0.state.isAnimating }
    let isLate = directive.hasEnded(by: self.screen.now)
    // A view that a finger has moved never jumps to its destination.
    let plays = change.mayAnimate && (!isLate || before.isMovedByFinger(timeline))
    if let underWay {
      let end = plays ? self.screen.now + timeline.duration : self.screen.now
      self.pending.await(
        PendingReports.AwaitedEnd(
          directive: directive.sequence, aspect: underWay.aspect, end: end))
    }
    guard plays else { return }
    // The item and the pages of a selection end separately.
    let aspects = directive.settings.map(\.aspect)
    if aspects.contains(.selection) && aspects.contains(.transition) {
      self.perform(timeline.part { $0.tabPage == nil }, of: .selection, directive, since: before)
      self.perform(timeline.part { $0.tabPage != nil }, of: .transition, directive, since: before)
    } else {
      self.perform(timeline, of: aspects.first, directive, since: before)
    }
  }

  private mutating func perform(
    _ timeline: Timeline, of aspect: Setting.Aspect?, _ directive: Directive,
    since before: PresentationState
  ) {
    guard !timeline.tracks.isEmpty else { return }
    let holds = directive.settings.contains { $0.aspect == aspect && $0.state.isAnimating }
    var performance = PlayingAnimation(
      .directive(directive.sequence), of: aspect, timeline: timeline, start: self.screen.now,
      holds: holds)
    if case .toggle(let id) = aspect { performance.previousToggle = before.state.toggle(id) }
    if case .navigation = aspect {
      performance.roles = self.roles(since: before.state)
      performance.keepPictures(of: before.state)
    }
    self.start(performance, since: before)
  }

  /// Starts a performance, from the presented values. It replaces other animations of the same
  /// views.
  mutating func start(_ performance: PlayingAnimation, since before: PresentationState) {
    var performance = performance
    performance.motions = performance.motions.map { motion in
      var start = before.start(of: motion, in: performance)
      if motion.target == .tabBar, motion.property == .translateY {
        // The bar has its last frame at once: the start is the place where it is seen (rule R12).
        start? += self.movedBar(since: before.state)
      }
      return motion.from(start)
    }
    var replaced: [PropertyAnimation] = []
    for index in self.screen.animations.indices {
      self.screen.animations[index].motions.removeAll { old in
        guard performance.motions.contains(where: { $0.target == old.target }) else { return false }
        replaced.append(old)
        return true
      }
    }
    self.screen.animations.removeAll { $0.motions.isEmpty }
    self.screen.animations.append(performance)
    replaced.removeAll { old in
      performance.motions.contains { $0.target == old.target && $0.property == old.property }
    }
    self.playReturn(before.returnTracks(of: replaced), of: performance.aspect)
  }

  /// Returns the distance from the bar's frame to its former one, pt.
  private func movedBar(since before: VisibleState) -> Double {
    guard let old = before.layout, let new = self.screen.state.layout else { return 0 }
    return old.frame.y - new.frame.y
  }

  /// Returns the pages of a navigation's transition.
  private func roles(since before: VisibleState) -> PageTransitionRoles? {
    guard let old = before.navigation, let new = self.screen.state.navigation else { return nil }
    // A drag that continues as an animation stays the same transition.
    if case .interactive = old.phase, let change = old.change, new.number == old.number {
      return PageTransitionRoles(of: change, over: old.pages)
    }
    return PageTransitionRoles(from: old.pages, to: new.pages)
  }

}

extension PlayingAnimation {
  /// Keeps the captures of an interactive transition that continues as an animation.
  mutating func keepPictures(of pulled: VisibleState) {
    guard let navigation = pulled.navigation, case .interactive = navigation.phase,
      self.captures.isEmpty
    else { return }
    self.captures = navigation.captures
    self.captureNumber = UInt64(navigation.number)
  }
}

extension Timeline {
  /// Returns the part of the timeline that involves some views.
  fileprivate func part(_ isIncluded: (ViewPath) -> Bool) -> Timeline {
    Timeline(
      tracks: self.tracks.filter { isIncluded($0.target) },
      captures: self.captures.filter { isIncluded($0.target) },
      staging: self.staging.filter { isIncluded($0.target) })
  }
}

extension ViewPath {
  /// The tab of a page's target; nil for other targets: `page/3` is 3.
  var tabPage: Int? {
    guard self.path.hasPrefix("page/") else { return nil }
    return Int(self.path.dropFirst(5))
  }
}
