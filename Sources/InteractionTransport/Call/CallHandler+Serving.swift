import GRPCCore
import InteractionService
import InteractionWire
import NIOCore
import NIOHTTP2

/// How `Interact` is read where its bytes arrive.
extension CallHandler {
  /// The call of `Interact` that begins with a frame; nil if it is grpc-swift's.
  static func interaction(_ frame: HTTP2Frame.FramePayload) -> InteractCall? {
    guard case .headers(let headers) = frame, !headers.endStream else { return nil }
    return InteractCall(headers.headers)
  }

  func begin(_ call: InteractCall, _ context: ChannelHandlerContext) {
    // Without an engine, every call is grpc-swift's.
    guard let engine = self.engine else { return }
    self.connection.state.claim(self.stream, isCounted: call.isCounted)
    self.setAlarm(context)
    self.identify(
      authorization: call.authorization, in: call.trace, on: context.channel.parent, engine,
      context)
  }

  func dataCame(_ bytes: ByteBuffer) {
    guard self.service.reads else { return }
    switch self.admit(bytes, for: self.service.flows ? .now : .later) {
    case true?:
      if let stream = self.service.stream {
        self.handle(bytes, from: MessagePrefix.byteCount, stream)
      }
    case false?: self.read()
    case nil: break
    }
  }

  /// Counts DATA as ``count(_:for:)``, and resets the call where that is nil.
  private func admit(_ bytes: ByteBuffer, for use: MessageReader.Use) -> Bool? {
    guard !self.state.isClosed else { return nil }
    let isReadable = self.count(bytes, for: use)
    if isReadable == nil, let context { self.refuse(.enhanceYourCalm, context) }
    return isReadable
  }

  /// A message has come that begins at `start`. Returns whether there may be more.
  @discardableResult
  private func handle(_ bytes: ByteBuffer, from start: Int = 0, _ stream: LiveStream) -> Bool {
    let reading = bytes.withUnsafeReadableBytes {
      stream.decode(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)))
    }
    return self.handle(reading, of: stream)
  }

  /// A frame has come through the HTTP/2 handler.
  func receive(_ frame: HTTP2Frame.FramePayload) {
    switch frame {
    case .data, .headers:
      self.read()
    case .rstStream:
      self.lose()
    default:
      break
    }
  }

  /// Takes in what has arrived as whole messages.
  func read() {
    while self.service.flows, let stream = self.service.stream {
      switch self.messages.next(atMost: stream.engine.longestMessage) {
      case .message(let bytes):
        guard self.handle(bytes, stream) else { return }
      case .tooLong(let count):
        return stream.fail(StreamError(frameOf: count, atMost: stream.engine.longestMessage))
      case .compressed:
        return self.refuseCompressed(stream)
      case .incomplete:
        if self.state.hasRequest { stream.receiveEnd() }
        return
      }
    }
  }

  private func refuseCompressed(_ stream: LiveStream) {
    guard let context = self.context else { return }
    let message = "the message is compressed, and grpc-encoding says nothing of it"
    self.finish(with: RPCError(code: .internalError, message: message), context)
    stream.receiveEnd(isClean: false)
    stream.close(with: nil)
  }

  func pauseReading(_ isPaused: Bool) {
    if self.connection.pause(isPaused, stream: self.stream) { return }
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    if !isPaused { self.context?.read() }
  }

  func waitEnded(_ context: ChannelHandlerContext) {
    self.answer(context)
    self.flush(context)
  }
}
