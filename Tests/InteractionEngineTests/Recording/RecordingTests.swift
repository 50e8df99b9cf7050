import InteractionCore
import InteractionTrace
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Recordings of sessions", .timeLimit(.minutes(2)))
struct RecordingTests {
  /// Checks that a trace replays with the experience that it contains.
  private func expectReplays(_ trace: Trace) throws {
    let differences = try trace.differences
    #expect(differences.isEmpty)
  }

  @Test("a recording has all events and directives", arguments: Connection.allCases)
  func whole(connection: Connection) async throws {
    try await RecordingEngine.with { engine in
      let client = connection.client(of: engine.running)
      let opening = try await client.open {
        ($0.sessionID, $0.user, $0.epoch) = ("whole", "anna", 3)
        $0.current.selectedTab = 1
      }
      var frames = [opening]
      for start in stride(from: 0, to: ResumeScript.events.count, by: 40) {
        frames += try await client.exchange(Array(ResumeScript.events.dropFirst(start).prefix(40)))
      }
      #expect(await client.close().end == .well)
      let trace = try await engine.recordings(["whole.3.trace"])[0]
      let header = trace.header
      #expect(header.connection == .init(session: "whole", user: "anna", epoch: 3))
      #expect(header.experience == "home-refined" && header.state == nil)
      #expect(header.digest == opening.opened.experienceDigest)
      #expect(header.current?.selectedTab == 1 && header.client.contains("test"))
      #expect(header.surface.viewport.width == 375)
      #expect(trace.numbers == Array(1 ... UInt64(ResumeScript.events.count)))
      #expect(trace.steps.map(\.event.proto) == ResumeScript.events)
      let directives = trace.opening + trace.steps.flatMap(\.directives)
      #expect(directives.map(\.proto) == frames.directives)
      // Each directive follows its causing event.
      for (number, step) in zip(UInt64(1)..., trace.steps) {
        #expect(step.directives.allSatisfy { $0.cause == .event(sequence: number) })
      }
      try self.expectReplays(trace)
    }
  }

  @Test("one that is resumed has two; the second says what the session remembered")
  func resumed() async throws {
    try await RecordingEngine.with { engine in
      let survivor = try await ResumableSession.opened(
        "again", ResumeScript.events, on: TestStream(engine.running))
      try await survivor.play(100)
      survivor.conversation.cancel()
      let resumed = try await survivor.resume(on: TestStream(engine.running)).appliedEvent
      try await survivor.play(200)
      #expect(await survivor.conversation.close().end == .well)
      let traces = try await engine.recordings(["again.1.trace", "again.2.trace"])
      #expect(traces[0].numbers == Array(1 ... 100) && traces[0].header.state == nil)
      #expect(traces[1].numbers == Array(resumed + 1 ... 200))
      #expect(traces[1].header.connection?.epoch == 2 && traces[1].header.state != nil)
      for trace in traces { try self.expectReplays(trace) }
    }
  }

  @Test("commands and heartbeats are in it, without a number")
  func others() async throws {
    try await RecordingEngine.with(BackendExperiences.experiences) { engine in
      let client = try await TestStream.shopping(engine.running)
      _ = try await client.carriesOut(.countUp, as: "up")
      try await client.exchange(.tap(1))
      try await client.send(.heartbeat(5))
      #expect(await client.close().end == .well)
      let trace = try await engine.recordings(["shop.1.trace"])[0]
      #expect(trace.steps.map(\.number) == [nil, 1, nil])
      #expect(trace.steps.map(\.directives.count) == [1, 1, 0])
      #expect(trace.header.definition?.name == "shop")
      try self.expectReplays(trace)
    }
  }

  @Test("two of one name and number: neither spoils the other")
  func twice() async throws {
    try await RecordingEngine.with { engine in
      let clients = [TestStream(engine.running), TestStream(engine.running)]
      for (client, count) in zip(clients, [200, 50]) {
        try await client.open { $0.sessionID = "twice" }
        try await client.exchange((0 ..< count).map { .tap($0 % 3, at: Int64($0)) })
      }
      #expect(await clients[1].close().end == .well)
      let traces = try await engine.recordings(["twice.1.trace", "twice.1-2.trace"])
      #expect(Set(traces.map(\.numbers)) == [Array(1 ... 200), Array(1 ... 50)])
    }
  }

  @Test("a share of the sessions: the same ones on every engine, or none", arguments: [0.5, 0])
  func share(share: Double) async throws {
    var found: [[String]] = []
    for _ in 0 ..< 2 {
      try await RecordingEngine.with([:], { $0.share = share }) { engine in
        let sessions = (0 ..< 60).map { "session-\($0)" }
        for session in sessions {
          let client = TestStream(engine.running)
          try await client.open { $0.sessionID = session }
          try await client.exchange(.tap(1))
          #expect(await client.close().end == .well)
        }
        let recordings = try #require(engine.running.engine.recordings)
        let expected = sessions.filter(recordings.includes).map { "\($0).1.trace" }
        _ = try await engine.recordings(expected)
        found.append(engine.names)
      }
    }
    #expect(found[0] == found[1])
    #expect(share == 0 ? found[0].isEmpty : 16 ..< 45 ~= found[0].count)
  }

  /// Records 32 large directives, a number of times.
  private func turn(_ client: TestStream, _ times: Int) async throws {
    for _ in 0 ..< times {
      let start = Int64(client.sent)
      try await client.exchange((start ..< start + 32).map { .turn(at: 5_000 * $0) })
    }
  }

  @Test("beyond the budget the oldest recordings are deleted")
  func budget() async throws {
    try await RecordingEngine.with([:], { $0.budget = 1 << 20 }) { engine in
      for number in 10 ..< 30 {
        let client = TestStream(engine.running)
        try await client.open { $0.sessionID = "s\(number)" }
        try await self.turn(client, 2)
        #expect(await client.close().end == .well)
        try await engine.finish("s\(number).1.trace")
      }
      let names = engine.names
      #expect(engine.size <= 1 << 20 && 2 ..< 20 ~= names.count)
      #expect(names == (30 - names.count ..< 30).map { "s\($0).1.trace" })
    }
  }

  @Test("sessions that are open count, too")
  func budgetOfOpen() async throws {
    try await RecordingEngine.with([:], { $0.budget = 1 << 20 }) { engine in
      let clients = (0 ..< 4).map { _ in TestStream(engine.running) }
      for client in clients { try await client.open() }
      for _ in 0 ..< 4 {
        for client in clients { try await self.turn(client, 5) }
        #expect(engine.size <= 5 << 18)
      }
      for client in clients { #expect(await client.close().end == .well) }
    }
  }
}
