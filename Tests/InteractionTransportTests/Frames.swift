import NIOCore
import NIOEmbedded

@testable import InteractionTransport

/// Frames that clients send.
enum Frames {
  static let preface = FrameHeader.preface
  static let settings = Frames.frame(type: 4, payload: [])
  static let settingsAck = Frames.frame(type: 4, flags: 1, payload: [])
  /// The client's connection preface.
  static let opening = Frames.joined([preface, settings])

  static func joined(_ frames: [ByteBuffer]) -> ByteBuffer {
    var all = ByteBuffer()
    for frame in frames { all.writeImmutableBuffer(frame) }
    return all
  }

  /// Returns HEADERS of `GET https://a/`, without END_STREAM by default.
  static func call(_ stream: UInt32, flags: UInt8 = 4) -> ByteBuffer {
    Frames.frame(
      type: 1, flags: flags, stream: stream, payload: [0x82, 0x84, 0x87, 0x41, 1, 0x61])
  }

  static func frame(
    type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8]
  ) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeFrameHeader(type, flags: flags, stream: stream, length: payload.count)
    buffer.writeBytes(payload)
    return buffer
  }

  static func reset(_ stream: UInt32, _ code: HTTP2ErrorCode = .cancel) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeReset(of: stream, code)
    return buffer
  }

  static func windowUpdate(of stream: UInt32, by increment: Int) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeWindowUpdate(of: stream, by: increment)
    return buffer
  }

  /// The ACK of the server's keepalive PING.
  static var answer: ByteBuffer {
    var frame = FrameHeader.PingPayload.keepalive.frame
    frame.setInteger(FrameHeader.ackFlag, at: frame.readerIndex + 4)
    return frame
  }

  static let ping = Frames.frame(type: 6, payload: [1, 2, 3, 4, 5, 6, 7, 8])
}

extension ByteBuffer {
  /// The header of the first frame.
  var header: FrameHeader? { FrameHeader(at: self.readerIndex, in: self) }

  /// The complete frames in the buffer.
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

extension EmbeddedChannel {
  /// The frames written since the last access.
  var writtenFrames: [ByteBuffer] {
    get throws {
      var all: [ByteBuffer] = []
      while let bytes = try self.readOutbound(as: ByteBuffer.self) { all += bytes.frames }
      return all
    }
  }
}

/// Wrappers, since macros cannot call mutating methods in place.
extension ConnectionHandler {
  func admitWork() -> Bool { self.state.admitWork() }

  func admit(unfinished bytes: Int) -> Bool { self.state.admit(unfinished: bytes) }
}
