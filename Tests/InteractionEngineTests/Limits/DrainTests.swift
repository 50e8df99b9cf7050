import Foundation
import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Draining", .timeLimit(.minutes(2)))
struct DrainTests {
  private static func seconds(_ duration: Google_Protobuf_Duration) -> Double {
    Double(duration.seconds) + Double(duration.nanos) / 1e9
  }

  private static func duration(_ seconds: Int64, _ nanos: Int32 = 0) -> Google_Protobuf_Duration {
    .with { ($0.seconds, $0.nanos) = (seconds, nanos) }
  }

  @Test(
    "deadlines that are refused",
    arguments: [
      (-1, 0), (0, -1_000_000), (601, 0), (600, 1_000), (1 << 62, 0), (-(1 << 62), 0),
      (.max, 999_999_999),
    ] as [(Int64, Int32)])
  func badDeadlines(seconds: Int64, nanos: Int32) async throws {
    try await RunningEngine.with { running in
      let end = await CallCompletion.of {
        _ = try await Inspector(running).drain(Self.duration(seconds, nanos))
      }
      #expect("\(end)" == "invalidArgument INVALID_ARGUMENT timeout")
      #expect(!running.engine.isShuttingDown)
    }
  }

  @Test("returns the number of sessions and the deadline, which a second drain does not extend")
  func counts() async throws {
    try await RunningEngine.with { running in
      var clients: [TestStream] = []
      for _ in 0 ..< 3 {
        clients.append(TestStream(running))
        try await clients[clients.count - 1].open { $0.capabilities.resumes = true }
      }
      try await clients[0].exchange(.tap(1), .tap(2))
      let first = try await Inspector(running).drain(Self.duration(9))
      #expect(first.sessions == 3 && 8 ... 9 ~= Self.seconds(first.timeout))
      for (number, client) in clients.enumerated() {
        let frame = try #require(try await client.receive(until: \.hasDrain).last)
        #expect(8_000_000 ... 9_000_000 ~= frame.drain.endAfterUs)
        #expect(frame.drain.leaveAfterUs <= 4_500_000)
        // The drain frame contains a checkpoint for resuming.
        if number == 0 { #expect(frame.checkpoint.event == 2 && frame.checkpoint.directive == 2) }
      }
      #expect(await clients.removeLast().close().end == .well)
      let second = try await Inspector(running).drain(Self.duration(500))
      #expect(second.sessions == 2 && Self.seconds(second.timeout) <= 9)
      for client in clients { #expect(await client.close().end == .well) }
      await running.engine.waitUntilDrained()
    }
  }

  @Test(
    "the server's own deadline, or none at all: sessions that stay are cut off",
    arguments: [nil, Int64(0)])
  func deadline(asked: Int64?) async throws {
    try await RunningEngine.with(
      [:], { $0.drain.deadline = .milliseconds(700) }
    ) { running in
      let clients = [TestStream(running), UnarySession(running)]
      for client in clients { try await client.open() }
      let answer = try await Inspector(running).drain(asked.map { Self.duration($0) })
      if asked == nil { #expect(0.5 ... 0.7 ~= Self.seconds(answer.timeout)) }
      for client in clients {
        let (frames, end) = await client.rest()
        #expect(frames.count(where: \.hasDrain) <= 1 && "\(end)" == "unavailable DRAINING")
        if asked == nil { #expect(frames.count(where: \.hasDrain) == 1) }
        let delay = try #require(end.retryDelay)
        #expect(.zero ... .seconds(1) ~= delay)
      }
      await running.engine.waitUntilDrained()
    }
  }

  @Test("health says so first, sessions go on, and nothing new comes in")
  func notice() async throws {
    try await RunningEngine.with(
      [:],
      { ($0.drain.notice, $0.drain.deadline) = (.milliseconds(500), .seconds(60)) }
    ) { running in
      let client = TestStream(running)
      try await client.open { $0.sessionID = "stays" }
      running.engine.drain()
      let start = ContinuousClock.now
      let health: Grpc_Health_V1_HealthCheckResponse = try await running.call(
        "grpc.health.v1.Health/Check", Grpc_Health_V1_HealthCheckRequest())
      #expect(health.status == .notServing)
      // A new session, an open one, and one to be resumed.
      let changes: [(inout Interaction_V1_Open) -> Void] = [
        { _ in }, { ($0.sessionID, $0.epoch) = ("stays", 2) },
        { $0.resume = .with { ($0.token, $0.firstEvent) = (Data([1]), 1) } },
      ]
      for change in changes {
        for other in [TestStream(running), UnarySession(running)] {
          let end = await CallCompletion.of { try await other.open(change) }
          #expect("\(end)" == "unavailable DRAINING")
        }
      }
      let frames = try await client.exchange(.tap(1))
      #expect(frames.tabs == [1])
      if !frames.contains(where: \.hasDrain) { _ = try await client.receive(until: \.hasDrain) }
      #expect(ContinuousClock.now - start > .milliseconds(300))
      #expect(try await client.exchange(.tap(2)).tabs == [2])
      #expect(await client.close().end == .well)
      await running.engine.waitUntilDrained()
    }
  }
}
