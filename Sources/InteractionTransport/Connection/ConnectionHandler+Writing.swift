package import NIOCore

extension ConnectionHandler {
  /// Above that, what is to be written leaves before everything that was read is acted upon.
  private static let mostOutgoing = 1 << 16

  /// What has been written leaves before.
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
    // Not at once: the channel reports this in the middle of a write.
    context.eventLoop.assumeIsolated().execute { self.makeRoom() }
  }

  // MARK: Room

  /// Wakes calls while there is room on the connection, each once, until one wants more room than
  /// there is.
  func makeRoom() {
    guard !self.state.waiting.isEmpty, let context else { return }
    // Those that wait anew come last.
    var left = self.state.waiting.count
    while left > 0, self.isWritable, let stream = self.state.nextToWake() {
      let room = self.state.windows.send
      self.calls[stream]?.roomCame()
      left -= 1
      if self.state.windows.send == room, self.state.waitsForConnection(stream) { break }
    }
    self.flushOutgoing()
    if self.state.turn.isOver { self.awaitTurn(context) }
  }

  /// Wakes a call if its stream's window was what it waited for.
  func wake(_ stream: UInt32) {
    guard self.state.wake(stream) else { return }
    self.calls[stream]?.roomCame()
    self.flushOutgoing()
  }

  /// Lets the client send more on a call, if it is time for that.
  func giveRoom(on stream: UInt32) {
    guard let room = self.state.room(on: stream) else { return }
    self.outgoing.writeWindowUpdate(of: stream, by: room)
    self.flushOutgoing()
  }

  /// Lets the client send more on all calls together, if it is time for that.
  func giveSharedRoom() {
    guard let room = self.state.windows.sharedRoom() else { return }
    self.outgoing.writeWindowUpdate(of: 0, by: room)
  }

  // MARK: What calls send

  /// Sends as much of a call's DATA as there is room for; gives back the rest, which waits.
  package func send(_ bytes: ByteBuffer, on stream: UInt32) -> ByteBuffer {
    var unsent = bytes
    while unsent.readableBytes > 0 {
      let length = self.state.admit(unsent.readableBytes, on: stream)
      guard length > 0, let payload = unsent.readSlice(length: length) else { break }
      self.outgoing.writeFrameHeader(FrameHeader.Kind.data, stream: stream, length: length)
      self.outgoing.writeImmutableBuffer(payload)
    }
    if self.outgoing.readableBytes >= Self.mostOutgoing {
      // At once: the channel counts what is not flushed as what the client does not read.
      self.writeOutgoing()
      self.flushWritten()
    }
    self.flushOutgoing()
    // What is empty would still hold its memory.
    return unsent.readableBytes > 0 ? unsent : ByteBuffer()
  }

  func writeOutgoing() {
    guard let context, self.outgoing.readableBytes > 0 else { return }
    let bytes = self.outgoing
    self.outgoing = ByteBuffer()
    self.flushing.wrote()
    context.write(self.wrapOutboundOut(bytes), promise: nil)
  }

  /// Flushes what is to be written, or leaves that to the end of what is being read.
  func flushOutgoing() {
    guard !self.flushing.isReading else { return }
    self.writeOutgoing()
    self.flushWritten()
  }

  private func flushWritten() {
    if self.flushing.flush() { self.context?.flush() }
  }
}
