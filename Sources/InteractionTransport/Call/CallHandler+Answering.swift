import GRPCCore
import InteractionService
import InteractionWire
import NIOCore
import NIOHPACK
import NIOHTTP2

/// How `Interact` is answered from the event loop.
extension CallHandler {
  func write(_ outputs: [LiveStream.Packet], _ context: ChannelHandlerContext) {
    var length = 0
    for case .frame(let bytes, _) in outputs { length += MessagePrefix.byteCount + bytes.count }
    var frames = context.channel.allocator.buffer(capacity: length)
    for case .frame(let bytes, _) in outputs {
      let prefix = MessagePrefix(length: bytes.count).fields
      frames.writeMultipleIntegers(prefix.flag, prefix.length)
      frames.writeBytes(bytes)
    }
    if frames.readableBytes > 0 {
      self.answer(context)
      self.note(.message)
      self.append(frames)
      self.sendUnsent()
    }
    if case .end(let error) = outputs.last { self.end(with: error, context) }
    if !self.flushing.isReading { self.flush(context) }
  }

  private func write(_ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
    self.flushing.wrote()
    self.send(.headers(headers), nil, context)
  }

  // MARK: Beside the HTTP/2 handler

  /// Whether what is sent now leaves now. If not, ``roomCame()`` says when it would.
  var canSend: Bool {
    self.unsent.readableBytes == 0 && self.connection.hasRoom(stream: self.stream)
  }

  /// Puts bytes behind what waits already.
  private func append(_ bytes: ByteBuffer) {
    if self.unsent.readableBytes > 0 {
      self.unsent.writeImmutableBuffer(bytes)
    } else {
      self.unsent = bytes
    }
  }

  /// Sends as much as there is room for.
  private func sendUnsent() {
    guard self.unsent.readableBytes > 0 else { return }
    // Not in place: what is written may end the call.
    let bytes = self.unsent
    self.unsent = ByteBuffer()
    self.unsent = self.connection.send(bytes, on: self.stream)
  }

  func discard() {
    self.unsent = ByteBuffer()
  }

  func roomCame() {
    self.sendUnsent()
    guard self.canSend else { return }
    if let context, let trailers = self.service.sent() {
      self.write(.init(headers: trailers, endStream: true), context)
      self.flush(context)
    }
    self.work()
  }

  func flush(_ context: ChannelHandlerContext) {
    if self.flushing.flush() { context.flush() }
  }

  // MARK: The answer and the end

  /// Says that the call is served.
  func answer(_ context: ChannelHandlerContext) {
    guard !self.state.isAnswered else { return }
    self.write(.init(headers: .interactAnswer), context)
  }

  /// Ends the call, well or with an error.
  func end(with error: StreamError?, _ context: ChannelHandlerContext) {
    let stream = self.service.stream
    self.finish(with: error, context)
    stream?.close(with: error)
  }

  /// Sends the trailers, or keeps them until what comes before them has left.
  func finish(with error: (any Error & RPCErrorConvertible)?, _ context: ChannelHandlerContext) {
    var ending: (any RPCErrorConvertible)? = error
    if error == nil, self.service.deadlineHasPassed, self.engine?.isGoingDown != true {
      ending = RPCError(code: .deadlineExceeded, message: "the call's deadline has passed")
    }
    let trailers = HPACKHeaders(ending: ending, isOnly: !self.state.isAnswered)
    switch self.service.end(with: trailers, areBehind: self.unsent.readableBytes > 0) {
    case .leave:
      self.write(.init(headers: trailers, endStream: true), context)
    case .wait:
      self.state.endWaits()
      self.keepTime(context)
    case .drop: return
    }
    self.setAlarm(context)
    if !self.flushing.isReading { self.flush(context) }
  }
}
