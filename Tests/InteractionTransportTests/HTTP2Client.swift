import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

/// A client's side of a connection: sends frames, and reads what the server answers.
///
/// Each call is a ``RecordingCall``.
final class HTTP2Client {
  /// An error as the client reads it (RFC 9113 §5.4).
  enum Failure: Hashable {
    case connection(HTTP2ErrorCode?, last: UInt32)
    case stream(UInt32, HTTP2ErrorCode?)
  }

  let connection: ConnectionHandler
  let channel: EmbeddedChannel

  /// Opens a connection.
  init(_ limits: ConnectionLimits = ConnectionLimits()) throws {
    let now = NIODeadline.now()
    self.connection = ConnectionHandler(
      limits: limits, services: RecordingCall.services, now: { now })
    self.channel = EmbeddedChannel(handler: self.connection)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.send(Frames.opening)
    _ = try self.channel.writtenFrames
  }

  func send(_ frames: ByteBuffer...) throws {
    try self.channel.writeInbound(Frames.joined(frames))
  }

  /// Begins a call.
  func begin(_ stream: UInt32 = 1) throws -> RecordingCall {
    try self.send(Frames.call(stream))
    return try #require(self.call(stream))
  }

  func call(_ stream: UInt32) -> RecordingCall? {
    self.connection.calls[stream] as? RecordingCall
  }

  /// Everything but errors that the server has sent since, by kind.
  private(set) var kinds: [UInt8] = []

  /// The errors that the server has sent since the test last asked.
  func failures() throws -> [Failure] {
    self.kinds = []
    var failures: [Failure] = []
    for frame in try self.channel.writtenFrames {
      let header = try #require(frame.header)
      let code = { (index: Int) in
        frame.getInteger(at: frame.readerIndex + FrameHeader.length + index, as: UInt32.self)
      }
      switch header.kind {
      case FrameHeader.Kind.reset:
        failures.append(.stream(header.stream, code(0).flatMap { HTTP2ErrorCode(rawValue: $0) }))
      case FrameHeader.Kind.goAway:
        let reason = code(4).flatMap { HTTP2ErrorCode(rawValue: $0) }
        failures.append(.connection(reason, last: code(0) ?? 0))
      default: self.kinds.append(header.kind)
      }
    }
    return failures
  }
}
