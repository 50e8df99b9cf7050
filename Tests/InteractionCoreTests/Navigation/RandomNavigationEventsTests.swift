import InteractionCore
import Testing

/// Three hundred storms on the pages above a screen, with both presets, both directions, with and
/// without reduced motion, and with and without a second floor.
@Suite struct RandomNavigationEventsTests {
  @Test(
    "N1 N2 N3 N5 D1 D7 S8: one end to each transition, and the pages that were agreed on",
    arguments: 0 ..< 6)
  func storms(part: Int) throws {
    for seed in UInt64(part * 50) ..< UInt64(part * 50 + 50) {
      try Self.run(seed)
    }
  }

  @Test("N3 N5: the storms do what they are meant to")
  func variety() throws {
    var seen: Set<String> = []
    for seed in UInt64(0) ..< 60 {
      for line in try Self.run(seed) {
        let words = line.split(separator: " ").map(String.init)
        seen.insert(words[0] == "refuse" ? line : words[0])
        // The state of the stack, after its number.
        if words.count > 1 && words[0].hasPrefix("*") { seen.insert(words[1]) }
      }
    }
    let expected: Set = [
      "push", "present", "pop", "popToRoot", "dismiss", "back;", "pulls", "finished", "cancelled",
      "snapshot", "select", "refuse busy", "refuse noPage",
    ]
    #expect(expected.subtracting(seen) == [], "\(seen.sorted())")
  }

  @discardableResult private static func run(_ seed: UInt64) throws -> [String] {
    var storm = RandomNavigationEvents(seed: seed)
    var session = Session(experience: storm.experience, surface: storm.surface)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var client = StackClient(session)
    var tabs = PageClient(session, resetsBoth: storm.preset == .refined)
    var lines: [String] = []

    func play(_ event: InteractionEvent) throws {
      var context: Comment { "seed \(seed), \(event)" }
      try #require(session.violations(in: event) == [], context)
      // Deadlines up to the event's time come first.
      let due = session.handle(InteractionEvent(time: max(event.time, session.now), kind: .tick))
      lines += PageLines.texts(of: due, since: client.model.snapshot)
      for directive in due {
        client.apply(directive, of: InteractionEvent(time: event.time, kind: .tick))
        tabs.apply(directive)
      }
      let before = session.state.navigation
      let sent = session.handle(event)
      let said = PageLines.texts(of: sent, since: client.model.snapshot)
      for directive in sent {
        client.apply(directive, of: event)
        tabs.apply(directive)
      }
      lines += said
      try #require(client.complaints + tabs.complaints == [], context)
      // A change without a directive stays until the next comparison.
      if due + sent != [] || event.sequence % 8 == 0 {
        try #require(client.model.snapshot == session.snapshot, context)
      }
      try #require(client.routes == session.state.navigation.pages.map(\.route), context)
      try #require(client.routes.count <= 16, context)
      try #require((client.open == nil) == (session.state.navigation.phase == .idle), context)
      if before.blocksInput { try Self.checkBlocked(event, said, before, session, context) }
    }

    for number in 1 ... 80 {
      var event = storm.next(while: client.open?.directive)
      event.sequence = UInt64(number)
      try play(event)
    }
    for event in storm.calm(after: session.now) { try play(event) }

    try #require(client.model.snapshot == session.snapshot, "seed \(seed)")
    try #require(client.open == nil, "seed \(seed)")
    try #require(client.begun == client.ended, "seed \(seed)")
    try #require(tabs.open == nil && tabs.begun == tabs.ended, "seed \(seed)")
    try #require(tabs.selected == session.state.tabBar.selected, "seed \(seed)")
    try #require(session.nextDeadline == nil, "seed \(seed)")
    try #require(session.state.navigation.hidesBar == client.hidesBar, "seed \(seed)")
    return lines
  }

  /// Checks that a request or tap during a transition is refused without another effect (rule N3).
  private static func checkBlocked(
    _ event: InteractionEvent, _ said: [String], _ before: NavigationStack, _ after: Session,
    _ context: @autoclosure () -> Comment
  ) throws {
    switch event.kind {
    case .navigate, .tapTab:
      try #require(said == ["refuse busy"], context())
      try #require(after.state.navigation == before, context())
    case .pageDrag(let drag) where drag.subject != .tabs:
      try #require(said == [], context())
      try #require(after.state.navigation == before, context())
    default: break
    }
  }
}
