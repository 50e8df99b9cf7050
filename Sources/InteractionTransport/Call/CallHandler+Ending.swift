import InteractionService
import NIOCore
import NIOHTTP2

/// What a call may still write, and how it ends, as ``CallState`` has it.
extension CallHandler {
  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    self.send(self.unwrapOutboundIn(data), promise, context)
  }

  /// Writes a frame as far as the call's state has it.
  func send(
    _ frame: HTTP2Frame.FramePayload, _ promise: consuming EventLoopPromise<Void>?,
    _ context: ChannelHandlerContext
  ) {
    let data = self.wrapOutboundOut(frame)
    let leaving = self.leaving(frame)
    guard leaving == .drop || self.keepUnread(frame, &promise, context) else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return self.refuse(.enhanceYourCalm, context)
    }
    switch leaving {
    case .drop:
      promise?.fail(ChannelError.ioOnClosedChannel)
    case .pass:
      context.write(data, promise: promise)
    case .passAndReset:
      context.write(data, promise: promise)
      _ = self.close()
      context.write(self.wrapOutboundOut(.rstStream(.noError)), promise: nil)
    case .passThenReset:
      self.stopTime()
      let hasLeft = context.eventLoop.makePromise(of: Void.self)
      hasLeft.futureResult.cascade(to: promise)
      hasLeft.futureResult.assumeIsolated().whenSuccess {
        if self.state.awaited == .endReader { self.refuse(.noError, context) }
      }
      context.write(data, promise: hasLeft)
    }
    self.keepTime(context)
  }

  /// Counts DATA until the client has room for it. Returns whether there is not too much of it.
  private func keepUnread(
    _ frame: HTTP2Frame.FramePayload, _ promise: inout EventLoopPromise<Void>?,
    _ context: ChannelHandlerContext
  ) -> Bool {
    guard case .data(let data) = frame, data.data.readableBytes > 0 else { return true }
    let count = data.data.readableBytes
    let hasLeft = promise ?? context.eventLoop.makePromise()
    promise = hasLeft
    hasLeft.futureResult.assumeIsolated().whenComplete { _ in
      _ = self.connection.state.admit(unread: -count)
      self.waiting?.change(by: -count)
    }
    self.waiting?.change(by: count)
    return self.connection.state.admit(unread: count)
  }

  private func leaving(_ frame: HTTP2Frame.FramePayload) -> CallState.Leaving {
    switch frame {
    case .headers(let headers): self.note(headers.endStream ? .end : .headers).leaving
    case .data(let data): self.note(data.endStream ? .end : .message).leaving
    case .rstStream: self.close() ? .pass : .drop
    default: self.state.isClosed ? .drop : .pass
    }
  }

  /// A part of the response is to be sent.
  private func note(_ part: CallState.Part) -> CallState.Sending {
    let sending = self.state.send(part)
    if sending.isServed { self.connection.state.callServed(self.stream) }
    return sending
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard self.close() else {
      // By the RST_STREAM that was written.
      return context.channel.closeFuture.cascade(to: promise)
    }
    context.close(mode: mode, promise: promise)
  }

  // MARK: Ending

  /// The HTTP/2 handler does not know of it: it would count the client's RST_STREAMs, and end the
  /// connection after 200 in 30 s.
  func receiveReset(_ code: HTTP2ErrorCode) {
    guard let context, self.close() else { return }
    self.hear(code, context)
    // The HTTP/2 handler sends a RST_STREAM for this, which ``ResetLog`` does not let out.
    context.close(promise: nil)
  }

  func fail(_ code: HTTP2ErrorCode) {
    self.connection.callFailed(stream: self.stream)
    if let context { self.refuse(code, context) }
  }

  /// Ends the call for both sides, and nothing else of the connection.
  func refuse(_ code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
    guard self.close() else { return }
    self.hear(code, context)
    context.writeAndFlush(self.wrapOutboundOut(.rstStream(code)), promise: nil)
  }

  /// grpc-swift hears that the call is reset.
  private func hear(_ code: HTTP2ErrorCode, _ context: ChannelHandlerContext) {
    context.fireChannelRead(self.wrapInboundOut(.rstStream(code)))
    context.fireChannelReadComplete()
  }

  /// Nothing may be written any more; false if that is so already.
  func close() -> Bool {
    guard let last = self.state.close() else { return false }
    self.stopTime()
    if last.isWork { self.connection.state.workEnded() }
    _ = self.connection.state.admit(unfinished: -self.messages.unfinished)
    self.waiting?.change(by: -self.messages.unfinished)
    self.connection.callEnded(stream: self.stream)
    return true
  }
}
