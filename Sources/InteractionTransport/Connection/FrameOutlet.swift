import DequeModule
import NIOCore

/// Stands next to the HTTP/2 handler, towards the client, and looks at the frames that it writes.
///
/// A call that the client resets is closed here, and the HTTP/2 handler, which has not seen the
/// client's RST_STREAM, writes one of its own: it goes no further. Nor does a second one for the same
/// stream: the HTTP/2 handler resets a stream with an error, and then the call's handlers end it.
final class FrameOutlet: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let connection: ConnectionGuard
  private var boundary = FrameBoundary()
  /// The streams that were reset last.
  private var reset: Deque<UInt32> = []
  private static let remembered = 32
  /// Whether the HTTP/2 handler has said that the connection ends with an error.
  private(set) var hasFailed = false

  init(connection: ConnectionGuard) {
    self.connection = connection
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    let bytes = self.unwrapOutboundIn(data)
    guard let header = self.boundary.next(bytes) else {
      return context.write(data, promise: promise)
    }
    if header.isReset, !self.mayReset(header.stream) {
      promise?.succeed()
      return
    }
    if header.kind == FrameHeader.Kind.goAway, header.goAwayCode(in: bytes) != 0 {
      self.hasFailed = true
    }
    context.write(data, promise: promise)
  }

  private func mayReset(_ stream: UInt32) -> Bool {
    guard !self.reset.contains(stream) else { return false }
    if self.reset.count == Self.remembered { self.reset.removeFirst() }
    self.reset.append(stream)
    return !self.connection.answersReset(of: stream)
  }
}

/// Where the frames begin that the HTTP/2 handler writes, each in one buffer or in two.
struct FrameBoundary {
  /// What is missing of the newest frame.
  private var missing = 0

  /// The header of a frame that begins with these bytes; nil if they go on with the one before.
  mutating func next(_ bytes: ByteBuffer) -> FrameHeader? {
    if self.missing > 0 {
      self.missing -= bytes.readableBytes
      return nil
    }
    guard let header = FrameHeader(at: bytes.readerIndex, in: bytes) else { return nil }
    self.missing = FrameHeader.length + header.payloadLength - bytes.readableBytes
    return header
  }
}
