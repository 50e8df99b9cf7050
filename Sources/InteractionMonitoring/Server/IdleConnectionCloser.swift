import NIOCore

/// Closes a connection on which neither side has got anything across for a while, also where a
/// client asks and does not read the answer.
final class IdleConnectionCloser: ChannelInboundHandler {
  typealias InboundIn = Any

  /// The handlers for one connection.
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
