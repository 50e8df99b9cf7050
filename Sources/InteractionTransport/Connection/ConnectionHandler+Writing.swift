package import NIOCore

extension ConnectionHandler {
  /// The size of buffered output, in bytes, at which it is flushed even in the middle of a read.
  private static let flushThreshold = 1 << 16

  /// Flushes pending output before closing.
  package func close(
    context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?
  ) {
    self.flushAll(context)
    context.close(mode: mode, promise: promise)
  }

  private func flushAll(_ context: ChannelHandlerContext) {
    self.writeOutgoing()
    _ = self.flushing.flush()
    context.flush()
  }

  package func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    // Deferred: the channel fires this in the middle of a write.
    context.eventLoop.assumeIsolated().execute { self.wakeBlockedCalls() }
  }

  // MARK: Send capacity

  /// Wakes the calls that wait for the connection, each once, until one needs more capacity than is
  /// left.
  func wakeBlockedCalls() {
    guard !self.state.blockedStreams.isEmpty, let context else { return }
    // Calls that block again are appended, and not woken twice.
    var left = self.state.blockedStreams.count
    while left > 0, self.isWritable, let stream = self.state.nextToWake() {
      let room = self.state.windows.send
      self.calls[stream]?.resumeSending()
      left -= 1
      if self.state.windows.send == room, self.state.waitsForConnection(stream) { break }
    }
    self.flushOutgoing()
    if self.state.readBudget.isExhausted { self.yieldTurn(context) }
  }

  /// Wakes a call that was blocked by its stream's window.
  func wake(_ stream: UInt32) {
    guard self.state.wake(stream) else { return }
    self.calls[stream]?.resumeSending()
    self.flushOutgoing()
  }

  /// Sends the WINDOW_UPDATE of a stream if one is due.
  func sendWindowUpdate(on stream: UInt32) {
    guard let room = self.state.room(on: stream) else { return }
    self.outgoing.writeWindowUpdate(of: stream, by: room)
    self.flushOutgoing()
  }

  /// Sends the WINDOW_UPDATE of the connection if one is due.
  func sendConnectionWindowUpdate() {
    guard let room = self.state.windows.dueWindowUpdate() else { return }
    self.outgoing.writeWindowUpdate(of: 0, by: room)
  }

  // MARK: Sending

  /// Sends as much DATA of a call as the windows allow. Returns the rest, which the caller keeps.
  package func send(_ bytes: ByteBuffer, on stream: UInt32) -> ByteBuffer {
    var unsent = bytes
    while unsent.readableBytes > 0 {
      let length = self.state.admit(unsent.readableBytes, on: stream)
      guard length > 0, let payload = unsent.readSlice(length: length) else { break }
      self.outgoing.writeFrameHeader(FrameHeader.FrameType.data, stream: stream, length: length)
      self.outgoing.writeImmutableBuffer(payload)
    }
    if self.outgoing.readableBytes >= Self.flushThreshold {
      // Flushed now: the channel counts unflushed bytes as backpressure of the client.
      self.writeOutgoing()
      self.flushWritten()
    }
    self.flushOutgoing()
    // An empty slice would retain its storage.
    return unsent.readableBytes > 0 ? unsent : ByteBuffer()
  }

  func writeOutgoing() {
    guard let context, self.outgoing.readableBytes > 0 else { return }
    let bytes = self.outgoing
    self.outgoing = ByteBuffer()
    self.flushing.wrote()
    context.write(self.wrapOutboundOut(bytes), promise: nil)
  }

  /// Flushes pending output; during a read, leaves that to its end.
  func flushOutgoing() {
    guard !self.flushing.isReading else { return }
    self.writeOutgoing()
    self.flushWritten()
  }

  private func flushWritten() {
    if self.flushing.flush() { self.context?.flush() }
  }
}
