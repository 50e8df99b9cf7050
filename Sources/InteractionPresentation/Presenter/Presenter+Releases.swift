import InteractionCore

extension Presenter {
  /// A release has waited for its verdict for too long, or a finger takes hold anew: the view goes
  /// back to where it was (rule D7).
  mutating func letGo(of held: HoldTarget, at now: Instant) {
    self.unsent.append(.holdExpired(held))
    switch held {
    case .floor:
      self.fingers.freeLists(at: now)
      let links = self.state.floorLinks.filter { $0.driver == .translation(.floorPage) }
      self.giveBack(links, of: .floor, since: self)
    case .tabs: self.giveBack(self.state.tabLinks, of: .transition, since: self)
    case .back: self.giveBack(self.state.pageLinks, of: .navigation, since: self)
    }
  }

  /// A directive has changed what follows a finger.
  mutating func changeLinks(from before: Presenter) {
    let (old, new) = (before.state, self.state)
    // A list that is hidden stays where it was pulled.
    if !self.hold.isHolding(.floor) && new.floor?.hidesViews != true {
      self.fingers.freeLists(at: self.now)
    }
    // What follows a finger from now on catches up with it.
    for driver in new.links.map(\.driver) where !old.links.contains(where: { $0.driver == driver })
    {
      guard case .translation(let target) = driver, !self.environment.reducedMotion else {
        continue
      }
      let now = self.now
      self.fingers.change(target) { $0.lag = Lag(distance: $0.translation, since: now) }
    }
    // What the engine ends at once, since something else begins, comes without a way back (X4).
    if case .idle(.cancelled) = new.transition?.phase {
      self.giveBack(old.tabLinks, of: .transition, since: before)
    }
    if case .idle(.cancelled) = new.navigation?.phase {
      self.giveBack(old.pageLinks, of: .navigation, since: before)
    }
    // What a list has moved goes back to its place.
    let ended = old.floorLinks.filter { link in !new.floorLinks.contains(link) && link.followsList }
    self.release(
      Timeline(
        tracks: ended.compactMap { link in
          link.property.restingValue.flatMap {
            before.wayBack(of: link.target, link.property, to: $0)
          }
        }), of: .links)
    for drag in self.fingers.drags where !drag.isDown {
      if !new.links.contains(where: { $0.driver == .translation(drag.target) }) {
        self.fingers.forget(drag.target)
      }
    }
  }

  /// What followed a finger goes back to where it started.
  private mutating func giveBack(
    _ links: [ScrollLink], of aspect: Setting.Aspect, since before: Presenter
  ) {
    let timeline = Timeline(
      tracks: links.compactMap { link in
        before.wayBack(of: link.target, link.property, to: link.value(at: 0))
      })
    guard !timeline.tracks.isEmpty else { return }
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
    return Track(
      target, property, from: shown, to: value, duration: Self.returnTime, easing: .easeOut,
      fill: .both)
  }

  /// How long what a finger has left takes to go back.
  private static let returnTime = TimeSpan.milliseconds(250)
}

extension ScrollLink {
  fileprivate var followsList: Bool {
    if case .offset = self.driver { return true }
    return false
  }
}
