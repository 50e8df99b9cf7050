import InteractionCore
import InteractionService
import InteractionStream
import InteractionWire
import NIOCore
import NIOHPACK
import NIOWebSocket

/// Serves a stream over a WebSocket, on the event loop of its connection.
final class WebSocketHandler: ChannelInboundHandler, StreamShell {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = ByteBuffer

  /// The write buffer watermarks, in bytes, above which a session stops sending and below which it
  /// resumes.
  private static let waterMark = 32 << 10 ..< 64 << 10

  private let engine: Engine
  private let form: WebSocketHandshake.Encoding
  private let authorization: [String]
  private let trace: TraceID?
  private let routingKey: String?
  private let closeTimeout: TimeAmount
  private var state: WebSocketState
  var service = CallPhase<LiveStream>.authenticating(.none)
  var timer: CallTimers.Timer?
  private var context: ChannelHandlerContext?
  let loop: any EventLoop
  let timers: CallTimers
  /// The maximum length of a frame, in bytes.
  var longestFrame: Int { self.engine.longestMessage }
  /// Messages that are not read yet.
  private var messages: CircularBuffer<ByteBuffer> = []
  /// The client's close frame, which follows all of its messages; nil until it arrives.
  private var clientClose: (code: WebSocketErrorCode, isClean: Bool)?
  private var flushing = FlushCoalescing()

  init(
    _ handshake: WebSocketHandshake, of engine: Engine, limits: ConnectionLimits,
    loop: any EventLoop
  ) {
    self.engine = engine
    self.form = handshake.form
    self.authorization = handshake.authorization
    self.trace = handshake.trace
    self.routingKey = handshake.routingKey
    self.closeTimeout = TimeAmount(limits.endTimeout)
    self.loop = loop
    self.timers = FairScheduler.of(loop).callTimers
    self.state = WebSocketState(
      handshake.form, longest: engine.longestMessage, controls: limits.pings, at: loop.now)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    try? context.channel.syncOptions?.setOption(
      .writeBufferWaterMark,
      value: .init(low: Self.waterMark.lowerBound, high: Self.waterMark.upperBound))
    self.authenticate(
      authorization: self.authorization, routingKey: self.routingKey, in: self.trace,
      on: context.channel, self.engine)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.clientDisconnected()
    self.context = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.clientDisconnected()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength:
      self.fail(StreamError(frameOver: self.engine.longestMessage))
    case is NIOWebSocketError:
      self.close(.protocolError, "control frame is fragmented or longer than 125 bytes", context)
    default:
      self.clientDisconnected()
      context.close(promise: nil)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, let stream = self.service.stream {
      self.handle(stream.cancel(for: self), of: stream)
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { self.work() }
    context.fireChannelWritabilityChanged()
  }

  // MARK: Reading

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.flushing.readBegan()
    switch self.state.receive(self.unwrapInboundIn(data), at: context.eventLoop.now) {
    case .none: break
    case .receive(let message):
      self.messages.append(message)
      self.read()
    case .pong(let payload):
      // No pongs while the client does not read.
      guard self.canSend else { break }
      var frame = ByteBuffer()
      frame.write(frame: payload.readableBytesView, .pong)
      self.write(frame)
    case .closeReceived(let code, let isClean):
      self.clientClose = (code, isClean)
      self.read()
    case .fail(let code, let reason): self.close(code, reason, context)
    case .tooLong(let length):
      self.fail(StreamError(frameOf: length, atMost: self.engine.longestMessage))
    case .close: context.close(promise: nil)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.flushing.readEnded()
    self.flush()
    context.fireChannelReadComplete()
  }

  func read() {
    while case .open(let stream, let serving) = self.service, serving.intake == .reading {
      guard let message = self.messages.popFirst() else {
        guard let clientClose else { return }
        self.handle(stream.receiveEnd(isClean: clientClose.isClean, for: self), of: stream)
        return
      }
      guard self.handle(self.decode(message, stream), of: stream) else { return }
    }
  }

  private func decode(_ message: ByteBuffer, _ stream: LiveStream) -> LiveStream.InputResult {
    switch self.form {
    case .proto: return message.withUnsafeReadableBytes { stream.decode($0, for: self) }
    case .json:
      do throws(StreamError) {
        let frame = try JSONFrame.request(Array(message.readableBytesView))
        // Charged with the length of the JSON that was parsed.
        return frame.withUnsafeBytes {
          stream.decode($0, length: message.readableBytes, for: self)
        }
      } catch {
        return stream.fail(error, for: self)
      }
    }
  }

  func pauseReading(_ isPaused: Bool) {
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    if !isPaused { self.context?.read() }
  }

  // MARK: Writing

  private var canSend: Bool { self.context?.channel.isWritable ?? false }

  var sendCapacity: SendCapacity? { self.canSend ? .unlimited : nil }

  /// A Boolean value that indicates whether the close frame can be sent; the watermarks apply to it
  /// as to any other frame.
  var canEnd: Bool { self.canSend }

  // Send capacity is unlimited or nil.
  func waitForCapacity() {}

  func write(_ packets: [LiveStream.Packet]) {
    var frames = ByteBuffer()
    for case .frame(let bytes, _) in packets {
      switch self.form {
      case .proto: frames.write(frame: bytes, .binary)
      case .json: frames.write(frame: JSONFrame.response(bytes), .text)
      }
    }
    if frames.readableBytes > 0 { self.write(frames) }
    if case .end(let error) = packets.last { self.end(with: error) }
  }

  private func write(_ frames: ByteBuffer) {
    self.context?.write(self.wrapOutboundOut(frames), promise: nil)
    self.flushing.wrote()
    if !self.flushing.isReading { self.flush() }
  }

  func asyncWorkEnded() {
    self.flush()
  }

  func discard() {
    self.messages.removeAll()
  }

  private func flush() {
    if self.flushing.flush() { self.context?.flush() }
  }

  // MARK: The end

  func end(with error: StreamError?) {
    let stream = self.service.stream
    guard self.service.end(with: [:], areBehind: false) == .send else { return }
    self.sendClose(
      clientClose == nil || error != nil
        ? WebSocketCloseFrames.frames(ending: error) : self.closeEcho)
    stream?.close(with: error)
  }

  private var closeEcho: ByteBuffer {
    var frame = ByteBuffer()
    frame.write(closing: self.clientClose?.code ?? .normalClosure, "")
    return frame
  }

  /// Ends the stream with an error.
  private func fail(_ error: StreamError) {
    if let stream = self.service.stream {
      self.handle(stream.fail(error, for: self), of: stream)
    } else {
      self.end(with: error)
    }
  }

  /// Closes the connection after a violation of RFC 6455; the session may be resumed.
  private func close(
    _ code: WebSocketErrorCode, _ reason: String, _ context: ChannelHandlerContext
  ) {
    self.engine.endedConnection(because: reason, from: Optional(context.channel).peerAddress)
    self.clientDisconnected()
    var frame = ByteBuffer()
    frame.write(closing: code, reason)
    self.sendClose(frame)
  }

  /// Writes the final frames and waits a limited time for the client's close frame.
  private func sendClose(_ frames: ByteBuffer) {
    guard let context else { return }
    let isAnswer = self.clientClose != nil
    self.state.closeSent()
    self.cancelTimer()
    self.discard()
    // The connection closes at the client's close frame or at the timeout.
    self.pauseReading(false)
    context.writeAndFlush(self.wrapOutboundOut(frames)).assumeIsolated().whenComplete { _ in
      if isAnswer { context.close(promise: nil) }
    }
    let timer = self.timers.schedule(in: self.closeTimeout, on: context.eventLoop) {
      context.close(promise: nil)
    }
    context.channel.closeFuture.assumeIsolated().whenComplete { _ in timer.cancel() }
  }
}

extension StreamError {
  /// Creates the error of a frame whose header exceeds the maximum length.
  fileprivate init(frameOver maximum: Int) {
    self.init(
      .frameTooLarge, "the frame has more than \(maximum) bytes, the maximum",
      metadata: ["max_frame_bytes": "\(maximum)"])
  }
}
