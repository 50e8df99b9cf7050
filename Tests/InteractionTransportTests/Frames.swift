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

  static func windowUpdate(of stream: UInt32, by increment: Int) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeWindowUpdate(of: stream, by: increment)
    return buffer
  }

  /// To the question whether the client is there.
  static var answer: ByteBuffer {
    var frame = FrameHeader.question
    frame.setInteger(FrameHeader.ackFlag, at: frame.readerIndex + 4)
    return frame
  }

  static let ping = Frames.frame(type: 6, payload: [1, 2, 3, 4, 5, 6, 7, 8])
}

extension ByteBuffer {
  /// The frames that lie in it, whole.
  var frames: [ByteBuffer] {
    var rest = self
    var frames: [ByteBuffer] = []
    while let header = FrameHeader(at: rest.readerIndex, in: rest),
      let frame = rest.readSlice(length: header.length)
    {
      frames.append(frame)
    }
    return frames
  }
}

/// A call that only remembers how it ends.
final class StubCall: ConnectionCall {
  private(set) var resets: [HTTP2ErrorCode] = []
  private(set) var failures: [HTTP2ErrorCode] = []

  func dataCame(_ bytes: ByteBuffer) {}
  func roomCame() {}

  func fail(_ code: HTTP2ErrorCode) {
    self.failures.append(code)
  }

  func receiveReset(_ code: HTTP2ErrorCode) {
    self.resets.append(code)
  }
}

/// Macros change no values: these do.
extension ConnectionHandler {
  func admitWork() -> Bool { self.state.admitWork() }

  func admit(unfinished bytes: Int) -> Bool { self.state.admit(unfinished: bytes) }

  /// Whether a RST_STREAM of the HTTP/2 handler leaves.
  func admitReset(_ stream: UInt32) -> Bool { self.state.resets.admit(stream) }
}
