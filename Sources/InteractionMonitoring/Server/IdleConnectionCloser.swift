import NIOCore

/// Closes a connection on which neither side has got anything across for a while.
///
/// The time limit of the framework's own does not do: it waits for ever on a client that asks and
/// does not read the answer.
final class IdleConnectionCloser: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = Any

  /// The handlers for one connection.
  static func handlers(after time: Duration) -> [any RemovableChannelHandler] {
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
