import NIOCore
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Header blocks are read whole, in however many frames they come")
struct HeaderReaderTests {
  private static let headers: HPACKHeaders = [
    ":method": "POST", ":path": "/a", "user-agent": "test", "te": "trailers",
  ]

  private static func block(_ headers: HPACKHeaders) throws -> ByteBuffer {
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    var block = ByteBuffer()
    try encoder.encode(headers: headers, to: &block)
    return block
  }

  /// Reads the frames of a buffer, up to the end of the first field block.
  private static func read(
    _ frames: ByteBuffer, with reader: inout HeaderReader
  ) throws -> HeaderReader.ReadResult {
    for frame in frames.frames {
      let header = try #require(frame.header)
      var payload = frame
      payload.moveReaderIndex(forwardBy: FrameHeader.length)
      let reading = reader.read(header, payload)
      guard case .incomplete = reading else { return reading }
    }
    return .incomplete
  }

  @Test("in up to six frames", arguments: [1, 2, 6, 7])
  func parts(count: Int) throws {
    var rest = try Self.block(Self.headers)
    let step = rest.readableBytes / count
    var frames = ByteBuffer()
    for index in 0 ..< count {
      let length = index == count - 1 ? rest.readableBytes : step
      let part = rest.readBytes(length: length) ?? []
      frames.writeImmutableBuffer(
        Frames.frame(
          type: index == 0 ? 1 : 9, flags: (index == 0 ? 1 : 0) | (index == count - 1 ? 4 : 0),
          stream: 5, payload: part))
    }
    var reader = HeaderReader()
    switch try Self.read(frames, with: &reader) {
    case .block(let block):
      #expect(count <= 6)
      #expect(block.headers == Self.headers)
      #expect(block.stream == 5 && block.endsRequest)
    case .failed(let code, _): #expect(count > 6 && code == .enhanceYourCalm)
    case .incomplete, .malformed: Issue.record("it is not whole")
    }
  }

  @Test("without padding and priority", arguments: [0, 8, 0x20, 0x28] as [UInt8])
  func padding(flags: UInt8) throws {
    let block = try Array(Self.block(Self.headers).readableBytesView)
    let priority: [UInt8] = flags & 0x20 != 0 ? [0, 0, 0, 3, 15] : []
    let payload =
      flags & 8 != 0 ? [3] + priority + block + [0, 0, 0] : priority + block
    var reader = HeaderReader()
    let frame = Frames.frame(type: 1, flags: 4 | flags, stream: 1, payload: payload)
    guard case .block(let read) = try Self.read(frame, with: &reader) else {
      Issue.record("it is not read")
      return
    }
    #expect(read.headers == Self.headers)
  }

  /// Reads a complete field block.
  private static func read(
    _ block: [UInt8], with reader: inout HeaderReader
  ) throws -> HeaderReader.ReadResult {
    try Self.read(Frames.frame(type: 1, flags: 5, stream: 7, payload: block), with: &reader)
  }

  /// The value `abc`, plain and Huffman-coded.
  private static let values: [[UInt8]] = [[3, 0x61, 0x62, 0x63], [0x82, 0x1C, 0x64]]

  @Test(
    "a field without a name concerns its stream alone: the table stays as the client has it",
    arguments: [0x00, 0x10, 0x40] as [UInt8], values)
  func nameless(kind: UInt8, value: [UInt8]) throws {
    var reader = HeaderReader()
    // The dynamic table has exactly the size of both fields.
    let size: [UInt8] = [0x3F, kind == 0x40 ? 69 - 31 : 34 - 31]
    let added: [UInt8] = [0x40, 1, UInt8(ascii: "k"), 1, UInt8(ascii: "v")]
    let first = try Self.read(size + [0x83, kind, 0] + value + added, with: &reader)
    guard case .malformed(stream: 7, _) = first else {
      Issue.record("\(first)")
      return
    }
    guard case .block(let block) = try Self.read([0xBE], with: &reader) else {
      Issue.record("the next block is not read")
      return
    }
    #expect(block.headers == ["k": "v"])
    let older = try Self.read([0xBF], with: &reader)
    if kind == 0x40, case .block(let block) = older {
      #expect(block.headers.first { _ in true }?.name == " " && !block.headers.isWellFormed)
    } else if case .failed(.compressionError, _) = older {
      #expect(kind != 0x40)
    } else {
      Issue.record("\(older)")
    }
  }

  @Test("a field with neither name nor value has no substitute in the table: that is an error")
  func neither() throws {
    var reader = HeaderReader()
    guard case .failed(.compressionError, _) = try Self.read([0x40, 0, 0], with: &reader),
      case .malformed = try Self.read([0x00, 0, 0], with: &reader)
    else {
      Issue.record("it is read")
      return
    }
  }

  @Test(
    "malformed headers end the connection with a reason",
    arguments: [
      // Padding longer than the payload (§6.2).
      (8, [4, 0x82, 0, 0], .protocolError),
      // An invalid index, and a truncated field (RFC 7541).
      (0, [0xFF, 0x80, 0x01], .compressionError),
      (0, [0x40], .compressionError),
    ] as [(UInt8, [UInt8], HTTP2ErrorCode)])
  func malformed(flags: UInt8, payload: [UInt8], expected: HTTP2ErrorCode) throws {
    var reader = HeaderReader()
    let frame = Frames.frame(type: 1, flags: 4 | flags, stream: 1, payload: payload)
    guard case .failed(let code, _) = try Self.read(frame, with: &reader) else {
      Issue.record("it is read")
      return
    }
    #expect(code == expected)
  }

  @Test("headers of more than 16 KiB end the connection, packed or not")
  func tooLong() throws {
    let long = String(repeating: "a", count: 16_384)
    for headers in [
      HPACKHeaders([("a", long)]), HPACKHeaders(Array(repeating: ("a", ""), count: 500)),
    ] {
      var frames = ByteBuffer()
      frames.writeHeaders(try Self.block(headers), of: 1, endsStream: false)
      var reader = HeaderReader()
      guard case .failed(let code, _) = try Self.read(frames, with: &reader) else {
        Issue.record("they are read")
        return
      }
      #expect(code == .enhanceYourCalm)
    }
    // Fragments of a field block that never ends.
    var reader = HeaderReader()
    let part = Frames.frame(type: 1, stream: 1, payload: Array(repeating: 0, count: 16_384))
    _ = try Self.read(part, with: &reader)
    let more = Frames.frame(type: 9, stream: 1, payload: [0])
    guard case .failed(.enhanceYourCalm, _) = try Self.read(more, with: &reader) else {
      Issue.record("there may be more")
      return
    }
  }

  @Test("a block may refer to those before it; what is written anew refers to nothing")
  func table() throws {
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator())
    var reader = HeaderReader()
    var writer = HeaderWriter()
    for number in 0 ..< 3 {
      var block = ByteBuffer()
      try encoder.encode(headers: Self.headers, to: &block)
      // The later blocks consist of indices only.
      #expect(number == 0 || block.readableBytes == Self.headers.count)
      var frames = ByteBuffer()
      frames.writeHeaders(block, of: 1, endsStream: false)
      guard case .block(let read) = try Self.read(frames, with: &reader) else {
        Issue.record("it is not read")
        return
      }
      #expect(read.headers == Self.headers)
      var written = writer.block(read.headers)
      var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
      let decoded = try decoder.decodeHeaders(from: &written)
      #expect(decoded == Self.headers)
    }
  }
}
