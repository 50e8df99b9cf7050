import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("T5: a question to the client, and its answer, survive the wire")
struct SelectionVerdictTests {
  private static func answer(_ isAllowed: Bool, sequence: UInt64 = 2) -> InteractionEvent {
    InteractionEvent(
      sequence: sequence, time: Instant(microseconds: 2_000_000),
      kind: .selectionVerdict(SelectionVerdict(tab: 1, isAllowed: isAllowed)))
  }

  @Test("the answer reads back as it was written", arguments: [true, false])
  func answer(isAllowed: Bool) throws {
    let event = Self.answer(isAllowed)
    let bytes: [UInt8] = try event.proto.serializedBytes()
    #expect(try InteractionEvent(try Proto.Event(serializedBytes: bytes), sequence: 2) == event)
  }

  @Test("a session that is handed over goes on waiting for it", arguments: [true, false])
  func handover(isAllowed: Bool) throws {
    var items = (0 ..< 2).map { TabItem(title: LocalizedText(fallback: "\($0)")) }
    items[1].asksClient = true
    let experience = Experience(
      name: "asking", preset: .refined, sources: [ScrollSource(id: SourceID("list"), tab: 0)],
      tabBar: TabBarDefinition(items: items), toggles: [], floor: nil)
    var session = Session(experience: experience, surface: .phone)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    _ = session.handle(
      InteractionEvent(sequence: 1, time: Instant(microseconds: 1_000_000), kind: .tapTab(index: 1))
    )
    let bytes: [UInt8] = try session.proto.serializedBytes()
    var other = try Session(try Proto.SessionState(serializedBytes: bytes), of: experience)
    #expect(other.snapshot == session.snapshot)
    #expect(other.nextDeadline == session.nextDeadline)
    let directives = session.handle(Self.answer(isAllowed))
    #expect(directives.count == 2)
    #expect(other.handle(Self.answer(isAllowed)) == directives)
  }
}
