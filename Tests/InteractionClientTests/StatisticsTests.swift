import InteractionCore
import InteractionTesting
import InteractionWire
import Synchronization
import Testing

@testable import InteractionClient

@Suite("A session's figures and its log")
struct StatisticsTests {
  private static func directive(at ms: Int64, cause: Directive.Cause) -> Directive {
    Directive(sequence: 1, cause: cause, at: .zero + .milliseconds(ms))
  }

  @Test("percentiles are those of the newest 128 latencies, of events alone")
  func percentiles() {
    var meter = SessionMetrics()
    #expect(meter.latency == nil)
    meter.note(Self.directive(at: 0, cause: .deadline(name: "settle/home")), at: .zero)
    meter.note(Self.directive(at: 0, cause: .event(sequence: 0)), at: .zero)
    #expect(meter.latency == nil, "nobody has waited for these")
    for ms in [Int64(9_000)] + Array(1 ... 128) {
      meter.note(
        Self.directive(at: 0, cause: .event(sequence: 1)), at: .zero + .milliseconds(ms))
    }
    let latency = meter.latency
    #expect(latency?.last == .milliseconds(128))
    #expect(latency?.p50 == .milliseconds(64))
    #expect(latency?.p95 == .milliseconds(122))
  }

  @Test("round trips are smoothed by an eighth, and never negative")
  func roundTrips() {
    var meter = SessionMetrics()
    meter.note(heartbeatOf: .zero, at: .zero + .milliseconds(80))
    meter.note(heartbeatOf: .zero, at: .zero + .milliseconds(160))
    #expect(meter.roundTrip?.last == .milliseconds(160))
    #expect(meter.roundTrip?.smoothed == .milliseconds(90))
    meter.note(heartbeatOf: .zero + .milliseconds(5), at: .zero)
    #expect(meter.roundTrip?.last == .zero)
  }

  @Test("movements left out of a long outbox, and what a session drops at its end, are counted")
  func leftOut() async throws {
    let server = MockServer(MockScript(showing: []))
    server.perform(.stopResponding)
    var configuration = SessionConfiguration(sessionID: "app", surface: .phone)
    configuration.outboxCapacity = 10
    let session = InteractionClient(transport: server.transport).open(configuration)
    await server.settle()
    // An unresponsive server has been sent all of these; a paused session sends none.
    session.pause()
    await server.settle()
    for y in 0 ..< 6 {
      session.send(.scroll(Scroll(source: SourceID("home"), drag: 1, phase: .moved, y: Double(y))))
    }
    #expect(session.statistics.eventsConflated == 5)
    for _ in 0 ..< 10 { session.send(.tapTab(index: 1)) }
    await server.settle()
    #expect(session.statistics.eventsDropped == 11)
    let log = await self.log(of: session)
    #expect(log.last?.message == "session closed")
    let failure = try #require(log.first { $0.level == .error })
    #expect(failure.message == "session failed")
    #expect(failure.fields["status"] == "resourceExhausted")
  }

  @Test(
    "the log tells of each change of the connection, of restarts and of notices, with their values")
  func log() async {
    var script = MockScript(showing: [.gate(GateState(isSignedIn: false))])
    script.on(.tapTab(index: 9), .refuse(Violation(field: "tap.tab", problem: "is 9; at most 4")))
    let server = MockServer(script)
    let session = InteractionClient(transport: server.transport)
      .open(SessionConfiguration(sessionID: "app", surface: .phone))
    await server.settle()
    session.send(.tapTab(index: 9))
    await server.settle()
    await server.play(.restart)
    await server.play(.drain)
    session.finish()
    await server.settle()
    let log = await self.log(of: session)
    #expect(
      log.map(\.message) == [
        "session opened", "event refused", "reconnecting", "session restarted", "server drains",
        "session resumed", "session closed",
      ])
    #expect(
      log[1].fields == [
        "event": "1", "reason": "MALFORMED_EVENT", "field": "tap.tab", "problem": "is 9; at most 4",
      ])
    #expect(log[2].fields["attempt"] == "1" && log[2].fields["status"] == "unavailable")
    #expect(log[3].fields == ["reason": "UNKNOWN_KEY"])
    #expect(log.filter { $0.level == .warning }.map(\.message).count == 3)
  }

  private func log(of session: InteractionSession) async -> [SessionLogEntry] {
    var log: [SessionLogEntry] = []
    for await entry in session.log { log.append(entry) }
    return log
  }
}
