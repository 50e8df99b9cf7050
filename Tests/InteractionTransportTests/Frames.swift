import NIOCore
import NIOHTTP2

@testable import InteractionTransport

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

/// A call that only remembers how it ends.
final class StubCall: GuardedCall {
  private(set) var resets: [HTTP2ErrorCode] = []
  private(set) var failures: [HTTP2ErrorCode] = []

  func fail(_ code: HTTP2ErrorCode) {
    self.failures.append(code)
  }

  func receiveReset(_ code: HTTP2ErrorCode) {
    self.resets.append(code)
  }
}
