import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Header blocks that a server writes")
struct HeaderWriterTests {
  @Test(
    "a client that has shrunk its table is told that this is known, once",
    arguments: [
      ([4_096], []), ([8_192], []), ([0], [0]), ([30], [30]), ([31], [31]),
      ([100, 4_096], [100, 4_096]), ([8_192, 5_000], [5_000]), ([200, 100], [100]),
      ([.max, .max - 1], [.max - 1]),
    ] as [([UInt32], [UInt32])])
  func tableSize(sizes: [UInt32], expected: [UInt32]) throws {
    let headers: HPACKHeaders = [":status": "200", "x": "a"]
    var size = DynamicTableSize()
    for next in sizes { size.change(to: next) }
    let found = [size.takeUpdates(), size.takeUpdates()]
    #expect(found == [expected, []])
    var writer = HeaderWriter()
    let plain = writer.block(headers)
    var confirming = writer.block(headers, tableSizes: expected)
    #expect((confirming != plain) == !expected.isEmpty)
    let again = writer.block(headers)
    #expect(again == plain)
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator(), maxDynamicTableSize: 8_192)
    guard expected.allSatisfy({ $0 <= 8_192 }) else {
      // 2^32 - 2, encoded by RFC 7541 §5.1.
      #expect(confirming.readBytes(length: 6) == [0x3F, 0xDF, 0xFF, 0xFF, 0xFF, 0x0F])
      return
    }
    let decoded = try decoder.decodeHeaders(from: &confirming)
    #expect(decoded == headers)
    if let last = expected.last { #expect(decoder.allowedDynamicTableLength == Int(last)) }
  }

  @Test("headers that are longer than a frame are written in several")
  func longBlock() throws {
    let block = ByteBuffer(repeating: 7, count: 2 * 16_384 + 5)
    var bytes = ByteBuffer()
    bytes.writeHeaders(block, of: 3, endsStream: true)
    let frames = try bytes.frames.map { try #require($0.header) }
    #expect(frames.map(\.kind) == [1, 9, 9])
    #expect(frames.map(\.payloadLength) == [16_384, 16_384, 5])
    #expect(frames.map(\.endsHeaders) == [false, false, true])
    #expect(frames.map(\.endsStream) == [true, false, false])
    #expect(frames.allSatisfy { $0.stream == 3 })
  }
}
