import InteractionChaos
import InteractionClient
import NIOCore
import NIOPosix

/// The web listener of an engine: each call has its own WebSocket connection, as in browsers.
final class WebSocketSessionConnection: SessionConnection {
  private let target: LoadEndpoint
  let loop: any EventLoop

  init(to target: LoadEndpoint, on loop: any EventLoop) {
    self.target = target
    self.loop = loop
  }

  /// Checks that a server listens.
  ///
  /// - Throws: ``NetworkError``.
  static func check(_ target: LoadEndpoint, on loop: any EventLoop) async throws {
    do {
      let bootstrap = ClientBootstrap(group: loop)
      try await bootstrap.connect(host: target.host, port: target.port).flatMap { $0.close() }.get()
    } catch {
      throw NetworkError(error)
    }
  }

  /// Always nil: each connection belongs to one call.
  var problem: NetworkError? { nil }

  func makeCall(for session: LoadSession, token: String?) -> EventLoopFuture<Void> {
    let (loop, target) = (self.loop, self.target)
    let call = NIOLoopBound(WebSocketCall(session), eventLoop: loop)
    let path = WebSocketCarrier.path("/v1/interact", key: session.key)
    return loop.makeFutureWithTask {
      try await WebSocketConnection.open(
        target.host, target.port, path: path, protocols: WebSocketCarrier.protocols(token), on: loop
      ) { call.value.receive($0) }
    }.map { call.value.begin(on: $0) }
  }

  func close() {}
}
