import InteractionCore
import InteractionWire
import Testing

@Suite("Resume: numbers that no session comes to")
struct StateNumbersTests {
  private static let changes: [@Sendable (inout Proto.SessionState) -> Void] = [
    { $0.nextDirective = 0 }, { $0.nextDirective = .max },
    { $0.badges[0].count.count = .max }, { $0.badges[0].count.count = -1 },
    { $0.badges[0].dx = .nan },
  ]

  @Test("a state with such a number is not carried on", arguments: Self.changes.indices)
  func refused(change: Int) throws {
    var items = (0 ..< 2).map { TabItem(title: LocalizedText(fallback: "\($0)")) }
    items[1].badge = BadgeDefinition()
    let experience = Experience(
      name: "counting", preset: .refined, sources: [ScrollSource(id: SourceID("list"), tab: 0)],
      tabBar: TabBarDefinition(items: items), toggles: [], floor: nil)
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    let badge = InteractionEvent.Kind.badge(tab: 1, operation: .increase(by: 3))
    _ = session.handle(
      InteractionEvent(sequence: 1, time: Instant(microseconds: 1_000), kind: badge))
    var state = session.proto
    #expect(throws: Never.self) { try Session(state, of: experience) }
    Self.changes[change](&state)
    #expect(throws: Violation.self) { try Session(state, of: experience) }
  }
}
