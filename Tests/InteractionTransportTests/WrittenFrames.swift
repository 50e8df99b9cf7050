import NIOCore
import NIOHPACK

@testable import InteractionTransport

/// The frames written by a server.
struct WrittenFrames {
  /// An error as seen by the client (RFC 9113 §5.4).
  enum Failure: Hashable {
    case connection(HTTP2ErrorCode?, last: UInt32)
    case stream(UInt32, HTTP2ErrorCode?)
  }

  /// A word for each frame except PING, SETTINGS and WINDOW_UPDATE.
  private(set) var words: [String] = []
  /// The latest field block.
  private(set) var headers: HPACKHeaders = [:]
  /// The payload of all DATA frames.
  private(set) var data = ByteBuffer()
  /// The sum of the WINDOW_UPDATE increments, by stream.
  private(set) var windowIncrements: [UInt32: Int] = [:]
  private(set) var failures: [Failure] = []
  /// The types of the frames that are not errors.
  private(set) var kinds: [UInt8] = []

  init(_ frames: [ByteBuffer]) throws {
    var decoder = HPACKDecoder(allocator: ByteBufferAllocator())
    for frame in frames {
      guard let header = frame.header else { continue }
      var payload = frame
      payload.moveReaderIndex(forwardBy: FrameHeader.length)
      let end = header.endsStream ? ", end" : ""
      switch header.kind {
      case FrameHeader.FrameType.headers:
        self.words.append("headers\(end)")
        self.headers = try decoder.decodeHeaders(from: &payload)
      case FrameHeader.FrameType.data:
        self.words.append("data\(end)")
        self.data.writeImmutableBuffer(payload)
      case FrameHeader.FrameType.reset, FrameHeader.FrameType.goAway: self.fail(header, payload)
      case FrameHeader.FrameType.windowUpdate:
        self.windowIncrements[header.stream, default: 0] += payload.increment ?? 0
      default: break
      }
      let isError = [FrameHeader.FrameType.reset, FrameHeader.FrameType.goAway].contains(
        header.kind)
      if !isError { self.kinds.append(header.kind) }
    }
  }

  private mutating func fail(_ header: FrameHeader, _ payload: ByteBuffer) {
    let word = { payload.getInteger(at: payload.readerIndex + $0, as: UInt32.self) ?? 0 }
    if header.kind == FrameHeader.FrameType.reset {
      self.words.append("reset \(word(0))")
      self.failures.append(.stream(header.stream, HTTP2ErrorCode(rawValue: word(0))))
    } else {
      self.words.append("go away")
      self.failures.append(.connection(HTTP2ErrorCode(rawValue: word(4)), last: word(0)))
    }
  }

  var status: String? { self.headers.first(name: "grpc-status") }

  var message: String? { self.headers.first(name: "grpc-message") }
}
