import InteractionCore

extension Presenter {
  /// Plays what a directive brings, from the values shown (rule D2), unless it is late (rules D4,
  /// D7).
  mutating func play(
    _ directive: Directive, news: [Setting], mayAnimate: Bool, since before: Presenter
  ) {
    guard let timeline = directive.timeline else { return }
    let underWay = news.first { $0.state.isUnderWay }
    let isLate = directive.isOver(at: self.now)
    // What a finger has moved never jumps to where it goes.
    let plays = mayAnimate && (!isLate || before.moves(timeline))
    if let underWay {
      let end = plays ? self.now + timeline.duration : self.now
      self.awaited.append(
        Awaited(directive: directive.sequence, aspect: underWay.aspect, end: end))
    }
    guard plays else { return }
    // A selection's item and its pages end apart.
    let aspects = directive.settings.map(\.aspect)
    if aspects.contains(.selection) && aspects.contains(.transition) {
      self.perform(timeline.part { $0.tabPage == nil }, of: .selection, directive, since: before)
      self.perform(timeline.part { $0.tabPage != nil }, of: .transition, directive, since: before)
    } else {
      self.perform(timeline, of: aspects.first, directive, since: before)
    }
  }

  /// Whether a finger has moved, or may move, what the timeline does.
  private func moves(_ timeline: Timeline) -> Bool {
    let links = self.follows.map(\.link).filter(\.followsFinger)
    let goingBack = self.performances.filter { $0.origin == .release }.flatMap(\.motions)
    return timeline.tracks.contains { track in
      links.contains { $0.target == track.target && $0.property == track.property }
        || goingBack.contains { $0.target == track.target && $0.property == track.property }
    }
  }

  private mutating func perform(
    _ timeline: Timeline, of aspect: Setting.Aspect?, _ directive: Directive,
    since before: Presenter
  ) {
    guard !timeline.tracks.isEmpty else { return }
    let holds = directive.settings.contains { $0.aspect == aspect && $0.state.isUnderWay }
    var performance = Performance(
      .directive(directive.sequence), of: aspect, timeline: timeline, start: self.now, holds: holds)
    if case .toggle(let id) = aspect { performance.former = before.state.toggle(id) }
    if case .navigation = aspect {
      performance.roles = self.roles(since: before.state)
      performance.keepPictures(of: before.state)
    }
    self.start(performance, since: before)
  }

  /// Starts a performance in place of what plays on the same views, from the values shown.
  mutating func start(_ performance: Performance, since before: Presenter) {
    var performance = performance
    performance.motions = performance.motions.map { motion in
      motion.from(before.shown(motion, in: performance))
    }
    var replaced: [Motion] = []
    for index in self.performances.indices {
      self.performances[index].motions.removeAll { old in
        guard performance.motions.contains(where: { $0.target == old.target }) else { return false }
        replaced.append(old)
        return true
      }
    }
    self.performances.removeAll { $0.motions.isEmpty }
    self.performances.append(performance)
    replaced.removeAll { old in
      performance.motions.contains { $0.target == old.target && $0.property == old.property }
    }
    self.release(before.waysBack(of: replaced), of: performance.aspect)
  }

  /// What nothing moves any more goes back to the layout's value.
  func waysBack(of motions: [Motion]) -> Timeline {
    Timeline(
      tracks: motions.compactMap { motion in
        motion.property.restingValue.flatMap {
          self.wayBack(of: motion.target, motion.property, to: $0)
        }
      })
  }

  /// The pages that come and go now.
  private func roles(since before: VisibleState) -> PageRoles? {
    guard let old = before.navigation, let new = self.state.navigation else { return nil }
    // A pull that becomes an animation stays the same transition.
    if case .interactive = old.phase, let change = old.change, new.number == old.number {
      return PageRoles(of: change, over: old.pages)
    }
    return PageRoles(from: old.pages, to: new.pages)
  }

  /// The value that moves where `motion` will, and shows now: that of what plays, or of what
  /// follows a finger or a list; nil where neither does.
  private func shown(_ motion: Motion, in performance: Performance) -> Double? {
    let target = self.former(motion.target, in: performance)
    guard let target else { return nil }
    return self.shown(motion.property, of: target) ?? self.stands(motion, in: performance)
  }

  /// The value that `motion` starts from where its view is at rest elsewhere than at the layout's
  /// place: a sheet, and a strip whose second page shows.
  private func stands(_ motion: Motion, in performance: Performance) -> Double? {
    if motion.property == .contentOffsetY {
      return self.resting[motion.target]?.values.contentOffset.y
    }
    guard case .above(let index, let page) = performance.roles?.page(of: motion.target),
      page.place.leavesRest, let pages = self.state.navigation?.pages,
      pages.indices.contains(index), pages[index] == page
    else { return nil }
    switch motion.property {
    case .translateX: return page.place.dx
    case .translateY: return page.place.dy
    default: return nil
    }
  }

  func shown(_ property: AnimatedProperty, of target: Target) -> Double? {
    for performance in self.performances {
      for motion in performance.motions where motion.target == target && motion.property == property
      {
        if let value = motion.value(at: self.now - performance.start) { return value }
      }
    }
    return self.follows.last { $0.link.target == target && $0.link.property == property }
      .map { self.value(of: $0.link, at: self.now) }
  }

  /// The target that shows now what `target` will: what came may be what leaves next.
  private func former(_ target: Target, in performance: Performance) -> Target? {
    if case .toggle(let id) = performance.aspect,
      self.performances.contains(where: { $0.aspect == performance.aspect })
    {
      switch target {
      case .toggleIncoming(id): return .toggleOutgoing(id)
      case .toggleOutgoing(id): return .toggleIncoming(id)
      default: return target
      }
    }
    guard let roles = performance.roles, let old = self.currentRoles else { return target }
    switch target {
    case .incomingPage: return old.target(of: roles.incoming)
    case .outgoingPage: return old.target(of: roles.outgoing)
    default: return old == roles ? target : nil
    }
  }

  /// The pages that come and go, by an animation or under a finger.
  var currentRoles: PageRoles? {
    if let roles = self.performances.last(where: { $0.roles != nil })?.roles { return roles }
    let navigation = self.state.navigation
    guard case .interactive = navigation?.phase, let navigation, let change = navigation.change
    else { return nil }
    return PageRoles(of: change, over: navigation.pages)
  }
}

extension Performance {
  /// What goes on from where a finger left the pages goes on with the pictures that were taken for
  /// the finger.
  mutating func keepPictures(of pulled: VisibleState) {
    guard let navigation = pulled.navigation, case .interactive = navigation.phase,
      self.captures.isEmpty
    else { return }
    self.captures = navigation.captures
    self.captureNumber = UInt64(navigation.number)
  }
}

extension Timeline {
  /// The part of it that moves these views.
  fileprivate func part(_ isIncluded: (Target) -> Bool) -> Timeline {
    Timeline(
      tracks: self.tracks.filter { isIncluded($0.target) },
      captures: self.captures.filter { isIncluded($0.target) },
      staging: self.staging.filter { isIncluded($0.target) })
  }
}

extension Target {
  /// The tab whose page it is, if it is one: `page/3` is 3.
  var tabPage: Int? {
    guard self.path.hasPrefix("page/") else { return nil }
    return Int(self.path.dropFirst(5))
  }
}
