import NIOCore
import NIOHTTP2

/// Stands behind the HTTP/2 handler, and keeps an error of one stream from ending the connection.
///
/// That handler reports every error to the connection, and grpc-swift closes the connection for
/// those that are not marked as a stream's: a frame written to a stream that has just been closed,
/// DATA after the end of a request. For an error of the connection the HTTP/2 handler has sent a
/// GOAWAY before.
final class StreamErrorFence: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame

  private let connection: ConnectionHandler

  init(connection: ConnectionHandler) {
    self.connection = connection
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is any NIOHTTP2Error, self.connection.state.phase != .failed else {
      return context.fireErrorCaught(error)
    }
  }
}
