import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionTrace
import Testing

@Suite("Trigger lines")
struct SkippingTests {
  @Test(
    "S4 R3: leaving samples out changes nothing but the causes' numbers",
    arguments: 0 ..< UInt64(10))
  func skippingChangesNothing(part: UInt64) async throws {
    let experiences = try ["home-refined", "home-literal"].map {
      try #require(try BuiltInExperiences.named($0))
    }
    let count = UInt64(RandomCases.count(15, of: 50))
    for seed in part * count ..< (part + 1) * count {
      // Lets other tests run.
      await Task.yield()
      var generator = SessionGenerator(seed: seed, plan: seed % 2 == 0 ? .scrolling : .everything)
      let events = generator.trace(experience: "any").events
      for experience in experiences {
        var filter = SampleFilter(experience)
        let kept = events.flatMap { filter.admit($0) } + filter.flushAll()
        // Compared outside of the expectation, whose diff of two long lists takes minutes.
        let isSame = answers(to: kept, experience) == answers(to: events, experience)
        try #require(isSame, "seed \(seed) of \(experience.name)")
        try #require(filter.skipped > 0, "seed \(seed) of \(experience.name)")
      }
    }
  }

  @Test(
    "R12 S9 S4: so it is with toggles by direction, whatever the app reports on the way",
    arguments: 0 ..< UInt64(10))
  func skippingChangesNoDirection(part: UInt64) async throws {
    let experiences = try Self.byDirection()
    let count = UInt64(RandomCases.count(15, of: 50))
    var skipped = 0
    for seed in part * count ..< (part + 1) * count {
      await Task.yield()
      let plans: [SessionGenerator.Options] = [.scrolling, .everything, .changing]
      var generator = SessionGenerator(seed: seed, plan: plans[Int(seed % 3)])
      let events = generator.trace(experience: "any").events
      for experience in experiences {
        var filter = SampleFilter(experience)
        let kept = events.flatMap { filter.admit($0) } + filter.flushAll()
        let isSame = answers(to: kept, experience) == answers(to: events, experience)
        try #require(isSame, "seed \(seed) of \(experience.name)")
        skipped += filter.skipped
      }
    }
    #expect(skipped > 0)
  }

  /// The presets with three lists and toggles by direction: with and without a latch, and with a
  /// margin at the top.
  private static func byDirection() throws -> [Experience] {
    try ["home-refined", "home-literal"].map { name in
      var experience = try #require(try BuiltInExperiences.named(name))
      experience.sources[0].lists = ["for_you", "nearby", "following"]
      experience.navigation = NavigationDefinition(stacks: .perTab)
      let rules = [(30, 10, 0, false), (80, 25, 120, false), (40, 40, 0, true)].map {
        away, back, nearTop, latch in
        var rule = ToggleDefinition.Rule.directional
        rule.travel = ToggleDefinition.Rule.Travel(
          away: away, back: back, nearTop: nearTop)
        if latch { rule.latch = .oncePerDrag }
        return rule
      }
      for (index, rule) in rules.enumerated() {
        var toggle = ToggleDefinition(
          id: "bar\(index)", source: experience.sources[0].id, rule: rule)
        toggle.appearance.hidesBar = index == 0
        experience.toggles.append(toggle)
      }
      return experience
    }
  }

  /// Returns the directives without the causing events' numbers.
  private func answers(to events: [InteractionEvent], _ experience: Experience) -> [Directive] {
    var session = Session(experience: experience, surface: .phone)
    var directives = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    for event in events { directives += session.handle(event) }
    return directives.map { directive in
      var directive = directive
      if case .event = directive.cause { directive.cause = .event(sequence: 0) }
      return directive
    }
  }

  /// A list with a sample filter.
  private struct Client {
    static let home = SourceID("home")
    var filter = SampleFilter()

    init(_ lines: TriggerLines) {
      self.filter.setLines(lines, of: Self.home)
    }

    /// Reports the offset `y`. Returns the offsets that are sent.
    mutating func send(
      _ y: Double, _ ms: Int64, _ phase: Scroll.Phase = .moved, drag: UInt32 = 1
    ) -> [Double] {
      let scroll = Scroll(
        source: Self.home, drag: drag, phase: phase, y: y, velocity: phase == .ended ? 0 : nil)
      let event = InteractionEvent(time: Instant(microseconds: ms * 1000), kind: .scroll(scroll))
      return self.filter.admit(event).map(Self.offset)
    }

    /// Advances the time. Returns the offsets that are sent.
    mutating func wait(_ ms: Int64) -> [Double] {
      self.filter.flush(at: Instant(microseconds: ms * 1000)).map(Self.offset)
    }

    private static func offset(_ event: InteractionEvent) -> Double {
      if case .scroll(let scroll) = event.kind { scroll.y } else { .nan }
    }
  }

  @Test("a sample on a line, a new cell and a new phase are always sent")
  func alwaysSent() {
    var client = Client(TriggerLines(offsets: [0, 456]))
    #expect(client.send(10, 0, .began) == [10])
    #expect(client.send(20, 16) == [])
    #expect(client.send(30, 32) == [])
    #expect(client.send(456, 48) == [30, 456])
    #expect(client.send(470, 64) == [470])
    #expect(client.send(480, 80) == [])
    #expect(client.send(490, 96, .ended) == [480, 490])
    #expect(client.send(500, 112, .decelerating) == [])
    #expect(client.send(510, 128, .settled) == [500, 510])
    #expect(client.send(520, 144, .decelerating) == [520])
  }

  @Test("a movement begins where the drag began, or where its last sample and the lift both were")
  func beginnings() {
    var client = Client(TriggerLines(offsets: [456]))
    #expect(client.send(440, 0, .began) == [440])
    #expect(client.send(460, 16) == [460])
    #expect(client.send(470, 32, .ended) == [470])
    // On the other side of the line than the last sample.
    #expect(client.send(450, 48, .decelerating) == [450])
    #expect(client.send(450, 64, .began, drag: 2) == [450])
    #expect(client.send(451, 80, drag: 2) == [])
    #expect(client.send(460, 96, .ended, drag: 2) == [451, 460])
    // On the same side as the last sample, but not as the lift.
    #expect(client.send(452, 112, .decelerating, drag: 2) == [452])
    // A rule that depends on the drag's start decides at the first sample.
    var literal = Client(TriggerLines(offsets: [456], dragStarts: [Client.home]))
    #expect(literal.send(10, 0, .began) == [10])
    #expect(literal.send(20, 16) == [20])
    #expect(literal.send(30, 32) == [])
  }

  @Test("at the start of a cell a sample belongs to it; a finger's line does not count without one")
  func cells() {
    let lines = TriggerLines(offsets: [-150, 0, 456], cellStarts: [0], fingerOffsets: [-150])
    #expect(lines.isSameCell(0, 455, in: .moved))
    #expect(!lines.isSameCell(0, -1, in: .moved))
    #expect(!lines.isSameCell(455, 456, in: .moved))
    #expect(!lines.isSameCell(456, 456, in: .moved))
    #expect(!lines.isSameCell(-149, -150, in: .moved))
    #expect(lines.isSameCell(-149, -150, in: .decelerating))
    #expect(lines.isSameCell(-149, -151, in: .programmaticMoved))
    #expect(!lines.isSameCell(-1, 0, in: .decelerating))
  }

  @Test("a list that moves is heard of every half second, and where it stopped a quarter later")
  func silence() {
    var client = Client(TriggerLines(offsets: [456]))
    #expect(client.send(0, 0, .began) == [0])
    for ms in stride(from: Int64(20), to: 500, by: 20) {
      #expect(client.send(1, ms) == [])
    }
    #expect(client.send(2, 500) == [2])
    #expect(client.send(3, 520) == [])
    #expect(client.filter.nextFlush == Instant(microseconds: 770_000))
    #expect(client.wait(769) == [])
    #expect(client.wait(770) == [3])
    #expect(client.filter.nextFlush == nil)
    // From the time at which it reached 520.
    #expect(client.send(4, 1_019) == [])
    #expect(client.send(5, 1_020) == [5])
  }
}

extension SampleFilter {
  /// Makes a filter with the trigger lines of all lists.
  fileprivate init(_ experience: Experience) {
    self.init(on: .phone)
    let session = Session(experience: experience, surface: .phone)
    for source in experience.sources {
      self.setLines(session.triggerLines(for: source.id), of: source.id)
    }
  }
}
