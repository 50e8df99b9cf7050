import NIOCore

/// What clients send, in bytes.
enum Frames {
  static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")

  static func frame(
    type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8]
  ) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeInteger(UInt32(payload.count) << 8 | UInt32(type))
    buffer.writeInteger(flags)
    buffer.writeInteger(stream)
    buffer.writeBytes(payload)
    return buffer
  }

  static let ping = Frames.frame(type: 6, payload: [1, 2, 3, 4, 5, 6, 7, 8])
}
