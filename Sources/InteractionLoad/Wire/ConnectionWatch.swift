import NIOCore
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
    let problem = NetworkProblem(error)
    self.problem = problem
    self.end(problem)
    context.fireErrorCaught(error)
  }

  func channelInactive(context: ChannelHandlerContext) {
    self.end(NetworkProblem("TLS: the server closed the connection"))
    context.fireChannelInactive()
  }

  private func end(_ problem: NetworkProblem?) {
    guard let handshake = self.handshake else { return }
    self.handshake = nil
    if let problem { handshake.fail(problem) } else { handshake.succeed() }
  }
}
