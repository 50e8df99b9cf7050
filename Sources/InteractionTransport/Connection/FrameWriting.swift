package import NIOCore

extension FrameHeader {
  /// What a PING of this server says, which its answer repeats.
  enum Question: UInt64 {
    /// Is the client still there?
    case isThere = 0x656E_6769_6E65_3F21
    /// Has it heard that the connection ends?
    case hasHeard = 0x656E_6769_6E65_2E21

    /// A PING.
    var frame: ByteBuffer {
      var frame = ByteBuffer()
      frame.writeFrameHeader(Kind.ping, length: 8)
      frame.writeInteger(self.rawValue)
      return frame
    }
  }

  /// A frame that ends a connection.
  static func goAway(
    after stream: UInt32, _ code: HTTP2ErrorCode, _ reason: String = ""
  ) -> ByteBuffer {
    var frame = ByteBuffer()
    frame.writeFrameHeader(Kind.goAway, length: 8 + reason.utf8.count)
    frame.writeInteger(stream)
    frame.writeInteger(code.rawValue)
    frame.writeString(reason)
    return frame
  }
}

extension ByteBuffer {
  package mutating func writeFrameHeader(
    _ kind: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, length: Int
  ) {
    self.writeMultipleIntegers(UInt32(length) << 8 | UInt32(kind), flags, stream)
  }

  /// Gives room for so many bytes more.
  mutating func writeWindowUpdate(of stream: UInt32, by increment: Int) {
    self.writeFrameHeader(FrameHeader.Kind.windowUpdate, stream: stream, length: 4)
    self.writeInteger(UInt32(increment))
  }

  /// Ends a stream for both sides.
  mutating func writeReset(of stream: UInt32, _ code: HTTP2ErrorCode) {
    self.writeFrameHeader(FrameHeader.Kind.reset, stream: stream, length: 4)
    self.writeInteger(code.rawValue)
  }

  /// Writes a header block, in as many frames as it takes.
  mutating func writeHeaders(_ block: ByteBuffer, of stream: UInt32, endsStream: Bool) {
    var rest = block
    var kind = FrameHeader.Kind.headers
    var flags = endsStream ? FrameHeader.endStreamFlag : 0
    repeat {
      let length = min(rest.readableBytes, FrameHeader.longestPayload)
      if length == rest.readableBytes { flags |= FrameHeader.endHeadersFlag }
      self.writeFrameHeader(kind, flags: flags, stream: stream, length: length)
      if var part = rest.readSlice(length: length) { self.writeBuffer(&part) }
      (kind, flags) = (FrameHeader.Kind.continuation, 0)
    } while rest.readableBytes > 0
  }

  /// What the payload of a WINDOW_UPDATE gives room for; nil if nothing.
  var increment: Int? {
    guard let word = self.getInteger(at: self.readerIndex, as: UInt32.self) else { return nil }
    let increment = Int(word & 0x7FFF_FFFF)
    return increment > 0 ? increment : nil
  }
}
