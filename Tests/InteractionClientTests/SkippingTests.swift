import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

@Suite("Trigger lines")
struct SkippingTests {
  @Test(
    "S4 R3: leaving samples out changes nothing but the causes' numbers, in 10,000 sessions each",
    arguments: ["home-refined", "home-literal"])
  func skippingChangesNothing(name: String) async throws {
    let experience = try #require(try BuiltInExperiences.named(name))
    var total = 0
    var skipped = 0
    for seed in UInt64(0) ..< 10_000 {
      // It takes minutes, and others have to go on meanwhile.
      await Task.yield()
      var generator = SessionGenerator(seed: seed, plan: seed % 2 == 0 ? .scrolling : .everything)
      let events = generator.trace(experience: name).events
      var filter = SampleFilter()
      let lines = Session(experience: experience, environment: .phone)
      for source in experience.sources {
        filter.setLines(lines.triggerLines(for: source.id), of: source.id)
      }
      var kept: [Event] = []
      for event in events { kept += filter.admit(event) }
      kept += filter.flushAll()
      // The client sends the velocity where it leaves samples out; both sides get the same.
      var everything = SampleFilter()
      var full: [Event] = []
      for event in events { full += everything.admit(event) }
      // Compared outside: to show how two long lists differ takes minutes, too.
      let isSame = answers(to: kept, experience) == answers(to: full, experience)
      try #require(isSame, "seed \(seed)")
      total += events.count { $0.isSample }
      skipped += filter.skipped
    }
    let share = 100 * Double(skipped) / Double(total)
    print("\(name): \(skipped) of \(total) samples left out, \((share * 10).rounded() / 10) %")
    #expect(skipped > total / 2)
  }

  /// Everything of the directives but the causing events' numbers.
  private func answers(to events: [Event], _ experience: Experience) -> [Directive] {
    var session = Session(experience: experience, environment: .phone)
    var directives = session.handle(Event(time: .zero, kind: .open(nil)))
    for event in events { directives += session.handle(event) }
    return directives.map { directive in
      var directive = directive
      if case .event = directive.cause { directive.cause = .event(sequence: 0) }
      return directive
    }
  }

  @Test("a sample on a line, a new cell and a new phase are always sent")
  func alwaysSent() {
    let home = SourceID("home")
    var filter = SampleFilter()
    filter.setLines(TriggerLines(offsets: [0, 456]), of: home)
    func send(_ y: Double, _ ms: Int64, _ phase: Scroll.Phase = .moved) -> [Double] {
      let scroll = Scroll(
        source: home, drag: 1, phase: phase, y: y, velocity: phase == .ended ? 0 : nil)
      let event = Event(time: Instant(microseconds: ms * 1000), kind: .scroll(scroll))
      return filter.admit(event).compactMap { event in
        guard case .scroll(let scroll) = event.kind else { return nil }
        return scroll.y
      }
    }
    #expect(send(10, 0, .began) == [10])
    #expect(send(20, 16) == [20])
    #expect(send(30, 32) == [])
    #expect(send(40, 48) == [])
    #expect(send(456, 64) == [40, 456])
    #expect(send(470, 80) == [470])
    #expect(send(480, 96) == [])
    #expect(send(490, 112, .ended) == [480, 490])
    #expect(send(500, 128, .decelerating) == [500])
    #expect(send(510, 144, .decelerating) == [])
    #expect(filter.nextFlush == Instant(microseconds: 394_000))
    #expect(filter.flush(at: Instant(microseconds: 394_000)).count == 1)
  }
}
