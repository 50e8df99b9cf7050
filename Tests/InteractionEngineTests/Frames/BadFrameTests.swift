import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Frames that end a session", .timeLimit(.minutes(2)))
struct BadFrameTests {
  private func expect(_ end: CallCompletion, _ bad: BadFrame) {
    #expect("\(end)" == bad.end, "\(bad.name)")
    #expect(end.metadata == bad.metadata, "\(bad.name)")
    #expect(end.domain == "interaction.v1" && !end.message.isEmpty, "\(bad.name)")
  }

  /// Runs `body` while another session exchanges events.
  private func undisturbed(
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    try await RunningEngine.with { running in
      let bystander = TestStream(running)
      try await bystander.open()
      try await body(running)
      #expect(try await bystander.exchange(.tap(1), .tap(0)).tabs == [1, 0])
      #expect(await bystander.close().end == .well)
    }
  }

  @Test("on a stream: before and with the opening")
  func openings() async throws {
    try await self.undisturbed { running in
      for bad in BadFrame.first + BadFrame.openings {
        self.expect(await TestStream(running).end(by: bad.frames), bad)
      }
    }
  }

  @Test("on a stream: later")
  func later() async throws {
    try await self.undisturbed { running in
      for bad in BadFrame.later + BadFrame.streamed {
        let end = await TestStream(running).end(by: [WireRequest.open().bytes] + bad.frames)
        self.expect(end, bad)
      }
    }
  }

  @Test("OpenSession refuses what no stream may open with")
  func calledOpenings() async throws {
    try await self.undisturbed { running in
      for bad in BadFrame.openings {
        let open = try WireRequest(serializedBytes: bad.frames[0]).open
        let request = Interaction_V1_OpenSessionRequest.with { $0.open = open }
        let end = await CallCompletion.of {
          let _: Interaction_V1_OpenSessionResponse = try await running.call(
            "InteractionService/OpenSession", request)
        }
        self.expect(end, bad)
      }
      let end = await CallCompletion.of {
        let _: Interaction_V1_OpenSessionResponse = try await running.call(
          "InteractionService/OpenSession", Interaction_V1_OpenSessionRequest())
      }
      #expect("\(end)" == "invalidArgument MALFORMED_FRAME open.level")
    }
  }

  @Test("errors of a stream end a session on unary calls, with the same reason in both calls")
  func calledLater() async throws {
    try await self.undisturbed { running in
      for bad in BadFrame.later {
        let session = UnarySession(running)
        try await session.open()
        for frame in bad.frames.dropLast() {
          try await session.tell(WireRequest(serializedBytes: frame))
        }
        let last = try WireRequest(serializedBytes: bad.frames[bad.frames.count - 1])
        let atSend = await session.endOfSending(last)
        self.expect(atSend, bad)
        #expect(await session.rest().end == atSend, "\(bad.name)")
        #expect(await session.endOfSending().reason == "UNKNOWN_SESSION")
      }
    }
  }

  @Test("a call of SendEvents that is too large or no message is refused; the session goes on")
  func oversize() async throws {
    try await self.undisturbed { running in
      let session = UnarySession(running)
      try await session.open()
      let good = session.request(.events(1, [.tap(1)]))
      func end(_ bytes: [UInt8]) async -> CallCompletion {
        await CallCompletion.of {
          let _: Interaction_V1_SendEventsResponse = try await running.call(
            "InteractionService/SendEvents", bytes: bytes)
        }
      }
      for size in [64 * 1024 + 1, 512 * 1024] {
        let large = await end(good.padded(to: size))
        #expect("\(large)" == "resourceExhausted FRAME_TOO_LARGE")
        #expect(large.metadata == ["max_frame_bytes": "65536"])
      }
      for bytes in [Array(repeating: UInt8(0xFF), count: 16), good.bytes.dropLast()] {
        #expect("\(await end(Array(bytes)))" == "invalidArgument MALFORMED_FRAME frame")
      }
      #expect(await end(good.padded(to: 64 * 1024)) == .well)
      #expect(try await session.receive().directives.tabs == [1])
      #expect(await session.close().end == .well)
    }
  }
}
