import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Frames that the engine does not know", .timeLimit(.minutes(2)))
struct UnknownFrameTests {
  /// A frame of a later contract: field 99, an empty message.
  private static var later: WireRequest {
    get throws { try WireRequest(serializedBytes: [0x9A, 0x06, 0x00] as [UInt8]) }
  }

  @Test("each is told, and the session goes on")
  func told() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open()
      // More than the number of malformed events that end the stream.
      for _ in 0 ..< 30 {
        try await client.send(try Self.later)
        let notice = try await client.receive().notices.first
        #expect(notice?.sequence == 0 && notice?.reason == .unknownFrame)
        #expect(notice?.violations.map(\.field) == ["frame"])
      }
      #expect(try await client.exchange(.tap(1)).tabs == [1])
      #expect(await client.close().end == .well)
    }
  }

  @Test("SendEvents tells, too; without any frame it only asks")
  func called() async throws {
    try await RunningEngine.with { running in
      let session = UnarySession(running)
      try await session.open()
      var request = session.request()
      try request.merge(serializedBytes: [0x9A, 0x06, 0x00] as [UInt8])
      let _: Interaction_V1_SendEventsResponse = try await running.call(
        "InteractionService/SendEvents", request)
      #expect(try await session.receive().notices.map(\.reason) == [.unknownFrame])
      try await session.tell()
      try await session.tell(.events(1, [.tap(1)]))
      let frame = try await session.receive()
      #expect(frame.notices.isEmpty && frame.directives.tabs == [1])
      #expect(await session.close().end == .well)
    }
  }
}
