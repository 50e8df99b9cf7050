package import NIOCore

extension FrameHeader {
  /// The payload of the server's PINGs, which the acknowledgement repeats.
  enum PingPayload: UInt64 {
    /// A keepalive probe.
    case keepalive = 0x656E_6769_6E65_3F21
    /// A probe after GOAWAY: its acknowledgement shows that the client has received that.
    case goAwayProbe = 0x656E_6769_6E65_2E21

    /// The PING frame.
    var frame: ByteBuffer {
      var frame = ByteBuffer()
      frame.writeFrameHeader(FrameType.ping, length: 8)
      frame.writeInteger(self.rawValue)
      return frame
    }
  }

  /// Returns a GOAWAY frame.
  static func goAway(
    after stream: UInt32, _ code: HTTP2ErrorCode, _ reason: String = ""
  ) -> ByteBuffer {
    var frame = ByteBuffer()
    frame.writeFrameHeader(FrameType.goAway, length: 8 + reason.utf8.count)
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

  /// Writes a WINDOW_UPDATE; stream 0 is the connection.
  mutating func writeWindowUpdate(of stream: UInt32, by increment: Int) {
    self.writeFrameHeader(FrameHeader.FrameType.windowUpdate, stream: stream, length: 4)
    self.writeInteger(UInt32(increment))
  }

  /// Writes a RST_STREAM.
  mutating func writeReset(of stream: UInt32, _ code: HTTP2ErrorCode) {
    self.writeFrameHeader(FrameHeader.FrameType.reset, stream: stream, length: 4)
    self.writeInteger(code.rawValue)
  }

  /// Writes a header block as HEADERS and as many CONTINUATIONs as needed.
  mutating func writeHeaders(_ block: ByteBuffer, of stream: UInt32, endsStream: Bool) {
    var rest = block
    var kind = FrameHeader.FrameType.headers
    var flags = endsStream ? FrameHeader.endStreamFlag : 0
    repeat {
      let length = min(rest.readableBytes, FrameHeader.longestPayload)
      if length == rest.readableBytes { flags |= FrameHeader.endHeadersFlag }
      self.writeFrameHeader(kind, flags: flags, stream: stream, length: length)
      if var part = rest.readSlice(length: length) { self.writeBuffer(&part) }
      (kind, flags) = (FrameHeader.FrameType.continuation, 0)
    } while rest.readableBytes > 0
  }

  /// The increment in the payload of a WINDOW_UPDATE; nil if it is zero.
  var increment: Int? {
    guard let word = self.getInteger(at: self.readerIndex, as: UInt32.self) else { return nil }
    let increment = Int(word & 0x7FFF_FFFF)
    return increment > 0 ? increment : nil
  }
}
