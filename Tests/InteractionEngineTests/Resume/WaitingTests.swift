import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

@Suite("A session is resumed of which something waited", .timeLimit(.minutes(2)))
struct WaitingTests {
  @Test(
    "SLOW_CONSUMER: a client that is cut off has lost nothing", arguments: Connection.allCases)
  func slowConsumer(connection: Connection) async throws {
    try await RunningEngine.with(
      [:],
      {
        $0.limits.unacknowledgedDirectives = 64
        $0.limits.stallTimeout = .seconds(2)
      }
    ) { running in
      let taps = (Int64(1) ... 300).map { WireEvent.tap(Int($0 % 2), at: $0 * 10_000) }
      let expected = try await ResumeScript.uninterrupted(taps, on: running)
      let silent = connection.client(of: running)
      silent.acknowledges = false
      let survivor = try await ResumableSession.opened("slow", taps, on: silent)
      try await survivor.play(100)
      // The session may have ended by now.
      _ = await CallCompletion.of { try await survivor.playUnread(140) }
      let (frames, end) = await silent.rest()
      for frame in frames { survivor.note(frame) }
      #expect("\(end)" == "resourceExhausted SLOW_CONSUMER" && end.retryDelay == .seconds(1))
      try await survivor.resume(on: connection.client(of: running))
      try await survivor.play()
      expectSame(survivor.directives, expected)
      #expect(await survivor.conversation.close().end == .well)
    }
  }

  @Test("a movement that waits to be overtaken is in no checkpoint: it is not lost")
  func movement() async throws {
    try await RunningEngine.with(
      [:], { ($0.limits.unacknowledgedDirectives, $0.limits.eventBurst) = (1, 3) }
    ) { running in
      let client = TestStream(running)
      client.acknowledges = false
      let survivor = try await ResumableSession.opened("waits", on: client)
      // The second look waits for an acknowledgement, and the scroll sample for another one.
      let looks = [2, 1].map {
        WireEvent("orderToggle", #"{"toggle": "rocket", "look": \#($0)}"#)
      }
      let movement = WireEvent.scroll(500)
      for frame: WireRequest in [
        .events(1, [looks[0]]), .events(2, [looks[1]]), .events(3, [.scroll(0, .began)]),
        .heartbeat(0, drags: ["home"]), .events(4, [movement]), .ack(1),
      ] {
        try await client.send(frame)
      }
      for frame in try await client.receive(until: \.hasCheckpoint) { survivor.note(frame) }
      client.cancel()
      let opened = try await survivor.resume(on: TestStream(running))
      let rest = [movement, .scroll(500, .ended, at: 20_000)]
      try await survivor.exchange(Array(rest[(Int(opened.appliedEvent) - 3)...]))
      #expect(survivor.directives.numbers == [1, 2, 3])
      #expect(await survivor.conversation.close().end == .well)
    }
  }
}
