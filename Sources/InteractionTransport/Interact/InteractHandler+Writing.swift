import GRPCCore
import InteractionCore
import InteractionService
import NIOCore
import NIOHPACK
import NIOHTTP2

extension InteractHandler {
  /// Does what there is to do.
  func work() {
    guard case .serving(let stream) = self.phase, let context = self.context else { return }
    let work = stream.takeWork(hasRoom: self.data.hasRoom)
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
    var length = 0
    for case .frame(let bytes, _) in outputs { length += MessageReader.prefixLength + bytes.count }
    var frames = context.channel.allocator.buffer(capacity: length)
    for case .frame(let bytes, _) in outputs {
      frames.writeInteger(0, as: UInt8.self)
      frames.writeInteger(UInt32(bytes.count))
      frames.writeBytes(bytes)
    }
    if frames.readableBytes > 0 {
      self.answer(context)
      self.call.noteServed()
      self.data.send(frames)
    }
    if case .end(let error) = outputs.last { self.end(with: error, context) }
    if !self.isReading { self.flush(context) }
  }

  private func write(_ frame: HTTP2Frame.FramePayload, _ context: ChannelHandlerContext) {
    self.hasWritten = true
    context.write(self.wrapOutboundOut(frame), promise: nil)
  }

  /// Room to write has come back.
  func roomCame() {
    if let trailers, let context {
      self.trailers = nil
      self.write(.headers(.init(headers: trailers, endStream: true)), context)
      self.flush(context)
    }
    self.work()
  }

  func flush(_ context: ChannelHandlerContext) {
    if self.hasWritten { context.flush() }
    self.hasWritten = false
  }

  /// Says that the call is served.
  func answer(_ context: ChannelHandlerContext) {
    guard !self.hasAnswered else { return }
    self.hasAnswered = true
    self.write(.headers(.init(headers: .interactAnswer)), context)
  }

  /// Ends the call, well or with an error.
  func end(with error: (any Error & RPCErrorConvertible)?, _ context: ChannelHandlerContext) {
    let stream = self.leave()
    var ending: (any RPCErrorConvertible)? = error
    if error == nil, self.deadlineHasPassed, !self.engine.isGoingDown {
      ending = RPCError(code: .deadlineExceeded, message: "the call's deadline has passed")
    }
    let trailers = HPACKHeaders(ending: ending, isOnly: !self.hasAnswered)
    self.hasAnswered = true
    if self.data.unsent.readableBytes == 0 {
      self.write(.headers(.init(headers: trailers, endStream: true)), context)
    } else {
      self.trailers = trailers
      self.call.endWaits()
    }
    if !self.isReading { self.flush(context) }
    stream?.close(with: error)
  }

  /// The client is gone and cannot be told.
  func lose() {
    guard let stream = self.leave() else { return }
    stream.receiveEnd(isClean: false)
    stream.close(with: stream.error)
  }

  /// Serves no more. Returns the stream that it served.
  private func leave() -> LiveStream? {
    for timer in [self.timer, self.deadline, self.grace, self.hold] { timer?.cancel() }
    defer {
      if case .passing = self.phase {} else { self.phase = .over }
    }
    guard case .serving(let stream) = self.phase else { return nil }
    return stream
  }

  func passDeadline() {
    self.deadlineHasPassed = true
    guard case .serving(let stream) = self.phase else {
      if case .asking = self.phase, let context = self.context { self.end(with: nil, context) }
      return
    }
    stream.cancel()
  }

  func schedule(
    in time: TimeAmount, _ context: ChannelHandlerContext,
    _ act: @escaping (InteractHandler) -> Void
  ) -> CallTimers.Timer {
    // Cancelled at the latest when the call is lost.
    self.call.timers.schedule(in: time, on: context.eventLoop) { act(self) }
  }
}
