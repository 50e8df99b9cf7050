import NIOCore

/// The graceful end of a connection; see ``HTTP2ConnectionState/GoAway``.
extension ConnectionHandler {
  /// Advances the timeouts by one sweep and carries out the outcome.
  func sweep() {
    let isUnfinished = self.scanner.isUnfinished || self.state.openBlock != nil
    switch self.state.clock.sweep(isIncomplete: isUnfinished) {
    case .close: self.context?.close(promise: nil)
    case .sendGoAway: self.sendGoAway()
    case .sendPing:
      self.outgoing.writeImmutableBuffer(FrameHeader.PingPayload.keepalive.frame)
      self.flushOutgoing()
    case .keepOpen: break
    }
  }

  /// Sends GOAWAY with the largest stream ID, and a PING whose acknowledgement shows that the
  /// client has received it.
  func sendGoAway() {
    guard self.state.beginGoAway() else { return }
    self.outgoing.writeImmutableBuffer(
      FrameHeader.goAway(after: FrameHeader.largestStream, .noError))
    self.outgoing.writeImmutableBuffer(FrameHeader.PingPayload.goAwayProbe.frame)
    self.flushOutgoing()
  }

  /// Sends the final GOAWAY, with the last stream that is served.
  func sendFinalGoAway() {
    self.outgoing.writeImmutableBuffer(FrameHeader.goAway(after: self.state.newestStream, .noError))
    self.closeIfIdle()
  }

  /// Closes the connection after its last call, once all output is flushed.
  func closeIfIdle() {
    guard self.state.isComplete, let context else { return }
    // Deferred: the final frames of the call may not be written yet.
    context.eventLoop.assumeIsolated().execute {
      guard self.state.isComplete else { return }
      self.writeOutgoing()
      context.writeAndFlush(self.wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
        context.close(promise: nil)
      }
    }
  }
}
