import NIOCore

/// The end of a connection without an error; see ``HTTP2ConnectionState/Goodbye``.
extension ConnectionHandler {
  /// Looks whether the client is still there.
  func look() {
    let isUnfinished = self.scanner.isUnfinished || self.state.openBlock != nil
    switch self.state.clock.look(isUnfinished: isUnfinished) {
    case .close: self.context?.close(promise: nil)
    case .sayGoodbye: self.sayGoodbye()
    case .ask:
      self.outgoing.writeImmutableBuffer(FrameHeader.Question.isThere.frame)
      self.flushOutgoing()
    case .stay: break
    }
  }

  /// Tells the client that the connection ends, and asks whether it has heard that.
  func sayGoodbye() {
    guard self.state.sayGoodbye() else { return }
    self.outgoing.writeImmutableBuffer(
      FrameHeader.goAway(after: FrameHeader.largestStream, .noError))
    self.outgoing.writeImmutableBuffer(FrameHeader.Question.hasHeard.frame)
    self.flushOutgoing()
  }

  /// Tells the client which of its calls is the last.
  func sayLast() {
    self.outgoing.writeImmutableBuffer(FrameHeader.goAway(after: self.state.newestStream, .noError))
    self.closeIfOver()
  }

  /// Closes the connection with its last call, when all has left that is to be sent.
  func closeIfOver() {
    guard self.state.isOver, let context else { return }
    // Not at once: what ends the call may not have been written.
    context.eventLoop.assumeIsolated().execute {
      guard self.state.isOver else { return }
      self.writeOutgoing()
      context.writeAndFlush(self.wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    }
  }
}
