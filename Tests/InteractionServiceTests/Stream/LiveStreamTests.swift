import InteractionIdentity
import InteractionWire
import Logging
import Testing

@testable import InteractionService

@Suite("A stream and its place among the sessions")
struct LiveStreamTests {
  @Test("who has been refused gets no place by opening after all")
  func openAfterTheEnd() throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let caller = Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases))
    let stream = LiveStream(engine: engine, caller: caller) { _ in }
    #expect(stream.receive(.ack(directive: 1)) == .isOver)
    #expect(stream.error?.reason == .openRequired)
    _ = stream.receive(.open(.sample()))
    #expect(engine.registry.count == 0 && stream.entry == nil)

    let other = LiveStream(engine: engine, caller: caller) { _ in }
    #expect(other.receive(.open(.sample())) == .goesOn)
    #expect(engine.registry.count == 1)
    other.close(with: nil)
    #expect(engine.registry.count == 0)
  }
}
