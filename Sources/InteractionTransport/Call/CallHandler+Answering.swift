import GRPCCore
import InteractionCore
import InteractionService
import InteractionWire
import NIOCore
import NIOHPACK
import NIOHTTP2

/// How `Interact` is answered from the event loop.
extension CallHandler {
  /// Does what there is to do.
  func work() {
    guard case .serving(let stream, _) = self.service, let context = self.context else { return }
    let work = stream.work(hasRoom: self.canSend)
    if let wake = work.wake {
      self.timers.wake?.cancel()
      self.timers.wake = self.schedule(in: .microseconds(wake.microseconds), context) { _ in
        stream.timerRang()
      }
    }
    self.write(work.packets, context)
    if work.endWaits, self.timers.grace == nil {
      // A client that does not read has had its time then.
      let time = TimeAmount.microseconds(stream.engine.limits.endGrace.microseconds)
      self.timers.grace = self.schedule(in: time, context) { handler in
        guard let context = handler.context else { return }
        handler.end(
          with: stream.error ?? StreamError(.slowConsumer, "the end of the stream was not read"),
          context)
      }
    }
  }

  private func write(_ outputs: [LiveStream.Packet], _ context: ChannelHandlerContext) {
    guard !outputs.isEmpty else { return }
    var length = 0
    for case .frame(let bytes, _) in outputs { length += MessagePrefix.byteCount + bytes.count }
    var frames = context.channel.allocator.buffer(capacity: length)
    for case .frame(let bytes, _) in outputs {
      frames.writeInteger(0, as: UInt8.self)
      frames.writeInteger(UInt32(bytes.count))
      frames.writeBytes(bytes)
    }
    if frames.readableBytes > 0 {
      self.answer(context)
      self.note(.message)
      self.append(frames)
      self.sendUnsent()
    }
    if case .end(let error) = outputs.last { self.end(with: error, context) }
    if !self.isReading { self.flush(context) }
  }

  private func write(_ headers: HTTP2Frame.FramePayload.Headers, _ context: ChannelHandlerContext) {
    self.hasWritten = true
    self.send(.headers(headers), nil, context)
  }

  // MARK: Beside the HTTP/2 handler

  /// Whether what is sent now leaves now. If not, ``roomCame()`` says when it would.
  private var canSend: Bool {
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

  func roomCame() {
    self.sendUnsent()
    guard self.canSend else { return }
    if case .leaving(let trailers) = self.service, let context {
      self.service = .over
      self.write(.init(headers: trailers, endStream: true), context)
      self.flush(context)
    }
    self.work()
  }

  func flush(_ context: ChannelHandlerContext) {
    if self.hasWritten { context.flush() }
    self.hasWritten = false
  }

  // MARK: The answer and the end

  /// Says that the call is served.
  func answer(_ context: ChannelHandlerContext) {
    guard !self.state.isAnswered else { return }
    self.write(.init(headers: .interactAnswer), context)
  }

  /// Ends the call, well or with an error.
  func end(with error: (any Error & RPCErrorConvertible)?, _ context: ChannelHandlerContext) {
    let stream = self.leave()
    var ending: (any RPCErrorConvertible)? = error
    if error == nil, self.timers.deadlineHasPassed, self.engine?.isGoingDown != true {
      ending = RPCError(code: .deadlineExceeded, message: "the call's deadline has passed")
    }
    let trailers = HPACKHeaders(ending: ending, isOnly: !self.state.isAnswered)
    if self.unsent.readableBytes == 0 {
      self.write(.init(headers: trailers, endStream: true), context)
    } else {
      self.service = .leaving(trailers)
      self.state.endWaits()
      self.keepTime(context)
    }
    if !self.isReading { self.flush(context) }
    stream?.close(with: error)
  }

  /// The client is gone and cannot be told.
  func lose() {
    self.unsent = ByteBuffer()
    guard let stream = self.leave() else { return }
    stream.receiveEnd(isClean: false)
    stream.close(with: stream.error)
  }

  /// Serves no more. Returns the stream that was served.
  private func leave() -> LiveStream? {
    self.timers.cancel()
    defer {
      if case .passing = self.service {} else { self.service = .over }
    }
    guard case .serving(let stream, _) = self.service else { return nil }
    return stream
  }

  func passDeadline() {
    self.timers.deadline = .hasPassed
    switch self.service {
    case .serving(let stream, _): stream.cancel()
    case .asking: if let context { self.end(with: nil, context) }
    case .waiting, .passing, .leaving, .over: break
    }
  }

  func schedule(
    in time: TimeAmount, _ context: ChannelHandlerContext,
    _ act: @escaping (CallHandler) -> Void
  ) -> CallTimers.Timer {
    // Cancelled at the latest when the call is lost.
    self.connection.callTimers.schedule(in: time, on: context.eventLoop) { act(self) }
  }
}
