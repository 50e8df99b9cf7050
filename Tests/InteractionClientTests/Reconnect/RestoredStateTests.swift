import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionWire
import Testing

@Suite("Reconnect: a session that begins anew shows what the old one did")
struct RestoredStateTests {
  /// Returns the parts of the settings that must be restored: without generations and transient
  /// state.
  private static func lasting(_ snapshot: Snapshot) -> [Setting.State] {
    snapshot.settings.compactMap { setting -> Setting.State? in
      switch setting.state {
      case .press, .refresh, .transition:
        return nil
      case .selection(var selection):
        // A button whose own look was off is restored with it on.
        for index in selection.items.indices { selection.items[index].isPressed = false }
        return .selection(SelectionState(selected: selection.selected, items: selection.items))
      case .gate(var gate):
        gate.pending = nil
        return .gate(gate)
      case .navigation(var navigation):
        (navigation.number, navigation.phase, navigation.change) = (0, .idle(nil), nil)
        return .navigation(navigation)
      default:
        return setting.state
      }
    }
  }

  @Test("after random tours of every built-in experience", arguments: 0 ..< 11)
  func tours(index: Int) throws {
    let experience = try BuiltInExperiences.all[index]
    for seed in UInt64(0) ..< 150 {
      var events = RandomClientEvents(seed: seed, in: experience)
      var random = SeededGenerator(seed: seed)
      var session = Session(experience: experience, surface: .phone)
      _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
      var time = Instant.zero
      for _ in 0 ..< 40 {
        time = time + .milliseconds(Int64.random(in: 5 ... 400, using: &random))
        var kind = events.next(lastDirective: session.state.nextDirective)
        if case .surface = kind { kind = .tick }
        if case .assetReady = kind { kind = .tick }
        _ = session.handle(InteractionEvent(time: time, kind: kind))
      }
      // Ends all transient state.
      _ = session.handle(InteractionEvent(time: time, kind: .foreground))
      _ = session.handle(InteractionEvent(time: time, kind: .heldDrags([], pointers: [])))
      _ = session.handle(InteractionEvent(time: time + .seconds(60), kind: .tick))
      let offsets = zip(experience.sources, session.state.scrolls).map {
        RestoredState.Offset(source: $0.id, y: $1.y)
      }
      let restoration = session.snapshot.restoration(offsets: offsets)
      var anew = Session(experience: experience, surface: .phone)
      try #require(
        anew.violations(in: InteractionEvent(time: .zero, kind: .open(restoration))).isEmpty)
      _ = anew.handle(InteractionEvent(time: .zero, kind: .open(restoration)))
      let (before, after) = (Self.lasting(session.snapshot), Self.lasting(anew.snapshot))
      // A client cannot report that a look was ordered, and does not see the looks of a list that
      // another tab, a page or the second floor covers.
      let isCovered = restoration.isFloorOpen || !restoration.pages.isEmpty
      let isSure = zip(session.state.toggles, experience.toggles).allSatisfy { toggle, definition in
        let tab = experience.sources.first { $0.id == definition.source }?.tab
        return !isCovered && toggle.phase != .commanded && experience.preset == .refined
          && tab ?? session.state.tabBar.selected == session.state.tabBar.selected
      }
      for (old, new) in zip(before, after) {
        if case .toggle = old, !isSure { continue }
        let movesBar = experience.toggles.contains(where: \.appearance.hidesBar)
        if case .layout = old, !isSure && movesBar { continue }
        try #require(old == new, "seed \(seed), \(experience.name)")
      }
      #expect(before.count == after.count)
    }
  }

  @Test("badges come back where they stood, as high as they were, and play on")
  func badgePlaces() throws {
    let experience = try #require(try BuiltInExperiences.named("extended-tabs"))
    let tab = try #require(experience.tabBar.items.firstIndex { $0.badge != nil })
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    for operation in [
      BadgeOperation.setText("7"), .move(dx: 3.5, dy: -2), .resize(height: 24),
      .animate(.shakeLoop),
    ] {
      _ = session.handle(
        InteractionEvent(time: .zero, kind: .badge(tab: tab, operation: operation)))
    }
    let restoration = session.snapshot.restoration()
    let badge = try #require(restoration.badges.first { $0.tab == tab })
    #expect(badge.move == Point(x: 3.5, y: -2) && badge.height == 24 && badge.loop == .shakeLoop)
    // Encoded and decoded.
    let read = try RestoredState(restoration.proto)
    #expect(read == restoration)
    var anew = Session(experience: experience, surface: .phone)
    _ = anew.handle(InteractionEvent(time: .zero, kind: .open(read)))
    #expect(Self.lasting(session.snapshot) == Self.lasting(anew.snapshot))
    // A client without a badge restoration gets the experience's.
    let plain = RestoredState(badges: [.init(tab: tab, content: badge.content)])
    anew = Session(experience: experience, surface: .phone)
    _ = anew.handle(InteractionEvent(time: .zero, kind: .open(plain)))
    let again = anew.snapshot.restoration().badges.first { $0.tab == tab }
    let fresh = Session(experience: experience, surface: .phone).snapshot.restoration()
    #expect(again?.move == fresh.badges.first { $0.tab == tab }?.move)
    #expect(again?.height != 24 && again?.loop == BadgeAnimation.none)
  }

  @Test(
    "S9: a list comes back at its offset, also if the app has named it only later",
    arguments: [[], ["nearby"], ["nearby", "for_you"], ["for_you"]])
  func lists(shown: [String]) throws {
    let experience = try #require(try BuiltInExperiences.named("reader"))
    let feed = SourceID("feed")
    var client = ClientStream(options: ClientStream.Options(), at: .zero)
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    func send(_ kind: InteractionEvent.Kind) {
      client.send(kind, at: .zero)
      _ = session.handle(InteractionEvent(time: .zero, kind: kind))
    }
    func scroll(to y: Double) {
      send(.scroll(Scroll(source: feed, phase: .programmaticEnded, y: y)))
    }
    /// Expects a new session to begin with the same offset.
    func expectOffset() throws {
      var anew = Session(experience: experience, surface: .phone)
      let read = try RestoredState(client.current.proto)
      _ = anew.handle(InteractionEvent(time: .zero, kind: .open(read)))
      #expect(anew.state.scrolls.map(\.y) == session.state.scrolls.map(\.y))
      #expect(anew.state.pagers.map(\.shown) == session.state.pagers.map(\.shown))
    }
    scroll(to: 300)
    try expectOffset()
    for list in shown {
      send(.listShown(feed, list: list))
      try expectOffset()
    }
    scroll(to: 40)
    try expectOffset()
    send(.listShown(feed, list: "for_you"))
    try expectOffset()
  }

  @Test("X7: swiping comes back as the app has turned it", arguments: [true, false, nil])
  func swiping(isOn: Bool?) throws {
    for swipes in [true, false] {
      var experience = try #require(try BuiltInExperiences.named("home-refined"))
      experience.tabBar.transition = TransitionDefinition(swipes: swipes)
      var client = ClientStream(options: ClientStream.Options(), at: .zero)
      if let isOn { client.send(.swiping(isOn: isOn), at: .zero) }
      let read = try RestoredState(client.current.proto)
      #expect(read.isSwipingOn == isOn)
      var anew = Session(experience: experience, surface: .phone)
      _ = anew.handle(InteractionEvent(time: .zero, kind: .open(read)))
      #expect(anew.state.transition.swipes == isOn ?? swipes)
    }
  }

  @Test(
    "badges come back as they read",
    arguments: ["", "7", "99+", "919+", "0", "new", "hot", "12x"])
  func badges(text: String) throws {
    let experience = try #require(try BuiltInExperiences.named("extended-tabs"))
    let tab = try #require(experience.tabBar.items.firstIndex { $0.badge != nil })
    for operation in [BadgeOperation.setText(text), .hide, .show, .set(.new), .set(.dot)] {
      var session = Session(experience: experience, surface: .phone)
      _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
      _ = session.handle(
        InteractionEvent(time: .zero, kind: .badge(tab: tab, operation: .setText(text))))
      _ = session.handle(
        InteractionEvent(time: .zero, kind: .badge(tab: tab, operation: operation)))
      let restoration = session.snapshot.restoration()
      var anew = Session(experience: experience, surface: .phone)
      _ = anew.handle(InteractionEvent(time: .zero, kind: .open(restoration)))
      #expect(Self.lasting(session.snapshot) == Self.lasting(anew.snapshot), "\(operation)")
      // The further behaviour is equal, too, except for a badge with the count 0, which does not
      // show whether it is hidden.
      if text == "0", operation == .hide { continue }
      let more = InteractionEvent(time: .zero, kind: .badge(tab: tab, operation: .increase(by: 1)))
      _ = (session.handle(more), anew.handle(more))
      #expect(Self.lasting(session.snapshot) == Self.lasting(anew.snapshot), "\(operation) + 1")
    }
  }
}
