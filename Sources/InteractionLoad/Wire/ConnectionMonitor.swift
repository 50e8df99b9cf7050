import NIOCore
import NIOHTTP2
import NIOTLS

/// A channel handler that waits for the TLS handshake and records the connection's errors.
final class ConnectionMonitor: ChannelInboundHandler {
  typealias InboundIn = Any

  /// The newest error.
  private(set) var problem: NetworkError?
  /// The promise of the handshake; nil without TLS, or when it has ended.
  private var handshake: EventLoopPromise<Void>?

  init(_ handshake: EventLoopPromise<Void>?) {
    self.handshake = handshake
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted(let negotiated) = event {
      if negotiated == "h2" {
        self.end(nil)
      } else {
        self.end(NetworkError("TLS: the server does not offer HTTP/2"))
        context.close(promise: nil)
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.note(NetworkError(error))
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end(NetworkError("TLS: the server closed the connection"))
    context.fireChannelInactive()
  }

  func note(_ problem: NetworkError) {
    self.problem = problem
    self.end(problem)
  }

  private func end(_ problem: NetworkError?) {
    guard let handshake = self.handshake else { return }
    self.handshake = nil
    if let problem { handshake.fail(problem) } else { handshake.succeed() }
  }
}

/// A channel handler behind the HTTP/2 handler that closes a connection after an HTTP/2 connection
/// error; its calls would never end otherwise.
final class ConnectionErrorHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private let watch: ConnectionMonitor

  init(_ watch: ConnectionMonitor) {
    self.watch = watch
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Stream errors are reported to the call as well.
    if error is NIOHTTP2Errors.StreamError { return }
    self.watch.note(NetworkError(error))
    context.close(promise: nil)
  }
}
