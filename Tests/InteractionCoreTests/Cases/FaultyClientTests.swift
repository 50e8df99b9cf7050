import InteractionCore
import InteractionRandom
import Testing

/// Sessions of faulty clients on a screen with all features: pages, a list with a second floor and
/// refresh, and tabs that ask, reload or require a login.
@Suite struct FaultyClientTests {
  private static func experience(_ seed: UInt64) -> Experience {
    var experience = seed % 2 == 0 ? Experience.refinedHome : .literalHome
    experience.navigation = NavigationDefinition(style: .window)
    experience.tabBar.transition = TransitionDefinition()
    experience.floor?.rule.refreshDistance = 60
    experience.floor?.rule.requiresLogin = seed % 3 == 0
    experience.tabBar.items[0].reselection = [.refresh]
    experience.tabBar.items[2].asksClient = true
    experience.tabBar.items[4].requiresLogin = true
    return experience
  }

  @Test("D1 D5 F13 F14 S8: whatever a client does, loses or doubles", arguments: 0 ..< 8)
  func sessions(part: Int) throws {
    let count = RandomCases.count(40, of: 100)
    for seed in part * count ..< (part + 1) * count { try Self.run(UInt64(seed)) }
  }

  @Test("the sessions do what they are meant to")
  func variety() throws {
    var seen: Set<FloorState.Phase> = []
    var (refreshes, questions, pages) = (0, 0, 0)
    for seed in UInt64(0) ..< 100 {
      let directives = try Self.run(seed)
      seen.formUnion(directives.floorPhases)
      refreshes += directives.refreshed.count
      questions += directives.questions
      pages += directives.flatMap(\.changes).count { $0.pages?.isEmpty == false }
    }
    #expect(seen == Set(FloorState.Phase.allCases))
    #expect(refreshes > 20)
    #expect(questions > 20)
    #expect(pages > 100)
  }

  @discardableResult private static func run(_ seed: UInt64) throws -> [Directive] {
    var client = FaultySurfaceClient(seed: seed)
    var session = Session(experience: self.experience(seed), surface: .phone)
    var all = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var model = ClientModel(session.snapshot)

    func receive(_ directive: Directive, _ context: String) throws {
      try Self.checkNumbers(directive, since: model.snapshot, all.last, context)
      model.apply(directive)
      all.append(directive)
    }

    func play(_ event: InteractionEvent) throws {
      let context = "seed \(seed), event \(event.sequence)"
      try #require(session.violations(in: event) == [], "\(context)")
      let before = model.snapshot
      // Deadlines up to the event come first.
      let due = session.handle(InteractionEvent(time: max(event.time, session.now), kind: .tick))
      for directive in due { try receive(directive, context) }
      let isCovered = model.snapshot.isCovered
      let wasRefreshing = model.snapshot.isRefreshing
      let directives = session.handle(event)
      for directive in directives { try receive(directive, context) }
      // A change without a directive stays until the next comparison.
      if due + directives != [] || event.sequence % 8 == 0 {
        try #require(model.snapshot == session.snapshot, "\(context)")
      }
      if isCovered && model.snapshot.isCovered {
        let shown = Set(directives.floorPhases)
          .intersection([.pulling, .tip, .armed, .opening])
          .subtracting([before.floor?.phase ?? .closed])
        let isPull = if case .scroll = event.kind { true } else { false }
        try #require(
          shown.isEmpty && (!isPull || directives.refreshed == []),
          "seed \(seed), from \(before.floor?.phase as Any) under a page (F14): \(event)")
      }
      if wasRefreshing && before.isRefreshing {
        try #require(
          directives.refreshed.count { $0 == .home } == 0 || !model.snapshot.isRefreshing,
          "\(context) refreshes twice (F13)")
      }
      try #require(directives.questions <= 1, "\(context)")
    }

    for number in 1 ... 120 {
      var event = client.next(after: all.suffix(2).map(\.sequence))
      event.sequence = UInt64(number)
      try play(event)
    }
    for event in client.calm(after: session.now) { try play(event) }
    try #require(model.snapshot == session.snapshot, "seed \(seed) at rest")
    let phase = model.snapshot.floor?.phase
    try #require(phase == .closed || phase == .open, "seed \(seed): rests while \(phase as Any)")
    try #require(session.nextDeadline == nil, "seed \(seed): waits for a deadline")
    try #require(session.heldDrags == [] && session.heldPointers == [], "seed \(seed)")
    return all
  }

  /// Checks that the directive's number follows the last one and that generations increase.
  private static func checkNumbers(
    _ directive: Directive, since snapshot: Snapshot, _ last: Directive?, _ context: String
  ) throws {
    try #require(directive.sequence == (last?.sequence ?? 0) + 1, "\(context)")
    for change in directive.changes {
      let old = snapshot.settings.first { $0.aspect == change.aspect }
      try #require(change.generation >= old?.generation ?? 0, "\(context)")
    }
  }
}

extension Snapshot {
  /// True while a page covers the tabs or a page transition runs.
  fileprivate var isCovered: Bool {
    self.settings.contains { $0.pages?.isEmpty == false }
  }

  fileprivate var isRefreshing: Bool {
    self.settings.contains {
      if case .refresh(let state) = $0.state { state.isRefreshing } else { false }
    }
  }
}

extension Setting {
  /// The pages above the tabs; nil if the setting is another one.
  fileprivate var pages: [NavigationState.Page]? {
    if case .navigation(let navigation) = self.state { navigation.pages } else { nil }
  }
}
