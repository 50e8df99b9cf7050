import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("N5: a pan survives the wire and a change of servers")
struct PanHandoverTests {
  private static let experience = Experience(
    name: "scanning", preset: .refined, sources: [ScrollSource(id: SourceID("list"), tab: 0)],
    tabBar: TabBarDefinition(items: [TabItem(title: LocalizedText(fallback: "0"))]), toggles: [],
    floor: nil, navigation: NavigationDefinition())

  @Test("the drag with its page reads back as it was written")
  func drag() throws {
    let drag = PageDrag(.scan, .began, translation: 12, velocity: -3, route: "help")
    let event = InteractionEvent(
      sequence: 2, time: Instant(microseconds: 2_000_000), kind: .pageDrag(drag))
    let bytes: [UInt8] = try event.proto.serializedBytes()
    #expect(try InteractionEvent(try Proto.Event(serializedBytes: bytes), sequence: 2) == event)
  }

  /// The events with their times, ms: a page is presented and dismissed, each after a release whose
  /// hold has expired.
  private static let steps: [(time: Int64, kind: InteractionEvent.Kind)] = [
    (100, pan(.began, 12)), (200, pan(.ended, 500)), (300, .holdExpired(.back)),
    (400, pan(.began, 12)), (500, pan(.ended, 500)), (9_000, .tick),
    (9_100, pan(.began, -12)), (9_200, pan(.ended, -500)), (9_300, .holdExpired(.back)),
    (9_400, pan(.began, -12)), (9_500, pan(.ended, -500)), (20_000, .tick),
  ]

  private static func pan(_ phase: PageDrag.Phase, _ translation: Double) -> InteractionEvent.Kind {
    .pageDrag(PageDrag(.scan, phase, translation: translation, route: "help"))
  }

  @Test("D7: at every step the session can go on elsewhere")
  func handover() throws {
    var session = Session(experience: Self.experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    var counts: [Int] = []
    for step in Self.steps {
      let time = Instant.zero + .milliseconds(step.time)
      _ = session.handle(InteractionEvent(time: time, kind: step.kind))
      let bytes: [UInt8] = try session.proto.serializedBytes()
      let carried = try Session(
        try Proto.SessionState(serializedBytes: bytes), of: Self.experience)
      try #require(carried == session, "after \(step.time) ms")
      session = carried
      counts.append(session.state.navigation.pages.count)
    }
    #expect(counts == [0, 1, 0, 0, 1, 1, 1, 0, 1, 1, 0, 0])
  }
}
