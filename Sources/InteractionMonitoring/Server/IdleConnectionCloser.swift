import NIOCore

/// Closes a connection on which nothing was read or written for a while, also if a client does not
/// read the response.
final class IdleConnectionCloser: ChannelInboundHandler {
  typealias InboundIn = Any

  /// Returns the handlers for a connection.
  static func handlers(after time: Duration) -> [any ChannelHandler] {
    [IdleStateHandler(allTimeout: TimeAmount(time)), IdleConnectionCloser()]
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is IdleStateHandler.IdleStateEvent {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }
}
