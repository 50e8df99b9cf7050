import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Sessions that are not taken on", .timeLimit(.minutes(2)))
struct OverloadTests {
  /// Returns the ends of an opening, by stream and by call.
  private func ends(
    _ running: RunningEngine, _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async -> [CallCompletion] {
    var ends: [CallCompletion] = []
    for client in [TestStream(running), UnarySession(running)] {
      ends.append(await CallCompletion.of { try await client.open(change) })
    }
    return ends
  }

  private func expectOverloaded(
    _ limit: String, _ running: RunningEngine,
    _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws {
    for end in await self.ends(running, change) {
      #expect("\(end)" == "unavailable OVERLOADED" && end.metadata == ["limit": limit])
      let delay = try #require(end.retryDelay)
      #expect(.seconds(1) ... .seconds(10) ~= delay)
    }
  }

  @Test("as many sessions as are allowed; one that is resumed is one of them")
  func sessions() async throws {
    try await RunningEngine.with([:], { $0.admission.sessions = 2 }) { running in
      let one = TestStream(running)
      let checkpoint = try await one.open {
        ($0.sessionID, $0.epoch, $0.capabilities.resumes) = ("one", 1, true)
      }.checkpoint
      let two = TestStream(running)
      try await two.open()
      try await self.expectOverloaded("sessions", running)
      for _ in 0 ..< 100 {
        #expect("\(await TestStream(running).end(by: .open()))" == "unavailable OVERLOADED")
      }
      let resumed = TestStream(running)
      let opened = try await resumed.open {
        ($0.sessionID, $0.epoch, $0.capabilities.resumes) = ("one", 2, true)
        $0.resume = .with { ($0.token, $0.firstEvent) = (checkpoint.token, 1) }
      }.opened
      #expect(opened.outcome == .resumed)
      #expect(try await resumed.exchange(.tap(1), .tap(0)).tabs == [1, 0])
      #expect(await two.close().end == .well)
      try await TestStream(running).open()
      try await self.expectOverloaded("sessions", running)
    }
  }

  @Test("one that comes from another engine is one more; one that is resumed here is not")
  func resumedSessions() async throws {
    try await RunningEngine.two([:], { $0.admission.sessions = 3 }) { one, two in
      let survivor = try await ResumableSession.opened("resumed", on: TestStream(one))
      let others = [TestStream(one), TestStream(one)]
      for other in others { try await other.open() }
      let elsewhere = try await ResumableSession.opened("elsewhere", on: TestStream(two))
      try await self.expectOverloaded("sessions", one)
      try await self.expectOverloaded("sessions", one) {
        ($0.sessionID, $0.epoch, $0.resume) = ("elsewhere", 2, elsewhere.resumption)
      }
      for connection in Connection.allCases {
        try await survivor.resume(on: connection.client(of: one))
        #expect(try await survivor.exchange([.tap(1), .tap(0)]).tabs == [1, 0])
      }
      #expect(await others[0].close().end == .well)
      try await elsewhere.resume(on: TestStream(one))
      try await self.expectOverloaded("sessions", one)
    }
  }

  @Test("as many as may open at once; a fifth is for sessions that are resumed")
  func opens() async throws {
    try await RunningEngine.with(
      [:], { ($0.admission.opensPerSecond, $0.admission.openBurst) = (0, 10) }
    ) { running in
      let first = TestStream(running)
      let checkpoint = try await first.open {
        ($0.sessionID, $0.epoch, $0.capabilities.resumes) = ("one", 1, true)
      }.checkpoint
      #expect(await first.close().end == .well)
      for _ in 0 ..< 7 { try await TestStream(running).open() }
      try await self.expectOverloaded("opens_per_second", running)
      let opened = try await TestStream(running).open {
        ($0.sessionID, $0.epoch, $0.capabilities.resumes) = ("one", 2, true)
        $0.resume = .with { ($0.token, $0.firstEvent) = (checkpoint.token, 1) }
      }.opened
      #expect(opened.outcome == .resumed)
    }
  }

  @Test("a server that uses too much memory takes on what is resumed, and nothing new")
  func memory() async throws {
    let vault = CheckpointSealer(keys: CheckpointKeys())
    try await RunningEngine.with([:], { $0.checkpoints = vault }) { one in
      let survivor = try await ResumableSession.opened("resumed", on: TestStream(one))
      try await RunningEngine.with(
        [:],
        {
          ($0.checkpoints, $0.admission.memoryBytes) = (vault, 16 << 20)
          $0.memory = { ProcessMemory(resident: 17 << 20) }
        }
      ) { running in
        // The engine checks its memory every second.
        while await self.ends(running)[0] == .well {
          try await Task.sleep(for: .milliseconds(100))
        }
        try await self.expectOverloaded("memory", running)
        try await survivor.resume(on: TestStream(running))
      }
    }
  }

  @Test("TOO_MANY_SESSIONS: as many of a user as are allowed", arguments: [2, 32])
  func users(limit: Int) async throws {
    try await RunningEngine.with(
      [:], { if limit == 2 { $0.admission.sessionsPerUser = 2 } }
    ) { running in
      var clients: [TestStream] = []
      for number in 0 ..< limit {
        clients.append(TestStream(running))
        try await clients[number].open { ($0.sessionID, $0.user) = ("s\(number)", "anna") }
      }
      for end in await self.ends(running, { $0.user = "anna" }) {
        #expect("\(end)" == "resourceExhausted TOO_MANY_SESSIONS")
        #expect(end.metadata == ["limit": "sessions_per_user"])
        #expect(end.retryDelay == .seconds(5))
      }
      try await TestStream(running).open { $0.user = "berta" }
      for _ in 0 ..< limit + 1 { try await TestStream(running).open() }
      try await TestStream(running).open {
        ($0.sessionID, $0.user, $0.epoch) = ("s1", "anna", 2)
      }
      #expect(await clients[0].close().end == .well)
      try await TestStream(running).open { $0.user = "anna" }
    }
  }

  @Test("FOREIGN_SESSION: an open session is its user's")
  func foreignSession() async throws {
    try await RunningEngine.with { running in
      let anna = TestStream(running)
      try await anna.open { ($0.sessionID, $0.user) = ("annas", "anna") }
      for user in ["berta", ""] {
        let ends = await self.ends(running) {
          ($0.sessionID, $0.user, $0.epoch) = ("annas", user, 7)
        }
        #expect(ends.allSatisfy { "\($0)" == "permissionDenied FOREIGN_SESSION" })
      }
      #expect(try await anna.exchange(.tap(1)).tabs == [1])
    }
  }
}
