import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Clients that say nothing, or nothing but that they are there", .timeLimit(.minutes(2)))
struct SilenceTests {
  private func silence(
    _ running: RunningEngine, _ connection: Connection, _ id: String
  ) async throws -> TestStream {
    let client = connection.client(of: running)
    try await client.open { $0.sessionID = id }
    return client
  }

  @Test("silence ends a session, and so does idleness at last", arguments: Connection.allCases)
  func times(connection: Connection) async throws {
    try await RunningEngine.with(
      [:],
      { ($0.limits.heartbeatInterval, $0.limits.idleTimeout) = (.seconds(1), .seconds(4)) }
    ) { running in
      let quiet = try await self.silence(running, connection, "quiet")
      let idle = try await self.silence(running, connection, "idle")
      for beat in Int64(0) ..< 6 {
        try await Task.sleep(for: .milliseconds(500))
        try await idle.send(.heartbeat(beat))
      }
      let silence = await quiet.rest().end
      #expect("\(silence)" == "deadlineExceeded HEARTBEAT_LOST")
      #expect(silence.retryDelay == .seconds(1))
      if let called = quiet as? UnarySession {
        #expect(await called.endOfSending(.heartbeat(0)).reason == "UNKNOWN_SESSION")
      }
      #expect("\(await idle.rest().end)" == "deadlineExceeded IDLE")
    }
  }

  @Test("heartbeats are answered, and keep a session", arguments: Connection.allCases)
  func heartbeats(connection: Connection) async throws {
    try await RunningEngine.with([:], { $0.limits.heartbeatInterval = .seconds(1) }) { running in
      let client = try await self.silence(running, connection, "beats")
      for beat in Int64(0) ..< 8 {
        try await client.send(.heartbeat(beat))
        #expect(try await client.receive().heartbeat.timeUs == beat)
        try await Task.sleep(for: .milliseconds(500))
      }
      #expect(try await client.exchange(.tap(1)).tabs == [1])
      #expect(await client.close().end == .well)
    }
  }

  @Test("300 sessions on calls that are never heard of again")
  func abandoned() async throws {
    try await RunningEngine.with([:], { $0.limits.heartbeatInterval = .seconds(4) }) { running in
      for _ in 0 ..< 300 { try await UnarySession(running).openUnread() }
      let inspector = Inspector(running)
      #expect(try await inspector.list().totalSize == 300)
      while try await inspector.list().totalSize > 0 {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }
}
