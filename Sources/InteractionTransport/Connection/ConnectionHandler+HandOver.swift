import NIOCore

/// What of a connection is handed to NIO's HTTP/2 handler, and so to grpc-swift.
extension ConnectionHandler {
  /// Passes on a frame, or a part of one. With the first, those come that it is for.
  ///
  /// A connection that is closed may still be read from, to its end: no call begins on it.
  func pass(_ bytes: ByteBuffer) {
    guard let context, context.channel.isActive else { return }
    self.hasPassed = true
    if !self.state.isHandedOver {
      // What they say of the server's settings is known already.
      let introduction = self.state.handOver()
      do {
        try self.services.handOver(context.channel)
      } catch {
        return context.close(promise: nil)
      }
      context.fireChannelRead(self.wrapInboundOut(introduction))
    }
    context.fireChannelRead(self.wrapInboundOut(bytes))
  }

  /// Tells them what they have to know of a frame.
  func pass(_ write: (inout ByteBuffer) -> Void) {
    var bytes = ByteBuffer()
    write(&bytes)
    self.pass(bytes)
  }

  /// Passes on headers, written anew: they may refer to some that the HTTP/2 handler has not seen.
  func pass(_ headers: HeaderBlock) {
    self.pass {
      $0.writeHeaders(
        self.turns.headerWriter.block(headers.headers.withoutSenselessTimeout), of: headers.stream,
        endsStream: headers.endsRequest)
    }
  }
}
