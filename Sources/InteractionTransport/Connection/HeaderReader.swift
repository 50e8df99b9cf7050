package import NIOCore
package import NIOHPACK

/// A client's headers: those that begin a call, or those that end its request.
package struct HeaderBlock {
  let stream: UInt32
  let endsRequest: Bool
  package let headers: HPACKHeaders
}

/// Reads a client's header blocks, each of which may come in several frames (RFC 9113 §4.3).
///
/// A block may refer to those before it, on whatever stream, so one reader has them all.
package struct HeaderReader {
  package enum Reading {
    /// The rest of the block has yet to come.
    case incomplete
    case block(HeaderBlock)
    /// A field has no name: the message is malformed (RFC 9113 §8.1.1), which concerns its stream
    /// alone.
    case malformed(stream: UInt32, endsRequest: Bool)
    /// What comes next cannot be read: the connection ends.
    case failed(HTTP2ErrorCode, String)
  }

  private struct Block {
    let first: FrameHeader
    var bytes: ByteBuffer
    var frames = 1
  }

  private static let longestBlock = HPACKDecoder.defaultMaxHeaderListSize
  private static let mostFrames = 6
  /// Fields without a name that a block may have; each costs as much as many others.
  private static let mostNameless = 16

  /// Nil until headers come: it takes 4 KiB.
  private var decoder: HPACKDecoder?
  private var block: Block?

  package init() {}

  /// Reads HEADERS, or a CONTINUATION of those before.
  package mutating func read(_ frame: FrameHeader, _ payload: ByteBuffer) -> Reading {
    if frame.kind == FrameHeader.Kind.headers {
      guard let bytes = payload.headerFragment(frame.flags) else {
        return .failed(.protocolError, "HEADERS of more padding than there is room for")
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
        "headers of more than \(Self.longestBlock) bytes, or in more than \(Self.mostFrames) frames"
      )
    }
    guard frame.endsHeaders else { return .incomplete }
    self.block = nil
    return self.decode(block)
  }

  private mutating func decode(_ block: Block) -> Reading {
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
        : .failed(.compressionError, "headers that cannot be decoded")
    } catch is NIOHPACKErrors.MaxHeaderListSizeViolation {
      return .failed(.enhanceYourCalm, "headers of more than \(Self.longestBlock) bytes")
    } catch {
      return .failed(.compressionError, "headers that cannot be decoded")
    }
  }

  /// Decodes what follows the first field without a name, at which the decoder has stopped: blocks
  /// that come later refer to all fields of this one. Returns whether that was possible.
  private mutating func decodeRest(of block: Block) -> Bool {
    let fields = HeaderFields(block.bytes).drop { $0.valueOfNameless == nil }
    var nameless = 0
    do {
      for field in fields {
        if field.valueOfNameless != nil { nameless += 1 }
        guard nameless <= Self.mostNameless else { return false }
        var bytes =
          try field.valueOfNameless.map {
            try self.substitute(for: $0, isIndexed: field.isIndexed)
          } ?? field.bytes
        _ = try self.decoder?.decodeHeaders(from: &bytes)
      }
      return true
    } catch {
      return false
    }
  }

  /// A field that takes as much of the dynamic table as one without a name, which the decoder does
  /// not take: its name is a space, which no well-formed field has, and its value has a byte less.
  private mutating func substitute(
    for value: ByteBuffer, isIndexed: Bool
  ) throws -> ByteBuffer {
    let name: StaticString = "\u{1} "
    var plain = ByteBuffer(integer: UInt8(0))
    plain.writeStaticString(name)
    plain.writeImmutableBuffer(value)
    let decoded = try self.decoder?.decodeHeaders(from: &plain).first { _ in true }?.value ?? ""
    guard isIndexed else { return ByteBuffer() }
    // One with neither name nor value has no substitute.
    guard !decoded.isEmpty else { throw NIOHPACKErrors.EmptyLiteralHeaderFieldName() }
    var field = ByteBuffer(integer: UInt8(0x40))
    field.writeStaticString(name)
    var encoder = HPACKEncoder(allocator: ByteBufferAllocator(), useHuffmanEncoding: false)
    try encoder.beginEncoding(allocator: ByteBufferAllocator())
    try encoder.appendNonIndexed(
      header: "x", value: String(decoding: decoded.utf8.dropLast(), as: UTF8.self))
    var literal = try encoder.endEncoding()
    // Without its first byte and its name.
    literal.moveReaderIndex(forwardBy: 3)
    field.writeBuffer(&literal)
    return field
  }
}

extension ByteBuffer {
  /// What of the payload of HEADERS is neither padding nor a priority; nil if there is less than
  /// the frame says.
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
