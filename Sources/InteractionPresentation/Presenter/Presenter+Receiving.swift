public import InteractionCore

extension Presenter {
  /// Takes in a directive (rules D1–D5). Returns what happens once: nothing for one that has been
  /// received before.
  public mutating func receive(_ directive: Directive, at now: Instant) -> [Effect] {
    self.advance(to: now)
    let before = self
    let isNews = directive.sequence > self.newest
    self.newest = max(self.newest, directive.sequence)
    let mayAnimate = self.hold.receive(directive)
    let shown = self.reactions.receive(directive)
    guard isNews else {
      self.settle(since: before, news: self.news(since: before))
      return []
    }
    if directive.replacesAll {
      self.stop(for: directive, since: before)
      return directive.effects
    }
    self.performances.removeAll { performance in
      shown.takenBack.contains { performance.origin == .tap($0) }
    }
    let news = self.news(since: before)
    let seen = self.letGo.receive(
      news, isLate: !mayAnimate, from: before.snapshot, to: self.snapshot)
    self.settle(since: before, news: seen)
    // What has no setting has only its number.
    if directive.settings.isEmpty || !news.isEmpty {
      self.play(shown.directive, news: news, mayAnimate: mayAnimate, since: before)
    }
    self.startLoops(since: before)
    self.layOut()
    return directive.effects
  }

  /// The settings that have changed.
  private func news(since before: Presenter) -> [Setting] {
    let known = before.snapshot.settings
    return self.snapshot.settings.filter { !known.contains($0) }
  }

  /// A snapshot shows at once, and nothing plays on but what goes on for ever (rule D5).
  private mutating func stop(for directive: Directive, since before: Presenter) {
    self.performances.removeAll { !$0.isLoop }
    self.letGo = LetGo()
    self.endLoops(since: before)
    for awaited in self.awaited
    where directive.settings.contains(where: { $0.aspect == awaited.aspect && $0.state.isUnderWay })
    {
      self.unsent.append(.animationEnded(directive: awaited.directive, outcome: .cancelled))
    }
    self.awaited = []
    self.fingers.drags.removeAll { !$0.isDown }
    self.startLoops(since: before)
    self.layOut()
  }

  /// What newer settings end: what the former ones play, and what follows a finger.
  private mutating func settle(since before: Presenter, news: [Setting]) {
    for setting in news {
      self.awaited.removeAll { $0.aspect == setting.aspect }
      switch setting.state {
      case .floor, .transition, .navigation, .toggle:
        // What goes back under a finger that has begun anew still does.
        let ended = self.performances.filter {
          $0.aspect == setting.aspect && ($0.origin != .release || setting.state.isUnderWay)
        }
        self.performances.removeAll { ended.contains($0) }
        if case .floor(let floor) = setting.state {
          self.takeBack(ended, to: floor.phase, since: before)
        }
      case .badge: self.endLoops(since: before)
      case .selection, .layout, .floorLayout, .links, .gate, .press, .refresh, .unknown:
        break
      }
    }
    self.changeLinks(from: before)
    self.layOut()
  }
}
