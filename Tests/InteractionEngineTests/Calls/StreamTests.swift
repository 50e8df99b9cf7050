import InteractionCore
import InteractionStream
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("A stream, from its opening to its end", .timeLimit(.minutes(2)))
struct StreamTests {
  @Test("a drag past 456 brings the rocket, and the stream ends well")
  func drag() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      let opened = try await client.open {
        ($0.sessionID, $0.capabilities.skipsSamples) = ("drag", true)
      }.opened
      #expect(opened.outcome == .new && opened.sessionID == "drag")
      #expect(opened.experience == "home-refined" && !opened.snapshot.settings.isEmpty)
      let experience: Interaction_Inspector_V1_GetExperienceResponse = try await running.call(
        "InspectorService/GetExperience",
        Interaction_Inspector_V1_GetExperienceRequest.with { $0.name = "home-refined" })
      #expect(opened.experienceDigest == experience.summary.digest)
      let home = try #require(opened.triggerLines.first { $0.source == "home" })
      #expect(home.lines.map(\.offset) == [-150, -146, -100, -96, 0, 456])
      #expect(home.lines.map(\.startsCell) == [false, false, false, false, true, false])
      #expect(home.lines.filter(\.fingerOnly).map(\.offset) == [-150, -146])
      let moves = (2 ... 10).map { WireEvent.scroll(Double(50 * $0), at: Int64(5000 * $0)) }
      let found = try await client.exchange(
        [.scroll(0, .began)] + moves + [
          .scroll(500, .ended, velocity: 0, at: 60_000), .scroll(500, .settled, at: 70_000),
        ]
      ).directives
      // 100 is event 2, so 500, the first above 456, is event 10.
      let looks = found.filter { !$0.setting.toggle.name.isEmpty }
      #expect(looks.looks == ["rocket"] && looks.map(\.cause.eventSequence) == [10])
      try await client.send(.ack(found[found.count - 1].sequence))
      #expect(await client.close().end == .well)
    }
  }

  @Test(
    "a client of any level is served, and told the server's",
    arguments: [1, 2, .max] as [UInt32])
  func levels(level: UInt32) async throws {
    try await RunningEngine.with { running in
      for connection in Connection.allCases {
        let client = connection.client(of: running)
        let opened = try await client.open { $0.level = level }.opened
        #expect(opened.level == ContractLevel.current)
        let tabs = try await client.exchange(.tap(1)).tabs
        #expect(tabs == [1])
        #expect(await client.close().end == .well)
      }
    }
  }

  @Test("a half-close without an opening ends it well")
  func nothing() async throws {
    try await RunningEngine.with { running in
      let (frames, end) = await TestStream(running).close()
      #expect(frames.isEmpty && end == .well)
    }
  }

  @Test("no opening within the time for it")
  func openTimeout() async throws {
    try await RunningEngine.with([:], { $0.limits.openTimeout = .seconds(1) }) { running in
      let (frames, end) = await TestStream(running).rest()
      #expect(frames.isEmpty && "\(end)" == "deadlineExceeded OPEN_TIMEOUT")
      #expect(end.retryDelay == .seconds(1))
    }
  }

  @Test(
    "a heartbeat keeps the drag that it names; one that it does not name is cancelled",
    arguments: [["home"], []])
  func heartbeat(drags: [String]) async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      let pull = (1 ... 9).map { WireEvent.scroll(Double(-20 * $0), at: Int64($0) * 20_000) }
      let pulled = try await client.exchange([.scroll(0, .began)] + pull)
      #expect(pulled.directives.floorPhases.last == .armed)
      try await client.send(.heartbeat(200_000, drags: drags))
      let frames = try await client.receive(until: \.hasHeartbeat)
      #expect(frames.last?.heartbeat.timeUs == 200_000)
      let phases = frames.directives.floorPhases
      #expect(phases.isEmpty == !drags.isEmpty && !phases.contains(.opening))
      #expect(await client.close().end == .well)
    }
  }
}
