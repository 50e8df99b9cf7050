import InteractionCore

/// Compares a session at rest with a new session in the same situation, using a client without
/// faults (rule S8).
struct RestProbe {
  private var tried: Session
  private var fresh: Session

  /// Brings `session` to rest: all fingers are lifted, and all deadlines have passed. Of each
  /// list's last drag only the end arrives; heartbeats name all fingers, so that they repair
  /// nothing.
  init(resting session: Session) {
    var calm: [InteractionEvent.Kind] = [
      .foreground, .account(.signedIn), .heldDrags(session.heldDrags, pointers: []),
      .account(.loginFailed), .menu(.dismissed), .swiping(isOn: true), .refreshDone, Self.picture,
      // A hidden tab cannot be selected.
      .item(ItemChange(tab: 0)),
    ]
    for (source, scroll) in zip(session.experience.sources, session.state.scrolls) {
      calm.append(
        .scroll(Scroll(source: source.id, drag: 900, phase: .settled, x: scroll.x, y: scroll.y)))
    }
    var tried = session
    for kind in calm { _ = tried.handle(InteractionEvent(time: session.now, kind: kind)) }
    // The longest deadline is the gate's, 60 s. Hidden looks are updated on their tab (R9).
    _ = tried.handle(InteractionEvent(time: session.now + .seconds(130), kind: .tick))
    _ = tried.handle(InteractionEvent(time: tried.now, kind: .selectTab(index: 0)))
    _ = tried.handle(InteractionEvent(time: tried.now + .seconds(10), kind: .tick))

    // Without the changes of items, which the restoration brings (T18).
    let experience = session.base
    let offsets = zip(experience.sources, tried.state.scrolls).map {
      RestoredState.Offset(source: $0.id, y: $1.y)
    }
    let restoration = tried.snapshot.restoration(offsets: offsets)
    var fresh = Session(experience: experience, surface: tried.state.surface)
    var kinds: [InteractionEvent.Kind] = [.open(restoration), .swiping(isOn: true), Self.picture]
    for (source, scroll) in zip(experience.sources, tried.state.scrolls) {
      let banner = zip(experience.carousels, tried.state.carousels)
        .first { $0.0.source == source.id }?.1
      guard banner != nil || scroll.contentHeight != nil else { continue }
      let size = Size(width: banner?.contentWidth ?? 375, height: scroll.contentHeight ?? 200)
      kinds.append(.contentSize(source: source.id, size: size))
      // The end of the content applies from the next report on (rule S4).
      kinds.append(
        .scroll(Scroll(source: source.id, drag: 900, phase: .settled, x: scroll.x, y: scroll.y)))
    }
    for kind in kinds { _ = fresh.handle(InteractionEvent(time: tried.now, kind: kind)) }
    self.tried = tried
    self.fresh = fresh.showing(tried.hiddenLooks)
  }

  private static let picture = InteractionEvent.Kind.assetReady(
    Asset(slot: "floor", kind: .animated, size: Size(width: 750, height: 900)))

  /// The difference that the faults have left; nil if there is none.
  var fault: String? {
    // Only banners have a deadline at rest.
    if (self.tried.nextDeadline == nil) != (self.fresh.nextDeadline == nil) {
      return "its next deadline is \(String(describing: self.tried.nextDeadline))"
    }
    if !self.tried.heldDrags.isEmpty || !self.tried.heldPointers.isEmpty { return "it is held" }
    let differing = zip(self.tried.snapshot.settings, self.fresh.snapshot.settings)
      .filter { Self.plain($0.state, self.keepsLooks) != Self.plain($1.state, self.keepsLooks) }
    if let (tried, fresh) = differing.first {
      return "it shows \(tried.state) instead of \(fresh.state)"
    }
    return self.firstDifference
  }

  /// True if a look need not follow from the list's offset: literal does not reconcile, a command
  /// overrides it, within the hysteresis the last look stays, and a toggle by direction goes by the
  /// way (rules R3, R6, R10, R12).
  private var keepsLooks: Bool {
    zip(self.tried.experience.toggles, self.tried.state.toggles).contains { definition, toggle in
      let rule = definition.rule
      let index = self.tried.experience.sources.firstIndex { $0.id == definition.source }
      let distance = (index.map { self.tried.state.scrolls[$0].y } ?? 0) - rule.threshold
      return !rule.reconciles || toggle.phase == .commanded || rule.travel != nil
        || (rule.hysteresis > 0 && abs(distance) <= rule.hysteresis)
    }
  }

  /// The first event for which the two sessions answer differently.
  private var firstDifference: String? {
    var (tried, fresh) = (self.tried, self.fresh)
    let start = tried.now
    for (time, kind) in Self.healthy(tried) {
      let event = InteractionEvent(time: start + .milliseconds(time), kind: kind)
      let answers = (self.answer(of: &tried, to: event), self.answer(of: &fresh, to: event))
      if answers.0 != answers.1 { return "to \(kind) it answers \(answers.0), not \(answers.1)" }
    }
    return nil
  }

  /// Returns a session's answer without counters, and without effects of looks that may differ, or
  /// of a banner's phase.
  private func answer(of session: inout Session, to event: InteractionEvent) -> [Answer] {
    session.handle(event).compactMap { directive -> Answer? in
      if directive.replacesAll { return Answer(replacesAll: true) }
      for effect in directive.effects {
        switch effect {
        case .scrollCarousel: return nil
        case .scrollList, .refresh: if self.keepsLooks { return nil }
        case .presentMenu, .requestLogin, .askSelection, .animationFile, .haptic, .sound,
          .tabAction, .refusal, .announce:
          break
        }
      }
      if self.keepsLooks, case .toggle = directive.settings.first?.state { return nil }
      return Answer(
        states: directive.settings.map { Self.plain($0.state, self.keepsLooks) },
        timeline: directive.timeline, effects: directive.effects)
    }
  }

  /// The parts of a directive that must be equal.
  private struct Answer: Hashable {
    var replacesAll = false
    var states: [ComparableState] = []
    var timeline: Timeline?
    var effects: [Effect] = []
  }

  /// The parts of a state that must be equal.
  private enum ComparableState: Hashable {
    case same(Setting.State)
    case selected(Int)
    case menu([MenuEntry])
    case badge(isShown: Bool, BadgeState.Style, String)
    case slide(from: Int, to: Int)
    case pages([NavigationState.Page], isIdle: Bool)
    case rest
  }

  /// Returns a state without transition numbers, and without the last transition's outcome.
  private static func plain(_ state: Setting.State, _ keepsLooks: Bool) -> ComparableState {
    switch state {
    case .transition(let transition):
      transition.isIdle ? .rest : .slide(from: transition.from, to: transition.to)
    case .navigation(let navigation): .pages(navigation.pages, isIdle: navigation.isIdle)
    case .press(let press): .menu(press.menu)
    case .badge(let badge): .badge(isShown: badge.isShown, badge.style, badge.text)
    case .selection(let selection): .selected(selection.selected)
    case .toggle: keepsLooks ? .rest : .same(state)
    default: .same(state)
    }
  }

  /// Returns a script with all actions of a user, which works in every state.
  private static func healthy(_ session: Session) -> [(Int64, InteractionEvent.Kind)] {
    var script: [(Int64, InteractionEvent.Kind)] = [(100, .floor(.close)), (5_000, .tick)]
    var now: Int64 = 6_000
    func then(_ pause: Int64, _ kind: InteractionEvent.Kind) {
      now += pause
      script.append((now, kind))
    }
    if session.experience.navigation != nil {
      then(100, .navigate(NavigationRequest(.dismiss)))
      then(5_000, .navigate(NavigationRequest(.popToRoot)))
      then(5_000, .navigate(NavigationRequest(.push, route: "probe")))
      for (step, phase) in [PageDrag.Phase.began, .ended].enumerated() {
        then(5_000, .pageDrag(PageDrag(.back, phase, translation: step == 0 ? 20 : 250)))
      }
      then(5_000, .tick)
    }
    then(100, .selectTab(index: 0))
    for source in session.experience.sources {
      for (drag, way) in [[0.0, 300, 600], [600, 300, 0], [0, -120, -160]].enumerated() {
        // Far above the drag numbers of faulty clients.
        let number = UInt32(1_000 + drag)
        for (step, y) in way.enumerated() {
          let phase: Scroll.Phase = step == 0 ? .began : .moved
          then(16, .scroll(Scroll(source: source.id, drag: number, phase: phase, y: y)))
        }
        let last = way[2]
        let ended = Scroll(
          source: source.id, drag: number, phase: .ended, y: last, velocity: 0)
        then(60, .scroll(ended))
        then(3_000, .scroll(Scroll(source: source.id, drag: number, phase: .settled, y: last)))
        then(2_000, .floor(.close))
        then(5_000, .tick)
      }
    }
    for tab in session.experience.tabBar.items.indices {
      let target = ViewPath.tab(tab)
      let place = session.middle(ofTab: tab)
      for phase in [Pointer.Phase.down, .up] {
        then(60, .pointer(Pointer(id: 9, phase: phase, target: target, position: place)))
      }
      then(5_000, .tick)
    }
    then(100, .selectTab(index: 0))
    for (step, x) in [300.0, 200, 100, 40].enumerated() {
      let phase: Pointer.Phase = step == 0 ? .down : step == 3 ? .up : .moved
      then(
        20,
        .pointer(
          Pointer(id: 8, phase: phase, target: .pageContainer, position: Point(x: x, y: 400))))
    }
    then(5_000, .tick)
    return script
  }
}

extension Session {
  /// The looks that the second floor or a page hides: they are updated when visible again (rule
  /// R9).
  fileprivate var hiddenLooks: [ToggleLook]? {
    let isSeen = self.state.floor.phase == .closed && self.state.navigation.pages.isEmpty
    return isSeen ? nil : self.state.toggles.map(\.look)
  }

  /// Returns the session with other looks.
  fileprivate func showing(_ looks: [ToggleLook]?) -> Session {
    guard let looks else { return self }
    var state = self.state
    for (index, look) in looks.enumerated() { state.toggles[index].look = look }
    return Session(experience: self.base, state: state)
  }

  /// Returns the centre of a tab's item in the viewport, pt.
  fileprivate func middle(ofTab tab: Int) -> Point {
    for case .layout(let bar) in self.snapshot.settings.map(\.state) {
      let middle = bar.items[tab].frame.center
      return Point(x: bar.frame.x + middle.x, y: bar.frame.y + middle.y)
    }
    return Point(x: 0, y: 0)
  }
}

extension TransitionState {
  fileprivate var isIdle: Bool { if case .idle = self.phase { true } else { false } }
}

extension NavigationState {
  fileprivate var isIdle: Bool { if case .idle = self.phase { true } else { false } }
}
