import GRPCCore
import InteractionCore
import InteractionIdentity
import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2
import X509

/// Serves `Interact` where its bytes arrive: on the event loop of its connection, without a task.
///
/// Stands in every call before grpc-swift's own handler. It takes the calls of this one method, as
/// long as they are gRPC as it is by default, and lets everything else pass untouched. The machine is
/// the same, and so is the shell around it: only reading, writing and keeping time are done here.
final class InteractHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private enum Phase {
    /// Nothing has come yet.
    ///
    /// Can transition to: ``passing``, ``asking``, ``serving``.
    case waiting
    /// It is grpc-swift's.
    case passing
    /// It has yet to be known who calls.
    ///
    /// Can transition to: ``serving``, ``over``.
    case asking
    /// The stream runs.
    ///
    /// Can transition to: ``over``.
    case serving(LiveStream)
    /// It has ended, or is lost.
    case over
  }

  let engine: Engine
  var context: ChannelHandlerContext?
  private var phase = Phase.waiting
  private var messages = MessageReader()
  /// Whether messages wait until it is known who sends them.
  private var isPaused = false
  private var inputHasEnded = false
  private var isReading = false
  private var hasAnswered = false
  /// Whether something has yet to be flushed.
  private var hasWritten = false
  private var deadlineHasPassed = false
  private var timer: Scheduled<Void>?
  private var deadline: Scheduled<Void>?
  private var grace: Scheduled<Void>?

  init(engine: Engine) {
    self.engine = engine
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.lose()
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.phase {
    case .waiting:
      guard case .headers(let headers) = self.unwrapInboundIn(data), !headers.endStream,
        let call = InteractCall(headers.headers)
      else {
        self.phase = .passing
        return context.fireChannelRead(data)
      }
      self.isReading = true
      self.begin(call, context)
    case .passing:
      context.fireChannelRead(data)
    case .asking, .serving:
      self.isReading = true
      self.receive(self.unwrapInboundIn(data))
    case .over:
      break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.isReading = false
    if case .serving = self.phase { self.answer(context) }
    self.flush(context)
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable {
      // Not at once: this is told while what was written before is on its way, and would be overtaken.
      context.eventLoop.assumeIsolated().execute { self.work() }
    }
    context.fireChannelWritabilityChanged()
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.lose()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if case .passing = self.phase { return context.fireErrorCaught(error) }
    self.lose()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent, case .serving(let stream) = self.phase {
      stream.cancel()
    }
    context.fireUserInboundEventTriggered(event)
  }
}

// MARK: Reading

extension InteractHandler {
  private func begin(_ call: InteractCall, _ context: ChannelHandlerContext) {
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
        handler.engine.countRefusal(error.reason)
        handler.end(with: error, context)
      }
    }
  }

  private func serve(_ caller: Caller, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let handler = NIOLoopBound(self, eventLoop: loop)
    let stream = LiveStream(engine: self.engine, caller: caller) { _ in
      if loop.inEventLoop {
        handler.value.work()
      } else {
        loop.execute { handler.value.work() }
      }
    }
    self.phase = .serving(stream)
    self.work()
  }

  private func receive(_ frame: HTTP2Frame.FramePayload) {
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
    default:
      break
    }
  }

  /// Takes in what has arrived as whole messages.
  private func read() {
    let maximum = self.engine.limits.frameBytes
    while !self.isPaused, case .serving(let stream) = self.phase {
      switch self.messages.next(atMost: maximum) {
      case .message(let bytes):
        switch bytes.withUnsafeReadableBytes(stream.take) {
        case .goesOn: break
        case .isOver: return
        case .refreshes(let token): self.refresh(stream, with: token)
        }
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
    try? self.context?.channel.syncOptions?.setOption(.autoRead, value: !isPaused)
    if !isPaused { self.context?.read() }
  }
}

// MARK: Writing and keeping time

extension InteractHandler {
  /// Does what there is to do.
  private func work() {
    guard case .serving(let stream) = self.phase, let context = self.context else { return }
    let work = stream.takeWork(hasRoom: context.channel.isWritable)
    if let wake = work.wake {
      self.timer?.cancel()
      self.timer = self.schedule(in: .microseconds(wake.microseconds), context) { _ in
        stream.timeHasCome()
      }
    }
    self.write(work.outputs, context)
    if work.endWaits, self.grace == nil {
      // A client that does not read has had its time then.
      let time = TimeAmount.microseconds(self.engine.limits.endGrace.microseconds)
      self.grace = self.schedule(in: time, context) { handler in
        guard let context = handler.context else { return }
        handler.end(
          with: stream.error ?? StreamError(.slowConsumer, "the end of the stream was not read"),
          context)
      }
    }
  }

  private func write(_ outputs: [LiveStream.Output], _ context: ChannelHandlerContext) {
    guard !outputs.isEmpty else { return }
    var frames = ByteBuffer()
    for case .frame(let bytes, _) in outputs {
      frames.writeInteger(0, as: UInt8.self)
      frames.writeInteger(UInt32(bytes.count))
      frames.writeBytes(bytes)
    }
    if frames.readableBytes > 0 {
      self.answer(context)
      self.write(.data(.init(data: .byteBuffer(frames))), context)
    }
    if case .end(let error) = outputs.last { self.end(with: error, context) }
    if !self.isReading { self.flush(context) }
  }

  private func write(_ frame: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
    self.hasWritten = true
    context.write(self.wrapOutboundOut(frame), promise: nil)
  }

  private func flush(_ context: ChannelHandlerContext) {
    if self.hasWritten { context.flush() }
    self.hasWritten = false
  }

  /// Says that the call is served.
  private func answer(_ context: ChannelHandlerContext) {
    guard !self.hasAnswered else { return }
    self.hasAnswered = true
    self.write(.headers(.init(headers: .interactAnswer)), context)
  }

  /// Ends the call, well or with an error.
  private func end(with error: (any Error & RPCErrorConvertible)?, _ context: ChannelHandlerContext)
  {
    let stream = self.leave()
    var ending: (any RPCErrorConvertible)? = error
    if error == nil, self.deadlineHasPassed, !self.engine.isGoingDown {
      ending = RPCError(code: .deadlineExceeded, message: "the call's deadline has passed")
    }
    let trailers = HPACKHeaders(ending: ending, isOnly: !self.hasAnswered)
    self.hasAnswered = true
    self.write(.headers(.init(headers: trailers, endStream: true)), context)
    if !self.isReading { self.flush(context) }
    stream?.close(with: error)
  }

  /// The client is gone: there is nobody to tell.
  private func lose() {
    guard let stream = self.leave() else { return }
    stream.receiveEnd(isClean: false)
    stream.close(with: stream.error)
  }

  /// Serves no more. Returns the stream that it served.
  private func leave() -> LiveStream? {
    for scheduled in [self.timer, self.deadline, self.grace] { scheduled?.cancel() }
    defer {
      if case .passing = self.phase {} else { self.phase = .over }
    }
    guard case .serving(let stream) = self.phase else { return nil }
    return stream
  }

  private func passDeadline() {
    self.deadlineHasPassed = true
    guard case .serving(let stream) = self.phase else {
      if case .asking = self.phase, let context = self.context { self.end(with: nil, context) }
      return
    }
    stream.cancel()
  }

  private func schedule(
    in time: TimeAmount, _ context: ChannelHandlerContext,
    _ act: @escaping (InteractHandler) -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.assumeIsolated().scheduleTask(in: time) { [weak self] in
      if let self { act(self) }
    }
  }
}
