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

  var floor: FloorState? {
    for case .floor(let state) in self.session.snapshot.settings.map(\.state) { return state }
    return nil
  }

  var links: [ScrollLink]? {
    for case .links(let links) in self.session.snapshot.settings.map(\.state) { return links }
    return nil
  }
}
