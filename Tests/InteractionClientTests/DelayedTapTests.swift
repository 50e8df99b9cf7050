import InteractionCore
import InteractionPresentation
import InteractionRandom
import InteractionReplay
import Testing

/// A client on a slow network that plays predicted reactions, and counts the visible results.
private struct TappingClient {
  private(set) var link: DelayedLink
  private var reactions: TapPredictor
  /// The pops that were shown, by tab, and the tabs whose pop was rolled back.
  private(set) var pops: [Int: Int] = [:]
  private(set) var takenBack: [Int] = []
  private(set) var selections: [Int] = []
  /// The number of directives that update the selection without changing the selected tab.
  private(set) var republications = 0
  private(set) var refusals = 0

  init(
    delay: Int64, experience: Experience = Self.experience, signedIn: Bool = false,
    samplesSprings: Bool = false
  ) throws {
    self.link = try DelayedLink(
      delay: .milliseconds(delay), experience: experience, signedIn: signedIn,
      samplesSprings: samplesSprings)
    self.reactions = TapPredictor(self.link.snapshot)
  }

  mutating func tap(_ tab: Int) {
    if self.reactions.tap(tab)?.timeline != nil { self.pops[tab, default: 0] += 1 }
    self.link.send(.tapTab(index: tab))
  }

  mutating func pass(_ milliseconds: Int64) throws {
    let end = self.link.now + .milliseconds(milliseconds)
    for arrival in try self.link.pass(until: end) { self.show(arrival.directive) }
  }

  mutating func order(_ kind: InteractionEvent.Kind) { self.link.order(kind, as: "test") }

  private mutating func show(_ directive: Directive) {
    let shown = self.reactions.receive(directive)
    self.takenBack += shown.revertedTabs
    let moved = shown.directive.timeline?.tracks.contains { $0.property == .scale } ?? false
    if let tab = shown.directive.selection?.selected {
      if moved { self.pops[tab, default: 0] += 1 }
      if tab != self.selections.last ?? 0 {
        self.selections.append(tab)
      } else {
        self.republications += 1
      }
    }
    for effect in shown.directive.effects {
      switch effect {
      case .refusal, .requestLogin, .askSelection: self.refusals += 1
      default: break
      }
    }
  }

  /// Six tabs: 3 is disabled, 4 requires a login and 5 asks the client.
  static var experience: Experience {
    var items = (0 ..< 6).map { _ in TabItem(title: LocalizedText(fallback: "tab")) }
    items[3].isEnabled = false
    items[4].requiresLogin = true
    items[5].asksClient = true
    return Experience(
      name: "taps", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: items), toggles: [], floor: nil)
  }
}

@Suite("T14: taps over a slow network")
struct DelayedTapTests {
  @Test(
    "T14: every accepted tap shows exactly one pop, whatever the delay", arguments: [50, 150, 500])
  func onePopEach(delay: Int64) throws {
    for seed in UInt64(0) ..< 200 {
      var random = SeededGenerator(seed: seed)
      var client = try TappingClient(delay: delay)
      var taps: [Int] = []
      for _ in 0 ..< 20 {
        let tab = Int.random(in: 0 ..< 3, using: &random)
        if tab != taps.last ?? 0 { taps.append(tab) }
        client.tap(tab)
        try client.pass(Int64.random(in: 20 ... 900, using: &random))
      }
      try client.pass(3_000)
      try #require(client.selections == taps, "seed \(seed)")
      try #require(client.pops.values.reduce(0, +) == taps.count, "seed \(seed)")
      try #require(client.takenBack.isEmpty && client.refusals == 0, "seed \(seed)")
      try #require(client.republications == 0, "seed \(seed)")
    }
  }

  @Test("T14: a reaction on a spring plays once, as keyframes as well", arguments: [true, false])
  func springs(samplesSprings: Bool) throws {
    var experience = TappingClient.experience
    let spring = Spring(dampingRatio: 0.5, duration: .milliseconds(400), initialVelocity: 0)
    let track = TrackDefinition(
      .tabIcon, .scale,
      keyframes: [Keyframe(position: 0, value: 0.5), Keyframe(position: 1, value: 1)],
      duration: .milliseconds(400), easing: .spring(spring))
    experience.tabBar.items[1].timeline = TimelineDefinition(name: "swing", tracks: [track])
    var client = try TappingClient(
      delay: 50, experience: experience, samplesSprings: samplesSprings)
    client.tap(1)
    try client.pass(3_000)
    #expect(client.pops == [1: 1])
    #expect(client.takenBack.isEmpty && client.selections == [1])
  }

  @Test(
    "T5 T7 T14: a tap that is refused, gated or asked about shows no pop at all",
    arguments: [50, 150, 500])
  func noneAfterRefusal(delay: Int64) throws {
    for tab in [3, 4, 5] {
      var client = try TappingClient(delay: delay)
      client.tap(tab)
      try client.pass(3_000)
      #expect(client.pops.isEmpty && client.takenBack.isEmpty)
      #expect(client.refusals == 1 && client.selections.isEmpty && client.republications == 0)
    }
  }

  @Test(
    "T7 T14: a reaction that the engine does not confirm is taken back, and none follows",
    arguments: [50, 150, 500])
  func takenBack(delay: Int64) throws {
    var client = try TappingClient(delay: delay, signedIn: true)
    // The user is signed out by the backend while the tap is in flight.
    client.order(.account(.signedOut))
    client.tap(4)
    try client.pass(3_000)
    #expect(client.pops == [4: 1])
    #expect(client.takenBack == [4])
    #expect(client.refusals == 1 && client.selections.isEmpty)
    // The reacting tabs have changed, which does not answer the tap.
    #expect(client.republications == 1)
  }

  @Test("T14: a selection that is only published again answers no tap")
  func republished() throws {
    var client = try TappingClient(delay: 50, signedIn: true)
    client.order(.account(.signedOut))
    client.tap(1)
    try client.pass(60)
    #expect(client.republications == 1 && client.takenBack.isEmpty)
    try client.pass(3_000)
    // It has the generation that was predicted for the tap's selection, which gets the next one.
    #expect(client.selections == [1] && client.takenBack.isEmpty && client.pops == [1: 1])
  }

  @Test("T14: another selection that came first takes a reaction back", arguments: [50, 150, 500])
  func overtaken(delay: Int64) throws {
    var client = try TappingClient(delay: delay)
    client.order(.selectTab(index: 2))
    client.tap(1)
    try client.pass(3_000)
    #expect(client.selections == [2, 1] && client.republications == 0)
    #expect(client.takenBack == [1])
    // Rolled back, and then shown for the engine's selection.
    #expect(client.pops == [1: 2])
  }
}
