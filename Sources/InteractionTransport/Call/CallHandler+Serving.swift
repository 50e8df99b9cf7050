import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionService
import InteractionWire
import NIOCore
import NIOHTTP2
import X509

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
    if let caller = engine.gatekeeper.anonymous { return self.serve(caller, engine, context) }
    let connection = context.channel.parent
    self.wait(context) { () async throws(StreamError) in
      try await engine.gatekeeper.caller(
        authorization: call.authorization, certificate: await connection.peerCertificate(),
        needing: .client)
    } andThen: { handler, found in
      guard case .asking = handler.service, let context = handler.context else { return }
      switch found {
      case .success(let caller):
        handler.serve(caller, engine, context)
      case .failure(let error):
        engine.refused(error, method: "Interact", from: connection.peerAddress)
        handler.end(with: error, context)
      }
    }
  }

  private func serve(_ caller: Caller, _ engine: Engine, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let handler = NIOLoopBound(self, eventLoop: loop)
    let stream = LiveStream(
      engine: engine, caller: caller, peer: context.channel.parent.peerAddress
    ) { _ in
      if loop.inEventLoop {
        handler.value.work()
      } else {
        loop.execute { handler.value.work() }
      }
    }
    self.service.serve(stream)
    self.work()
  }

  func dataCame(_ bytes: ByteBuffer) {
    switch self.service {
    case .serving(let stream, let serving):
      switch self.admit(bytes, for: serving.intake == .flows ? .now : .later) {
      case true?: self.handle(bytes, from: MessagePrefix.byteCount, stream)
      case false?: self.read()
      case nil: break
      }
    case .asking:
      _ = self.admit(bytes, for: .later)
    case .waiting, .passing, .leaving, .over: break
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
    switch reading {
    case .goesOn: return true
    case .isOver: return false
    case .waits(let time): self.holdBack(for: time)
    case .refreshes(let token): self.refresh(stream, with: token)
    }
    return true
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
    while case .serving(let stream, let serving) = self.service, serving.intake == .flows {
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

  /// Reads on only after a while: the session costs too much.
  private func holdBack(for time: TimeSpan) {
    guard let context = self.context else { return }
    self.pause(.isHeld(until: context.eventLoop.now + .microseconds(time.microseconds)))
    self.setAlarm(context)
  }

  private func refuseCompressed(_ stream: LiveStream) {
    guard let context = self.context else { return }
    let message = "the message is compressed, and grpc-encoding says nothing of it"
    self.finish(with: RPCError(code: .internalError, message: message), context)
    stream.receiveEnd(isClean: false)
    stream.close(with: nil)
  }

  private func refresh(_ stream: LiveStream, with token: String) {
    guard let context = self.context else { return }
    self.wait(context) { () async throws(StreamError) in
      await stream.refresh(token)
    } andThen: { _, _ in
      // A stream that has to end for it says so itself.
    }
  }

  /// Does something that takes time, and reads on only then.
  private func wait<Value: Sendable>(
    _ context: ChannelHandlerContext,
    for find: @escaping @Sendable () async throws(StreamError) -> Value,
    andThen go: @escaping @Sendable (CallHandler, Result<Value, StreamError>) -> Void
  ) {
    self.pause(.verifies)
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    Task {
      let found: Result<Value, StreamError>
      do throws(StreamError) {
        found = .success(try await find())
      } catch {
        found = .failure(error)
      }
      loop.execute {
        let handler = bound.value
        go(handler, found)
        handler.resume()
        if handler.service.stream != nil, let context = handler.context {
          handler.answer(context)
          handler.flush(context)
        }
      }
    }
  }

  /// Lets the client's window fill up.
  private func pause(_ intake: CallService<LiveStream>.Intake) {
    self.service.change(to: intake)
    if self.connection.pause(true, stream: self.stream) { return }
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: false)
  }

  /// Reads what has arrived meanwhile, and lets the client send more.
  func resume() {
    self.service.change(to: .flows)
    if !self.connection.pause(false, stream: self.stream) {
      try? self.context?.channel.syncOptions?.setOption(.autoRead, value: true)
      self.context?.read()
    }
    self.read()
  }
}
