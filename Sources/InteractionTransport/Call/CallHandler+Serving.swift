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

  func begin(_ call: InteractCall, _ engine: Engine, _ context: ChannelHandlerContext) {
    self.connection.state.claim(self.stream, isCounted: call.isCounted)
    if let timeout = call.timeout {
      self.timers.deadline = .runs(self.schedule(in: timeout, context) { $0.passDeadline() })
    }
    if let caller = engine.gatekeeper.anybody { return self.serve(caller, engine, context) }
    self.service = .asking
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
    self.service = .serving(stream, .flows)
    self.work()
  }

  func dataCame(_ bytes: ByteBuffer) {
    switch self.service {
    case .serving(let stream, let intake):
      guard let isReadable = self.admit(bytes) else { return }
      if isReadable, intake == .flows {
        self.handle(bytes, from: MessagePrefix.byteCount, stream)
      } else {
        self.messages.keep(bytes.slice())
        self.read()
      }
    case .asking:
      if self.admit(bytes) != nil { self.messages.keep(bytes.slice()) }
    case .waiting, .passing, .leaving, .over: break
    }
  }

  /// Counts DATA as ``count(_:)``, and resets the call where that is nil.
  private func admit(_ bytes: ByteBuffer) -> Bool? {
    guard !self.state.isClosed else { return nil }
    let isReadable = self.count(bytes)
    if isReadable == nil, let context { self.refuse(.enhanceYourCalm, context) }
    return isReadable
  }

  /// A message has come that begins at `start`. Returns whether there may be more.
  @discardableResult
  private func handle(_ bytes: ByteBuffer, from start: Int = 0, _ stream: LiveStream) -> Bool {
    let reading = bytes.withUnsafeReadableBytes {
      stream.receive(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)))
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
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data else { return }
      self.messages.keep(bytes)
      self.read()
    case .headers:
      self.read()
    case .rstStream:
      self.lose()
    default:
      break
    }
  }

  /// Takes in what has arrived as whole messages.
  func read() {
    while case .serving(let stream, .flows) = self.service {
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
    self.pause(.isPaused)
    self.timers.hold = self.schedule(in: .microseconds(time.microseconds), context) { handler in
      handler.pause(.flows)
      handler.read()
    }
  }

  private func refuseCompressed(_ stream: LiveStream) {
    guard let context = self.context else { return }
    self.service = .over
    stream.receiveEnd(isClean: false)
    stream.close(with: nil)
    let message = "the message is compressed, and grpc-encoding says nothing of it"
    self.end(with: RPCError(code: .internalError, message: message), context)
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
    self.pause(.isPaused)
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
        handler.pause(.flows)
        handler.read()
        if case .serving = handler.service, let context = handler.context {
          handler.answer(context)
          handler.flush(context)
        }
      }
    }
  }

  /// Lets the client's window fill up, or no longer.
  private func pause(_ intake: Intake) {
    if case .serving(let stream, _) = self.service { self.service = .serving(stream, intake) }
    if self.connection.pause(intake == .isPaused, stream: self.stream) { return }
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: intake == .flows)
    if intake == .flows { self.context?.read() }
  }
}
