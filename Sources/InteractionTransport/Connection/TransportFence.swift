import NIOCore
import NIOHTTP2

/// Stands between the HTTP/2 handler and grpc-swift's for the connection. It keeps an error of one
/// stream from ending the connection, and grpc-swift from setting timers.
///
/// That handler reports every error to the connection, and grpc-swift closes the connection for
/// those that are not marked as a stream's: a frame written to a stream that has just been closed,
/// DATA after the end of a request. For an error of the connection the HTTP/2 handler has sent a
/// GOAWAY before.
///
/// At the end of each read grpc-swift sets a timer anew, for which the event loop looks through
/// those of all connections. It hears only of the frames that it acts upon.
final class TransportFence: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let connection: ConnectionHandler
  private var hasPassed = false

  init(connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.unwrapInboundIn(data).payload {
    case .ping, .goAway:
      self.hasPassed = true
      context.fireChannelRead(data)
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    guard self.hasPassed else { return }
    self.hasPassed = false
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is any NIOHTTP2Error, self.connection.state.phase != .failed else {
      return context.fireErrorCaught(error)
    }
  }
}
