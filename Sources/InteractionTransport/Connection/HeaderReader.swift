package import NIOCore
package import NIOHPACK

/// A decoded header block: the request headers or trailers of a stream.
package struct HeaderBlock {
  let stream: UInt32
  let endsRequest: Bool
  package let headers: HPACKHeaders
}

/// Decodes header blocks, each of which may span several frames (RFC 9113 §4.3).
///
/// Blocks refer to earlier ones of any stream through the dynamic table, so a connection has one
/// reader.
package struct HeaderReader {
  package enum ReadResult {
    /// The block is incomplete.
    case incomplete
    case block(HeaderBlock)
    /// A field has an empty name: the message is malformed (RFC 9113 §8.1.1), a stream error.
    case malformed(stream: UInt32, endsRequest: Bool)
    /// Nothing after this can be decoded: a connection error.
    case failed(HTTP2ErrorCode, String)
  }

  private struct Block {
    let first: FrameHeader
    var bytes: ByteBuffer
    var frames = 1
  }

  private static let longestBlock = HPACKDecoder.defaultMaxHeaderListSize
  private static let mostFrames = 6
  /// The maximum number of fields with an empty name in a block; each costs as much as many others.
  private static let mostNameless = 16

  /// The decoder; nil until the first block, since it takes 4 KiB.
  private var decoder: HPACKDecoder?
  private var block: Block?

  package init() {}

  /// Reads HEADERS, or a CONTINUATION of them.
  package mutating func read(_ frame: FrameHeader, _ payload: ByteBuffer) -> ReadResult {
    if frame.kind == FrameHeader.FrameType.headers {
      guard let bytes = payload.headerFragment(frame.flags) else {
        return .failed(.protocolError, "HEADERS has more padding than payload")
      }
      self.block = Block(first: frame, bytes: bytes)
    } else {
      self.block?.bytes.writeImmutableBuffer(payload)
      self.block?.frames += 1
    }
    guard let block, block.bytes.readableBytes <= Self.longestBlock,
      block.frames <= Self.mostFrames
    else {
      return .failed(
        .enhanceYourCalm,
        "header block exceeds \(Self.longestBlock) bytes or \(Self.mostFrames) frames")
    }
    guard frame.endsHeaders else { return .incomplete }
    self.block = nil
    return self.decode(block)
  }

  private mutating func decode(_ block: Block) -> ReadResult {
    if self.decoder == nil { self.decoder = HPACKDecoder(allocator: ByteBufferAllocator()) }
    var bytes = block.bytes
    do {
      return .block(
        HeaderBlock(
          stream: block.first.stream, endsRequest: block.first.endsStream,
          headers: try self.decoder?.decodeHeaders(from: &bytes) ?? [:]))
    } catch is NIOHPACKErrors.EmptyLiteralHeaderFieldName {
      return self.decodeRest(of: block)
        ? .malformed(stream: block.first.stream, endsRequest: block.first.endsStream)
        : .failed(.compressionError, "header block cannot be decoded (HPACK)")
    } catch is NIOHPACKErrors.MaxHeaderListSizeViolation {
      return .failed(.enhanceYourCalm, "header list exceeds \(Self.longestBlock) bytes")
    } catch {
      return .failed(.compressionError, "header block cannot be decoded (HPACK)")
    }
  }

  /// Decodes the rest of a block from the first field with an empty name on, where the decoder
  /// stopped: later blocks refer to all fields of this one. Returns false if it cannot be decoded.
  private mutating func decodeRest(of block: Block) -> Bool {
    let fields = HeaderFields(block.bytes).drop { $0.emptyNameValue == nil }
    var nameless = 0
    do {
      for field in fields {
        if field.emptyNameValue != nil { nameless += 1 }
        guard nameless <= Self.mostNameless else { return false }
        var bytes =
          try field.emptyNameValue.map {
            try self.substitute(for: $0, isIndexed: field.isIndexed)
          } ?? field.bytes
        _ = try self.decoder?.decodeHeaders(from: &bytes)
      }
      return true
    } catch {
      return false
    }
  }

  /// Returns a field that occupies as much of the dynamic table as one with an empty name, which
  /// the decoder rejects: its name is a space, which no well-formed field has, and its value is a
  /// byte shorter.
  private mutating func substitute(
    for value: ByteBuffer, isIndexed: Bool
  ) throws -> ByteBuffer {
    let name: StaticString = "\u{1} "
    var plain = ByteBuffer(integer: UInt8(0))
    plain.writeStaticString(name)
    plain.writeImmutableBuffer(value)
    let decoded = try self.decoder?.decodeHeaders(from: &plain).first { _ in true }?.value ?? ""
    guard isIndexed else { return ByteBuffer() }
    // A field with neither name nor value has no substitute.
    guard !decoded.isEmpty else { throw NIOHPACKErrors.EmptyLiteralHeaderFieldName() }
    var field = ByteBuffer(integer: UInt8(0x40))
    field.writeStaticString(name)
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: false)
    try encoder.beginEncoding(allocator: ByteBufferAllocator())
    try encoder.appendNonIndexed(
      header: "x", value: String(decoding: decoded.utf8.dropLast(), as: UTF8.self))
    var literal = try encoder.endEncoding()
    // Skips the first byte and the name.
    literal.moveReaderIndex(forwardBy: 3)
    field.writeBuffer(&literal)
    return field
  }
}

extension ByteBuffer {
  /// Returns the payload of HEADERS without padding and priority fields; nil if it is shorter than
  /// those.
  fileprivate func headerFragment(_ flags: UInt8) -> ByteBuffer? {
    var bytes = self
    var padding: UInt8 = 0
    if flags & FrameHeader.paddedFlag != 0 {
      guard let length = bytes.readInteger(as: UInt8.self) else { return nil }
      padding = length
    }
    if flags & FrameHeader.priorityFlag != 0 {
      guard bytes.readSlice(length: FrameHeader.priorityLength) != nil else { return nil }
    }
    let end = bytes.writerIndex - Int(padding)
    guard end >= bytes.readerIndex else { return nil }
    bytes.moveWriterIndex(to: end)
    return bytes
  }
}
