import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionService
import NIOCore
import NIOHTTP2
import X509

extension InteractHandler: DirectReceiver {
  func begin(_ call: InteractCall, _ context: ChannelHandlerContext) {
    self.readsDirectly = !call.isCounted
    self.deadline = call.timeout.map { timeout in
      self.schedule(in: timeout, context) { $0.passDeadline() }
    }
    if let caller = self.engine.gatekeeper.anybody { return self.serve(caller, context) }
    self.phase = .asking
    let (engine, connection) = (self.engine, context.channel.parent)
    self.wait(context) { () async throws(StreamError) in
      try await engine.gatekeeper.caller(
        authorization: call.authorization, certificate: await connection.peerCertificate(),
        needing: .client)
    } andThen: { handler, found in
      guard case .asking = handler.phase, let context = handler.context else { return }
      switch found {
      case .success(let caller):
        handler.serve(caller, context)
      case .failure(let error):
        handler.engine.refused(error, method: "Interact", from: connection.peerAddress)
        handler.end(with: error, context)
      }
    }
  }

  private func serve(_ caller: Caller, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let handler = NIOLoopBound(self, eventLoop: loop)
    let stream = LiveStream(
      engine: self.engine, caller: caller, peer: context.channel.parent.peerAddress
    ) { _ in
      if loop.inEventLoop {
        handler.value.work()
      } else {
        loop.execute { handler.value.work() }
      }
    }
    self.phase = .serving(stream)
    self.work()
  }

  /// DATA that came beside the HTTP/2 handler.
  func receive(_ bytes: ByteBuffer) {
    switch self.phase {
    case .serving(let stream):
      guard self.call.notes(bytes) else { return }
      // Mostly it is one message, and is taken in where it lies.
      if !self.isPaused, self.messages.isEmpty,
        MessageReader.isOne(bytes, atMost: self.engine.longestMessage)
      {
        self.take(bytes, from: MessageReader.prefixLength, stream)
      } else {
        self.messages.append(bytes.slice())
        self.read()
      }
    case .asking:
      guard self.call.notes(bytes) else { return }
      self.messages.append(bytes.slice())
    case .waiting, .passing, .over:
      break
    }
  }

  /// Takes in a message that begins at `start`.
  @discardableResult
  private func take(_ bytes: ByteBuffer, from start: Int = 0, _ stream: LiveStream) -> Bool {
    let reading = bytes.withUnsafeReadableBytes {
      stream.take(UnsafeRawBufferPointer(rebasing: $0.dropFirst(start)))
    }
    switch reading {
    case .goesOn: return true
    case .isOver: return false
    case .waits(let time): self.holdBack(for: time)
    case .refreshes(let token): self.refresh(stream, with: token)
    }
    return true
  }

  func receive(_ frame: HTTP2Frame.FramePayload) {
    switch frame {
    case .data(let data):
      guard case .byteBuffer(let bytes) = data.data else { return }
      self.messages.append(bytes)
      self.inputHasEnded = data.endStream
      self.read()
    case .headers(let headers):
      self.inputHasEnded = headers.endStream
      self.read()
    case .rstStream:
      self.lose()
      self.data.end()
    default:
      break
    }
  }

  /// Takes in what has arrived as whole messages.
  func read() {
    let maximum = self.engine.longestMessage
    while !self.isPaused, case .serving(let stream) = self.phase {
      switch self.messages.next(atMost: maximum) {
      case .message(let bytes):
        guard self.take(bytes, stream) else { return }
      case .tooLong(let count):
        return stream.fail(StreamError(frameOf: count, atMost: maximum))
      case .compressed:
        return self.refuseCompressed(stream)
      case .incomplete:
        if self.inputHasEnded { stream.receiveEnd() }
        return
      }
    }
  }

  /// Reads on only after a while: the session costs too much.
  private func holdBack(for time: TimeSpan) {
    guard let context = self.context else { return }
    self.pause(true)
    self.hold = self.schedule(in: .microseconds(time.microseconds), context) { handler in
      handler.pause(false)
      handler.read()
    }
  }

  private func refuseCompressed(_ stream: LiveStream) {
    guard let context = self.context else { return }
    self.phase = .over
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
    andThen go: @escaping @Sendable (InteractHandler, Result<Value, StreamError>) -> Void
  ) {
    self.pause(true)
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
        handler.pause(false)
        handler.read()
        if case .serving = handler.phase, let context = handler.context {
          handler.answer(context)
          handler.flush(context)
        }
      }
    }
  }

  /// Lets the client's window fill up, or no longer.
  private func pause(_ isPaused: Bool) {
    self.isPaused = isPaused
    if self.data.receivesDirectly {
      self.data.isPaused = isPaused
      return
    }
    if isPaused { self.data.isStarting = false }
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    if !isPaused { self.context?.read() }
  }
}
