import NIOCore
import NIOHTTP2
import NIOTLS

/// A channel handler that waits for the TLS handshake and records the connection's errors.
final class ConnectionWatch: ChannelInboundHandler {
  typealias InboundIn = Any

  /// The newest error.
  private(set) var problem: NetworkProblem?
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
        self.end(NetworkProblem("TLS: the server does not offer HTTP/2"))
        context.close(promise: nil)
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.note(NetworkProblem(error))
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end(NetworkProblem("TLS: the server closed the connection"))
    context.fireChannelInactive()
  }

  func note(_ problem: NetworkProblem) {
    self.problem = problem
    self.end(problem)
  }

  private func end(_ problem: NetworkProblem?) {
    guard let handshake = self.handshake else { return }
    self.handshake = nil
    if let problem { handshake.fail(problem) } else { handshake.succeed() }
  }
}

/// A channel handler behind the HTTP/2 handler that closes a connection after an HTTP/2 connection
/// error; its calls would never end otherwise.
final class ConnectionErrors: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private let watch: ConnectionWatch

  init(_ watch: ConnectionWatch) {
    self.watch = watch
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Stream errors are reported to the call as well.
    if error is NIOHTTP2Errors.StreamError { return }
    self.watch.note(NetworkProblem(error))
    context.close(promise: nil)
  }
}
