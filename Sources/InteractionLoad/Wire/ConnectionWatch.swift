import NIOCore
import NIOHTTP2
import NIOTLS

/// Hears when a connection can be used, and what went wrong with it.
final class ConnectionWatch: ChannelInboundHandler {
  typealias InboundIn = Any

  /// The last thing that went wrong.
  private(set) var problem: NetworkProblem?
  /// Waits for the handshake; nil if there is none, or it is over.
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

/// Stands behind the HTTP/2 handler, and closes a connection that this one has given up: its calls
/// would wait for ever.
final class ConnectionErrors: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame

  private let watch: ConnectionWatch

  init(_ watch: ConnectionWatch) {
    self.watch = watch
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Those of one call are told to it, too.
    if error is NIOHTTP2Errors.StreamError { return }
    self.watch.note(NetworkProblem(error))
    context.close(promise: nil)
  }
}
