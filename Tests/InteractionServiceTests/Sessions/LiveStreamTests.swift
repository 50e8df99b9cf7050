import InteractionCore
import InteractionIdentity
import InteractionWire
import Logging
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("A stream and its place among the sessions")
struct LiveStreamTests {
  @Test("a rejected stream cannot be admitted later")
  func openAfterTheEnd() throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let caller = Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases))
    let stream = LiveStream(engine: engine, caller: caller) { _ in }
    #expect(stream.receive(.ack(directive: 1), costing: 0).reading == .stop)
    #expect(stream.error?.reason == .openRequired)
    _ = stream.receive(.open(.sample()), costing: 0)
    #expect(engine.registry.count == 0 && stream.entry == nil)

    let other = LiveStream(engine: engine, caller: caller) { _ in }
    #expect(other.receive(.open(.sample()), costing: 0).reading == .proceed)
    #expect(engine.registry.count == 1)
    other.close(with: nil)
    #expect(engine.registry.count == 0)
  }

  @Test("frames that the client has not read are missing, so the stream has not ended well")
  func lostFrames() throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    var state = LiveStream.State(
      stream: SessionStream(context: engine.context, at: .zero),
      meter: SessionThrottle(at: .zero, by: engine.limits))
    let frames = Array(repeating: SessionStream.Output.send(ResponseFrame()), count: 300)
    let decided = state.carryOut(frames + [.finish(nil)], by: engine.context)
    #expect(decided.isOver && state.ending.error?.reason == .slowConsumer)
    guard case .end(let error?) = state.outbox.last else {
      Issue.record("the end is not told")
      return
    }
    #expect(error.reason == .slowConsumer && state.outbox.count < 300)
  }

  @Test("single calls of a session have a turn each, as far as they cost, or are told to wait")
  func turns() throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let caller = Caller(kind: .anonymous, subject: "", roles: Set(Role.allCases))
    let stream = LiveStream(engine: engine, caller: caller) { _ in }
    let limits = engine.limits
    #expect(try stream.reserveTurn(costing: limits.workBurst + 8 * limits.workPerSecond) == nil)
    let second = try #require(try stream.reserveTurn(costing: 60 * limits.workPerSecond))
    #expect(second > .zero && second <= .seconds(9))
    let error = #expect(throws: StreamError.self) { try stream.reserveTurn(costing: 1) }
    #expect(error?.reason == .overloaded && error?.metadata["limit"] == "work_per_second")
    #expect((error?.retryDelay ?? .zero) > .seconds(10))
  }
}
