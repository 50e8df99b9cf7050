import InteractionCore

/// A session of a screen with two tabs and a list in each, with a clock of 16 ms.
struct ScreenSession {
  private(set) var session: Session
  private var time = Instant.zero
  private var drag: UInt32 = 0

  init(surface: Surface = .phone, _ change: (inout Experience) -> Void) {
    let items = ["Home", "Feed"].map { TabItem(title: LocalizedText(fallback: $0)) }
    var experience = Experience(
      name: "screen", preset: .refined,
      sources: [
        ScrollSource(id: SourceID("home"), tab: 0), ScrollSource(id: SourceID("feed"), tab: 1),
      ],
      tabBar: TabBarDefinition(items: items), toggles: [],
      floor: nil, navigation: NavigationDefinition(completesAtStart: true))
    experience.tabBar.items[0].list = SourceID("home")
    experience.tabBar.items[1].list = SourceID("feed")
    change(&experience)
    self.session = Session(experience: experience, surface: surface)
  }

  mutating func handle(
    _ kind: InteractionEvent.Kind, after span: TimeSpan = .milliseconds(16)
  ) -> [Directive] {
    self.time = self.time + span
    return self.session.handle(InteractionEvent(sequence: 1, time: self.time, kind: kind))
  }

  /// Drags the list from its top to `y`, and lifts.
  mutating func drag(_ source: String = "home", to y: Double) -> [Directive] {
    self.drag += 1
    let phases: [(Scroll.Phase, Double)] = [
      (.began, 0), (.moved, y / 2), (.moved, y), (.ended, y),
    ]
    return phases.flatMap { phase, y in
      self.handle(
        .scroll(
          Scroll(
            source: SourceID(source), drag: self.drag, phase: phase, x: 0, y: y,
            velocity: phase == .ended ? 0 : nil)))
    }
  }

  /// Lets the list come to rest at `y`.
  mutating func settle(_ source: String = "home", at y: Double) -> [Directive] {
    self.handle(
      .scroll(
        Scroll(source: SourceID(source), drag: self.drag, phase: .settled, x: 0, y: y)))
  }

  /// Moves the list to the offsets, in the newest drag or as a scroll by the app. The first drag
  /// begins at the first offset.
  mutating func directives(
    _ offsets: [Double], _ phase: Scroll.Phase = .moved, newDrag: Bool = false
  ) -> [Directive] {
    var directives: [Directive] = []
    if phase == .moved, newDrag || self.drag == 0 {
      self.drag += 1
      directives += self.scroll(.began, offsets[0])
    }
    return offsets.reduce(into: directives) { $0 += self.scroll(phase, $1) }
  }

  /// Moves the list likewise. Returns the new looks.
  mutating func scroll(
    _ offsets: [Double], _ phase: Scroll.Phase = .moved, newDrag: Bool = false
  ) -> [ToggleLook] {
    self.directives(offsets, phase, newDrag: newDrag).toggleLooks
  }

  private mutating func scroll(_ phase: Scroll.Phase, _ y: Double) -> [Directive] {
    let isOfDrag = phase == .began || phase == .moved
    return self.handle(
      .scroll(Scroll(source: SourceID("home"), drag: isOfDrag ? self.drag : 0, phase: phase, y: y)))
  }

  private var states: [Setting.State] { self.session.snapshot.settings.map(\.state) }

  var floor: FloorState? {
    for case .floor(let state) in self.states { return state }
    return nil
  }

  var layout: BarLayout? {
    for case .layout(let layout) in self.states { return layout }
    return nil
  }

  var selection: SelectionState? {
    for case .selection(let selection) in self.states { return selection }
    return nil
  }

  var navigation: NavigationState? {
    for case .navigation(let navigation) in self.states { return navigation }
    return nil
  }

  var links: [ScrollLink]? {
    for case .links(let links) in self.states { return links }
    return nil
  }
}

extension [Directive] {
  /// The new looks of toggles, in order.
  var toggleLooks: [ToggleLook] {
    self.flatMap(\.settings).compactMap { setting in
      if case .toggle(let toggle) = setting.state { toggle.look } else { nil }
    }
  }
}
