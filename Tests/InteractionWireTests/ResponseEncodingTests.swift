import InteractionCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Frames that only acknowledge are written as the serializer writes them")
struct ResponseEncodingTests {
  private static let numbers: [UInt64] = [0, 1, 127, 128, 16_383, 16_384, 1 << 32, .max]
  private static let times: [Int64?] = [nil, 0, 1, -1, 300_000, 1 << 53, -(1 << 53), .min, .max]

  @Test("with and without a deadline", arguments: Self.numbers, Self.times)
  func acknowledgement(acked: UInt64, deadline: Int64?) throws {
    var frame = ResponseFrame()
    frame.ackedEvent = acked
    frame.nextDeadline = deadline.map { Instant(microseconds: $0) }
    let bytes: [UInt8] = try frame.proto.serializedBytes()
    #expect(frame.encoded == bytes)
  }

  @Test("frames with other parts are encoded completely")
  func more() throws {
    var frame = ResponseFrame()
    frame.ackedEvent = 7
    frame.heartbeat = Instant(microseconds: 5)
    frame.notices = [NoticeMessage(sequence: 3), NoticeMessage(sequence: 4, reason: .unknownEvent)]
    #expect(try ResponseFrame(Proto.Response(serializedBytes: frame.encoded)) == frame)
    #expect(ResponseFrame().encoded.isEmpty)
  }
}
