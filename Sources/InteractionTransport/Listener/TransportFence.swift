import NIOCore
import NIOHTTP2

/// Stands between the HTTP/2 handler and grpc-swift's for the connection, which has nothing left to
/// do: ``ConnectionHandler`` answers PINGs, keeps time, and ends the connection.
///
/// grpc-swift's handler would close the connection for every error that is not marked as a
/// stream's: a frame written to a stream that was closed just now, DATA after the end of a request.
/// It hears only of an error of the connection, for which the HTTP/2 handler has sent a GOAWAY. Nor
/// does it hear that the connection is to end, since it knows nothing of `Interact`. And at the end
/// of each read it would set a timer anew, for which the event loop looks through all its timers.
final class TransportFence: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let connection: ConnectionHandler

  init(connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) {}

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent { return }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is any NIOHTTP2Error, self.connection.state.phase != .failed else {
      return context.fireErrorCaught(error)
    }
  }
}
