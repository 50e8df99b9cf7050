import InteractionCore
import Testing

@testable import InteractionClient

@Suite("Reconnect: events that are not safe yet")
struct OutboxTests {
  private static func move(_ y: Double, drag: UInt32 = 1) -> InteractionEvent {
    InteractionEvent(
      time: .zero,
      kind: .scroll(Scroll(source: SourceID("home"), drag: drag, phase: .moved, y: y)))
  }

  private static let tap = InteractionEvent(time: .zero, kind: .tapTab(index: 1))

  private static func numbers(_ events: [InteractionEvent]) -> [UInt64] { events.map(\.sequence) }

  @Test("numbers come when an event is first sent, and stay")
  func numbering() {
    var outbox = Outbox(capacity: 100)
    #expect(outbox.first == 1 && outbox.isSettled)
    outbox.append([Self.tap, Self.tap, Self.tap])
    #expect(Self.numbers(outbox.next(2, keeping: true)) == [1, 2])
    #expect(Self.numbers(outbox.next(9, keeping: true)) == [3])
    #expect(outbox.next(9, keeping: true).isEmpty && !outbox.isSettled)
    outbox.acknowledge(3)
    outbox.acknowledge(2)
    #expect(outbox.acked == 3 && outbox.isSettled && outbox.first == 1)
    outbox.removeCheckpointed(through: 2)
    #expect(outbox.first == 3 && outbox.numbered == 3)
    outbox.removeCheckpointed(through: 3)
    #expect(outbox.first == 4)
  }

  @Test("a new connection sends everything after the checkpoint again, under the same numbers")
  func rewinding() {
    var outbox = Outbox(capacity: 100)
    outbox.append(Array(repeating: Self.tap, count: 5))
    _ = outbox.next(4, keeping: true)
    outbox.removeCheckpointed(through: 1)
    outbox.append([Self.tap])
    outbox.rewind(to: 2)
    #expect(Self.numbers(outbox.next(9, keeping: true)) == [3, 4, 5, 6])
    outbox.rewind(to: 1)
    outbox.removeCheckpointed(through: 3)
    #expect(Self.numbers(outbox.next(1, keeping: true)) == [4])
    #expect(Self.numbers(outbox.next(9, keeping: true)) == [5, 6])
    #expect(outbox.numbered == 6)
  }

  @Test("a new session gets what the old one had not applied, numbered from 1")
  func restarting() {
    var outbox = Outbox(capacity: 100)
    outbox.append([Self.tap, Self.move(1), Self.move(2), Self.tap])
    _ = outbox.next(3, keeping: true)
    outbox.acknowledge(1)
    outbox.restart()
    #expect(outbox.first == 1 && outbox.acked == 0)
    let events = outbox.next(9, keeping: true)
    #expect(Self.numbers(events) == [1, 2, 3])
    #expect(events.map(\.kind) == [Self.move(1).kind, Self.move(2).kind, Self.tap.kind])
  }

  @Test("events that are not kept are removed once they are sent")
  func notKept() {
    var outbox = Outbox(capacity: 100)
    outbox.append([Self.tap, Self.tap])
    #expect(Self.numbers(outbox.next(9, keeping: false)) == [1, 2])
    #expect(outbox.first == 3)
    outbox.append([Self.tap])
    #expect(Self.numbers(outbox.next(9, keeping: false)) == [3])
  }

  @Test("over half of its capacity it leaves out what waits and is overtaken, and nothing else")
  func thinning() {
    func phase(_ phase: Scroll.Phase, _ y: Double) -> InteractionEvent {
      InteractionEvent(
        time: .zero, kind: .scroll(Scroll(source: SourceID("home"), drag: 1, phase: phase, y: y)))
    }
    var outbox = Outbox(capacity: 20)
    outbox.append([Self.move(0.5), Self.move(0.75)])
    _ = outbox.next(2, keeping: true)
    outbox.append([phase(.began, 0), Self.move(1), Self.move(2), phase(.ended, 2), Self.tap])
    outbox.append([phase(.decelerating, 3), phase(.decelerating, 4), phase(.settled, 4)])
    #expect(!outbox.isOverfull)
    outbox.append([Self.move(5), Self.move(6, drag: 2), Self.move(7, drag: 2)])
    _ = outbox.next(99, keeping: true)
    outbox.rewind(to: 0)
    let kinds = outbox.next(99, keeping: true).map(\.kind)
    #expect(
      kinds
        == [
          Self.move(0.5), Self.move(0.75), phase(.began, 0), Self.move(2), phase(.ended, 2),
          Self.tap, phase(.decelerating, 4), phase(.settled, 4), Self.move(5),
          Self.move(7, drag: 2),
        ].map(\.kind))
  }

  @Test("more than fit, of what must not be left out, are too many")
  func overfull() {
    var outbox = Outbox(capacity: 4)
    outbox.append(Array(repeating: Self.tap, count: 4))
    #expect(!outbox.isOverfull)
    outbox.append([Self.move(1), Self.move(2)])
    #expect(outbox.isOverfull)
    _ = outbox.next(99, keeping: true)
    outbox.removeCheckpointed(through: 2)
    #expect(!outbox.isOverfull)
  }
}
