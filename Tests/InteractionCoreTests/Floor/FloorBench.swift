import InteractionCore
import Testing

/// A screen with a second floor, and a client that follows it.
struct FloorBench {
  private var followed: FollowedSession
  var session: Session { self.followed.session }

  init(_ experience: Experience = Self.experience(), in environment: Environment = .phone) {
    self.followed = FollowedSession(Session(experience: experience, environment: environment))
  }

  /// Two tabs, a list that is pulled down and what follows it; no toggle that would answer, too.
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

  /// The same with a refresh line, 60 pt down.
  static func refreshing(_ preset: Preset = .refined) -> FloorBench {
    FloorBench(Self.experience(preset) { $0.refreshDistance = 60 })
  }

  /// The floor's picture, 750 × 600 px unless another size is named.
  static func picture(_ width: Double = 750, _ height: Double = 600) -> Event.Kind {
    .assetReady(
      Asset(
        slot: FloorDefinition.assetSlot, kind: .animated, size: Size(width: width, height: height)))
  }

  /// Sends an event at `time` ms; checks that the client keeps up.
  @discardableResult mutating func send(
    _ time: Int64, _ kind: Event.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    self.followed.send(time, kind, sourceLocation: sourceLocation)
  }

  /// A finger pulls the list to `y` and lets go at `time` ms; what the release brought.
  @discardableResult mutating func pull(
    to y: Double, at time: Int64, velocity: Double = 0, drag: UInt32 = 1
  ) -> [Directive] {
    self.send(time - 200, .list(.began, 0, drag: drag))
    self.send(time - 100, .list(.moved, y, drag: drag))
    return self.send(time, .list(.ended, y, velocity: velocity, drag: drag))
  }

  /// What the floor shows.
  var floor: FloorState? { self.session.snapshot.floor }

  /// Where the floor is.
  var phase: FloorState.Phase? { self.floor?.phase }

  /// Whether the list refreshes; nil where it never does.
  var isRefreshing: Bool? {
    self.session.snapshot.settings.lazy
      .compactMap { if case .refresh(let state) = $0.state { state.isRefreshing } else { nil } }
      .first
  }

  /// What follows the finger.
  var links: [ScrollLink]? {
    self.session.snapshot.settings.lazy
      .compactMap { if case .links(let links) = $0.state { links } else { nil } }.first
  }
}

extension Sequence<Directive> {
  /// Why something was refused, in order.
  var reasons: [Refusal.Reason] {
    self.flatMap(\.effects)
      .compactMap { if case .refusal(let refusal) = $0 { refusal.reason } else { nil } }
  }

  /// The phases that the floor has entered, in order.
  var floorPhases: [FloorState.Phase] {
    self.flatMap(\.changes)
      .compactMap { if case .floor(let floor) = $0.state { floor.phase } else { nil } }
  }

  /// The lists that were told to refresh, in order.
  var refreshed: [SourceID] {
    self.flatMap(\.effects)
      .compactMap { if case .refresh(let source) = $0 { source } else { nil } }
  }
}
