import InteractionCore
import InteractionPresentation
import Testing

/// A client on a slow network that shows taps at once, and records every visible state.
private struct PredictingClient {
  private(set) var link: DelayedLink
  private var reactions: TapPredictor
  /// The items' current looks.
  private(set) var items: [SelectionState.Item]
  /// The tabs that looked selected, over time.
  private(set) var seen: [[Int]] = []
  private(set) var takenBack: [Int] = []

  init(signedIn: Bool = false) throws {
    self.link = try DelayedLink(
      delay: .milliseconds(150), experience: Self.experience, signedIn: signedIn)
    self.reactions = TapPredictor(self.link.snapshot)
    let selections = self.link.snapshot.settings.compactMap { setting -> SelectionState? in
      if case .selection(let state) = setting.state { state } else { nil }
    }
    self.items = selections.first?.items ?? []
    self.note()
  }

  /// Taps a tab. Returns the reaction to show at once; nil without one.
  @discardableResult mutating func tap(_ tab: Int) -> TapReaction? {
    let reaction = self.reactions.tap(tab)
    if let reaction {
      self.items = reaction.items
      self.note()
    }
    self.link.send(.tapTab(index: tab))
    return reaction
  }

  mutating func pass(_ milliseconds: Int64) throws {
    let end = self.link.now + .milliseconds(milliseconds)
    for arrival in try self.link.pass(until: end) {
      let shown = self.reactions.receive(arrival.directive)
      self.takenBack += shown.revertedTabs
      if let items = shown.items {
        self.items = items
        self.note()
      }
    }
  }

  mutating func order(_ kind: InteractionEvent.Kind) { self.link.order(kind, as: "test") }

  private mutating func note() {
    let selected = self.items.indices.filter { self.items[$0].titleColor == "18A2FF" }
    if selected != self.seen.last { self.seen.append(selected) }
  }

  /// Five tabs: 0 is one big logo, 2 has no animation, 3 is disabled, 4 requires a login.
  static var experience: Experience {
    var items = (0 ..< 5).map { index in
      TabItem(
        title: LocalizedText(fallback: "tab"), image: "tab_\(index)",
        selectedImage: "tab_\(index)_selected")
    }
    items[0].hasBigLogo = true
    items[2].animation = .none
    items[3].isEnabled = false
    items[4].requiresLogin = true
    return Experience(
      name: "taps", preset: .refined, sources: [ScrollSource(id: SourceID("home"), tab: 0)],
      tabBar: TabBarDefinition(items: items), toggles: [], floor: nil)
  }
}

@Suite("T14: what taps look like over a slow network")
struct TapLookTests {
  @Test("T14 T3: image, colour and badge change with the tap, not with the answer")
  func atOnce() throws {
    var client = try PredictingClient()
    #expect(client.items[0].showsBadge && !client.items[0].showsIconAndTitle)
    let tapped = client.tap(1)
    let reaction = try #require(tapped)
    #expect(reaction.timeline != nil)
    #expect(
      client.items.map(\.image) == ["tab_0", "tab_1_selected", "tab_2", "tab_3", "tab_4"])
    #expect(client.items.allSatisfy { $0.showsIconAndTitle && !$0.showsBadge })
    let predicted = client.items.map(\.titleColor)
    try client.pass(3_000)
    #expect(client.items.map(\.titleColor) == predicted)
    #expect(client.seen == [[0], [1]] && client.takenBack.isEmpty)
  }

  @Test("T14: an item that plays nothing changes its look all the same")
  func withoutAnimation() throws {
    var client = try PredictingClient()
    let tapped = client.tap(2)
    let reaction = try #require(tapped)
    #expect(reaction.timeline == nil)
    #expect(client.seen == [[0], [2]])
    try client.pass(3_000)
    #expect(client.seen == [[0], [2]] && client.takenBack.isEmpty)
  }

  @Test("T14: taps that outrun their answers show no tab twice")
  func hasty() throws {
    var client = try PredictingClient()
    for tab in [1, 2, 0] {
      client.tap(tab)
      try client.pass(40)
    }
    try client.pass(3_000)
    #expect(client.seen == [[0], [1], [2], [0]])
    #expect(client.items[0].showsBadge && client.takenBack.isEmpty)
  }

  @Test("T14 T7: what has to be asked for changes nothing before the answer", arguments: [0, 3, 4])
  func asked(tab: Int) throws {
    var client = try PredictingClient()
    #expect(client.tap(tab) == nil)
    try client.pass(3_000)
    #expect(client.seen == [[0]])
  }

  @Test("T14 T7: a look that the engine does not confirm is taken back")
  func takenBack() throws {
    var client = try PredictingClient(signedIn: true)
    // The user is signed out by the backend while the tap is in flight.
    client.order(.account(.signedOut))
    client.tap(4)
    #expect(client.seen == [[0], [4]])
    try client.pass(3_000)
    #expect(client.seen == [[0], [4], [0]] && client.takenBack == [4])
    #expect(client.items[0].showsBadge)
  }

  @Test("T14 T7: the tap before the one that is taken back keeps its look")
  func partlyTakenBack() throws {
    var client = try PredictingClient(signedIn: true)
    client.tap(1)
    try client.pass(100)
    client.tap(4)
    try client.pass(100)
    // The first tap has reached the engine, the second has not.
    client.order(.account(.signedOut))
    try client.pass(3_000)
    #expect(client.takenBack == [4])
    #expect(client.seen == [[0], [1], [4], [1]])
  }
}
