import InteractionCore
import Testing

/// A screen with a second floor, and a client that follows it.
struct FloorBench {
  private var followed: FollowedSession
  var session: Session { self.followed.session }

  init(_ experience: Experience = Self.experience(), in surface: Surface = .phone) {
    self.followed = FollowedSession(Session(experience: experience, surface: surface))
  }

  /// Returns a screen with two tabs, a list and a second floor, and without toggles.
  static func experience(
    _ preset: Preset = .refined, change: (inout FloorDefinition.Rule) -> Void = { _ in }
  ) -> Experience {
    var rule: FloorDefinition.Rule = preset == .literal ? .literal : .refined
    change(&rule)
    return Experience(
      name: "floor", preset: preset, sources: [ScrollSource(id: .home, tab: 0)],
      tabBar: TabBarDefinition(
        items: [TabItem(title: LocalizedText()), TabItem(title: LocalizedText())]),
      toggles: [],
      floor: FloorDefinition(
        source: .home, rule: rule,
        appearance: FloorDefinition.Appearance(
          assetURL: "floor.gif",
          links: [
            ScrollLink(
              driver: .offset(.home), target: .floorTip, property: .opacity, startOffset: -60,
              endOffset: -100, startValue: 0, endValue: 1)
          ])))
  }

  /// Returns a bench whose list also refreshes on a pull of 60 pt.
  static func refreshing(_ preset: Preset = .refined) -> FloorBench {
    FloorBench(Self.experience(preset) { $0.refreshDistance = 60 })
  }

  /// Returns the event that loads the floor's image, 750 × 600 px unless another size is given.
  static func picture(_ width: Double = 750, _ height: Double = 600) -> InteractionEvent.Kind {
    .assetReady(
      Asset(
        slot: FloorDefinition.assetSlot, kind: .animated, size: Size(width: width, height: height)))
  }

  /// Sends an event at `time` ms; checks that the client model matches the snapshot.
  @discardableResult mutating func send(
    _ time: Int64, _ kind: InteractionEvent.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    self.followed.send(time, kind, sourceLocation: sourceLocation)
  }

  /// Pulls the list to `y` and releases it at `time` ms. Returns the directives of the release.
  @discardableResult mutating func pull(
    to y: Double, at time: Int64, velocity: Double = 0, drag: UInt32 = 1
  ) -> [Directive] {
    self.send(time - 200, .list(.began, 0, drag: drag))
    self.send(time - 100, .list(.moved, y, drag: drag))
    return self.send(time, .list(.ended, y, velocity: velocity, drag: drag))
  }

  /// The floor's state.
  var floor: FloorState? { self.session.snapshot.floor }

  /// The floor's phase.
  var phase: FloorState.Phase? { self.floor?.phase }

  /// True while the list refreshes; nil without pull-to-refresh.
  var isRefreshing: Bool? {
    self.session.snapshot.settings.lazy
      .compactMap { if case .refresh(let state) = $0.state { state.isRefreshing } else { nil } }
      .first
  }

  /// The scroll links.
  var links: [ScrollLink]? {
    self.session.snapshot.settings.lazy
      .compactMap { if case .links(let links) = $0.state { links } else { nil } }.first
  }
}

extension Sequence<Directive> {
  /// The reasons of refusals, in order.
  var reasons: [Refusal.Reason] {
    self.flatMap(\.effects)
      .compactMap { if case .refusal(let refusal) = $0 { refusal.reason } else { nil } }
  }

  /// The phases that the floor entered, in order.
  var floorPhases: [FloorState.Phase] {
    self.flatMap(\.changes)
      .compactMap { if case .floor(let floor) = $0.state { floor.phase } else { nil } }
  }

  /// The lists that received a refresh effect, in order.
  var refreshed: [SourceID] {
    self.flatMap(\.effects)
      .compactMap { if case .refresh(let source) = $0 { source } else { nil } }
  }
}
