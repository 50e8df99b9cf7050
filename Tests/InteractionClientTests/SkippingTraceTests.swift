import Foundation
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionTrace
import Testing

@Suite("Trigger lines over every machine")
struct SkippingTraceTests {
  @Test("S4 R3 F13 C1 X7 N5: leaving samples of a bundled trace out changes no directive")
  func skipping() throws {
    var skipped = 0
    for file in EndToEndTests.files {
      let trace = try Trace(file: file)
      let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
      let surface = trace.header.surface
      let session = Session(experience: experience, surface: surface)
      var filter = SampleFilter()
      for source in experience.sources {
        filter.setLines(session.triggerLines(for: source.id), of: source.id)
      }
      var everything = SampleFilter()
      let kept = trace.events.flatMap { filter.admit($0) } + filter.flushAll()
      let full = trace.events.flatMap { everything.admit($0) }
      try #require(
        Self.answers(to: kept, in: trace, experience)
          == Self.answers(to: full, in: trace, experience), "\(file.lastPathComponent)")
      skipped += filter.skipped
    }
    #expect(skipped > 1_000)
  }

  @Test("T9 S5: a late release and a client that never ticks replay byte-equal")
  func lateAndSilent() throws {
    let experience = try #require(try BuiltInExperiences.named("extended-tabs"))
    let tab = try #require(experience.tabBar.items.firstIndex { !$0.menu.isEmpty })
    let due = experience.tabBar.longPress.delay.microseconds
    func finger(_ phase: Pointer.Phase) -> InteractionEvent.Kind {
      .pointer(
        Pointer(id: 1, phase: phase, target: .tab(tab), position: Point(x: 30, y: 770)))
    }
    func trace(releaseAt us: Int64) -> Trace {
      // The server has waited for long and made a tick; then the release arrives.
      Trace(
        header: Trace.Header(experience: experience.name, surface: .phone),
        events: [
          InteractionEvent(time: .zero, kind: finger(.down)),
          InteractionEvent(time: Instant(microseconds: 3_000_000), kind: .serverTick),
          InteractionEvent(time: Instant(microseconds: us), kind: finger(.up)),
          InteractionEvent(time: Instant(microseconds: 9_000_000), kind: .serverTick),
        ]
      ).recorded(with: experience)
    }
    let tap = trace(releaseAt: due - 1)
    let press = trace(releaseAt: due)
    func opensMenu(_ trace: Trace) -> Bool {
      trace.directives.flatMap(\.effects).contains { effect in
        if case .presentMenu = effect { true } else { false }
      }
    }
    #expect(!opensMenu(tap))
    #expect(opensMenu(press))
    for recorded in [tap, press] {
      #expect(recorded.recorded(with: experience) == recorded)
      #expect(try Trace(text: recorded.text) == recorded)
      #expect(try Trace(binary: try recorded.binary) == recorded)
    }
  }

  /// Returns the directives without the causing events' numbers.
  private static func answers(
    to events: [InteractionEvent], in trace: Trace, _ experience: Experience
  ) -> [Directive] {
    var session = Session(experience: experience, surface: trace.header.surface)
    var directives = session.handle(trace.openingEvent)
    for event in events { directives += session.handle(event) }
    return directives.map { directive in
      var directive = directive
      if case .event = directive.cause { directive.cause = .event(sequence: 0) }
      return directive
    }
  }
}
