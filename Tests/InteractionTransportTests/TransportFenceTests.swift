import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("An error of one stream is not one of the connection, and grpc-swift hears of nothing else")
struct TransportFenceTests {
  private let connection = ConnectionHandler()
  private let channel = EmbeddedChannel()
  private let errors = Errors()

  /// As the engine's connections are, but nothing is read through the connection's handler, which
  /// would keep the stream's errors away.
  init() throws {
    let pipeline = self.channel.pipeline.syncOperations
    let http2 = NIOHTTP2Handler(
      mode: .server, eventLoop: self.channel.embeddedEventLoop,
      connectionConfiguration: .init(), streamConfiguration: .init(), streamDelegate: nil
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        try stream.pipeline.syncOperations.addHandler(Answers())
      }
    }
    let handlers: [any ChannelHandler] = [
      Outlet(self.connection), http2, TransportFence(connection: self.connection), self.errors,
    ]
    try pipeline.addHandlers(handlers)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.send(Frames.preface, Frames.frame(type: 4, payload: []))
  }

  private func send(_ frames: ByteBuffer...) throws {
    var bytes = ByteBuffer()
    for frame in frames { bytes.writeImmutableBuffer(frame) }
    try self.channel.writeInbound(bytes)
  }

  /// The kinds of frames that have left.
  private var written: [UInt8] {
    get throws {
      var kinds: [UInt8] = []
      while let bytes = try self.channel.readOutbound(as: ByteBuffer.self) {
        kinds.append(try #require(FrameHeader(at: bytes.readerIndex, in: bytes)).kind)
      }
      return kinds
    }
  }

  @Test("a frame for a stream that was closed in the same read is an error of nothing else")
  func closedStream() throws {
    try self.send(Frames.call(1))
    _ = try self.written
    try self.send(
      Frames.frame(type: 0, flags: 1, stream: 1, payload: [7]),
      Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 8]))
    #expect(self.errors.count == 0)
    try self.send(Frames.call(3, flags: 5))
    let written = try self.written
    #expect(written == [FrameHeader.Kind.headers])
  }

  @Test("DATA after the end of a request resets its stream, and nothing else")
  func dataAfterEnd() throws {
    try self.send(Frames.call(1, flags: 5))
    try self.send(Frames.call(3))
    _ = try self.written
    try self.send(Frames.frame(type: 0, stream: 1, payload: [7]))
    let written = try self.written
    #expect(written == [FrameHeader.Kind.reset])
    #expect(self.errors.count == 0)
  }

  @Test("an error of the connection is told to the handlers behind, with a GOAWAY")
  func errorOfConnection() throws {
    _ = try self.written
    try self.send(Frames.frame(type: 0, stream: 7, payload: [7]))
    let written = try self.written
    #expect(written == [FrameHeader.Kind.goAway])
    #expect(self.errors.count == 1)
  }

  @Test("behind the fence grpc-swift's handler reads nothing, and is not told to say goodbye")
  func heard() throws {
    try self.send(Frames.settings, Frames.windowUpdate(of: 0, by: 7), Frames.call(1, flags: 5))
    try self.send(Frames.frame(type: 6, flags: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8]))
    #expect(self.errors.reads == [])
    self.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    self.channel.pipeline.fireUserInboundEventTriggered("something else")
    #expect(self.errors.events == 1)
  }

  @Test("the RST_STREAM with which the HTTP/2 handler follows the client's does not leave")
  func answeredReset() throws {
    let connection = ConnectionHandler()
    let channel = EmbeddedChannel(handler: connection)
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(Frames.call(1))
    connection.relayedCallBegan(StubCall(), stream: 1)
    let reset = Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 8])
    try channel.writeInbound(reset)
    while try channel.readOutbound(as: ByteBuffer.self) != nil {}
    // What only looks like one, in the DATA of another stream, leaves.
    var data = ByteBuffer()
    data.writeFrameHeader(FrameHeader.Kind.data, stream: 3, length: reset.readableBytes)
    for part in [data, reset, reset, reset] { try channel.writeOutbound(part) }
    var left: [ByteBuffer] = []
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { left.append(bytes) }
    #expect(left == [data, reset])
  }

  @Test("a stream is reset once")
  func secondReset() throws {
    let channel = EmbeddedChannel(handler: ConnectionHandler())
    let resets = ([1, 3] as [UInt32]).map {
      Frames.frame(type: 3, stream: $0, payload: [0, 0, 0, 8])
    }
    try channel.writeInbound(Frames.opening)
    _ = try channel.writtenFrames
    for reset in resets + resets { try channel.writeOutbound(reset) }
    var left: [ByteBuffer] = []
    while let bytes = try channel.readOutbound(as: ByteBuffer.self) { left.append(bytes) }
    #expect(left == resets)
  }
}

/// Passes what is written through a connection's handler.
private final class Outlet: ChannelOutboundHandler {
  typealias OutboundIn = ByteBuffer

  private let connection: ConnectionHandler

  init(_ connection: ConnectionHandler) {
    self.connection = connection
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    self.connection.write(context: context, data: data, promise: promise)
  }
}

/// Answers a request that has ended.
private final class Answers: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.unwrapInboundIn(data) {
    case .headers(let headers) where headers.endStream: break
    case .data(let data) where data.endStream: break
    default: return
    }
    let answer = HTTP2Frame.FramePayload.headers(.init(headers: [":status": "200"]))
    context.writeAndFlush(self.wrapOutboundOut(answer), promise: nil)
  }
}

/// Stands where grpc-swift's handler does: counts the errors that would close the connection, and
/// notes what it hears.
private final class Errors: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private(set) var count = 0
  private(set) var reads: [String] = []
  private(set) var events = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.reads.append("frame")
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.reads.append("complete")
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    self.events += 1
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.count += 1
  }
}
