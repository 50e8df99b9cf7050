import InteractionCore
import InteractionRandom
import Testing

/// Up to a thousand random sessions on the tabs of a screen, with both presets,
/// both directions, with and without reduced motion.
@Suite struct RandomTabEventsTests {
  @Test(
    "X4 X5 X7 D1 D7 S8: one end to each transition, every page in its place, no request lost",
    arguments: 0 ..< 10)
  func storms(part: Int) throws {
    let count = RandomCases.count(40, of: 100)
    for seed in part * count ..< (part + 1) * count { try Self.run(UInt64(seed)) }
  }

  @Test("X4 X7: the storms do what they are meant to")
  func variety() throws {
    var seen: Set<String> = []
    for seed in UInt64(0) ..< 40 {
      for line in try Self.run(seed) {
        seen.insert(String(line.filter { !$0.isNumber && $0 != " " }))
      }
    }
    let expected: Set = [
      "#finished,resets", "#cancelled,resets", "#drags→", "back;#runs→", "select→user;#runs→",
      "select→programmatic;#runs→", "select→programmatic", "select→user;#finished,resets",
      "snapshot", "login", "perform", "refusedisabled",
    ]
    #expect(expected.subtracting(seen) == [], "\(seen.sorted())")
  }

  @discardableResult private static func run(_ seed: UInt64) throws -> [String] {
    var storm = RandomTabEvents(seed: seed)
    var session = Session(
      experience: .sliding(storm.preset, tabs: RandomTabEvents.tabs), surface: storm.surface
    )
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var client = PageClient(session, resetsBoth: storm.preset == .refined)
    var lines: [String] = []

    func play(_ event: InteractionEvent) throws {
      var context: Comment { "seed \(seed), \(event)" }
      try #require(session.violations(in: event) == [], context)
      let sent = session.handle(event)
      lines += PageLines.texts(of: sent, since: client.model.snapshot)
      for directive in sent { client.apply(directive) }
      try #require(client.complaints == [], context)
      // A change without a directive stays until the next comparison.
      if sent != [] || event.sequence % 8 == 0 {
        try #require(client.model.snapshot == session.snapshot, context)
      }
      try #require(client.selected == session.state.tabBar.selected, context)
      try #require((client.open == nil) == (session.state.transition.phase == .idle), context)
    }

    for number in 1 ... 80 {
      var event = storm.next(while: client.open?.directive)
      event.sequence = UInt64(number)
      try play(event)
      switch event.kind {
      case .tapTab(let tab), .selectTab(let tab):
        guard let accepted = storm.accepted(tab) else { break }
        try #require(client.selected == accepted, "seed \(seed), \(event)")
      default: break
      }
    }
    for event in storm.calm(after: session.now) { try play(event) }

    try #require(client.model.snapshot == session.snapshot, "seed \(seed)")
    try #require(client.open == nil, "seed \(seed)")
    try #require(client.begun == client.ended, "seed \(seed)")
    try #require(session.nextDeadline == nil, "seed \(seed)")
    try #require(session.state.transition.phase == .idle, "seed \(seed)")
    if storm.preset == .refined {
      try #require(client.places == [:], "seed \(seed)")
    }
    return lines
  }
}
