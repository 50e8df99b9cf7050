import NIOCore

/// The graceful end of a connection; see ``HTTP2ConnectionState/GoAway``.
extension ConnectionHandler {
  /// Advances the timeouts by one sweep and carries out the outcome.
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

  /// Sends GOAWAY with the largest stream ID, and a PING whose acknowledgement shows that the
  /// client has received it.
  func sayGoodbye() {
    guard self.state.sayGoodbye() else { return }
    self.outgoing.writeImmutableBuffer(
      FrameHeader.goAway(after: FrameHeader.largestStream, .noError))
    self.outgoing.writeImmutableBuffer(FrameHeader.Question.hasHeard.frame)
    self.flushOutgoing()
  }

  /// Sends the final GOAWAY, with the last stream that is served.
  func sayLast() {
    self.outgoing.writeImmutableBuffer(FrameHeader.goAway(after: self.state.newestStream, .noError))
    self.closeIfOver()
  }

  /// Closes the connection after its last call, once all output is flushed.
  func closeIfOver() {
    guard self.state.isOver, let context else { return }
    // Deferred: the final frames of the call may not be written yet.
    context.eventLoop.assumeIsolated().execute {
      guard self.state.isOver else { return }
      self.writeOutgoing()
      context.writeAndFlush(self.wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    }
  }
}
