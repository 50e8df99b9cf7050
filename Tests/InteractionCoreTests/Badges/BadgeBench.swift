import InteractionCore
import Testing

/// A screen whose second tab has a badge, and a client that follows it.
struct BadgeBench {
  /// The tab with the badge; the other has none.
  static let tab = 1

  var session: Session
  /// A client model that applies the directives.
  private(set) var client: ClientModel
  private var time: Int64 = 0

  init(
    _ badge: BadgeDefinition = BadgeDefinition(), preset: Preset = .refined, isOn: Bool = true,
    reducedMotion: Bool = false, restoring content: BadgeContent? = nil
  ) {
    var surface = Surface.phone
    surface.reducedMotion = reducedMotion
    self.session = Session(
      experience: Self.experience(badge, preset: preset, isOn: isOn), surface: surface)
    if let content {
      let badge = RestoredState.Badge(tab: Self.tab, content: content)
      _ = self.session.handle(.at(0, .open(RestoredState(badges: [badge]))))
    }
    self.client = ClientModel(self.session.snapshot)
  }

  /// Returns a screen whose second tab has a badge.
  static func experience(
    _ badge: BadgeDefinition, preset: Preset = .refined, isOn: Bool = true
  ) -> Experience {
    Experience(
      name: "badges", preset: preset, sources: [ScrollSource(id: .home, tab: 0)],
      tabBar: TabBarDefinition(
        items: [TabItem(title: LocalizedText()), TabItem(title: LocalizedText(), badge: badge)],
        badgesAreOn: isOn, cappedTexts: self.cappedTexts(preset)),
      toggles: [], floor: nil)
  }

  /// Returns a badge with the text 5 that plays an animation.
  static func five(_ animation: BadgeAnimation = .none) -> BadgeDefinition {
    BadgeDefinition(content: .number(count: 5, max: 99), animation: animation)
  }

  /// Returns a preset's interpretation of texts such as `919+`.
  static func cappedTexts(_ preset: Preset) -> TabBarDefinition.CappedTexts {
    preset == .literal ? .number : .capped
  }

  /// Applies an operation to the badge; checks that the client model matches the snapshot.
  @discardableResult mutating func apply(
    _ operation: BadgeOperation, command: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    self.send(
      .badge(tab: Self.tab, operation: operation), command: command, sourceLocation: sourceLocation)
  }

  /// Sends an event 10 ms after the previous one; checks that the client model matches the
  /// snapshot.
  @discardableResult mutating func send(
    _ kind: InteractionEvent.Kind, command: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    self.time += 10
    let event = InteractionEvent(
      sequence: 1, time: .milliseconds(self.time), kind: kind, command: command)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    let directives = self.session.handle(event)
    for directive in directives { self.client.apply(directive) }
    #expect(self.client.snapshot == self.session.snapshot, sourceLocation: sourceLocation)
    return directives
  }

  /// The badge's state.
  var state: BadgeState? {
    self.session.snapshot.settings.lazy
      .compactMap { if case .badge(let badge) = $0.state { badge } else { nil } }.first
  }

  /// The generation of the badge's state.
  var generation: UInt32? {
    self.session.snapshot.settings.first { $0.aspect == .badge(tab: Self.tab) }?.generation
  }

  /// The badge's appearance: `-` hidden, `•` a dot, `new`, or its text.
  var shown: String? {
    guard let state = self.state else { return nil }
    guard state.isShown else { return "-" }
    switch state.style {
    case .dot: return "•"
    case .new: return "new"
    case .number, .text: return state.text
    }
  }
}
