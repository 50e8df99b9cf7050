import GRPCCore
import InteractionHTTP
package import InteractionService

/// An engine's listener for browsers: WebSockets for `Interact`, other calls as JSON over HTTP/1.1.
package struct WebServer: Sendable {
  private let transport: WebTransport
  private let server: GRPCServer<WebTransport>
  /// The requested address, as `host:port`.
  package var address: String { self.transport.socket.address }

  /// - Parameters:
  ///   - audience: The services of the listener.
  ///   - origins: The allowed origins, besides the listener's own.
  ///   - routes: The pages of the listener.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all,
    origins: WebOrigins = WebOrigins(), routes: [WebRoute] = []
  ) {
    let engine = host.engine
    self.transport = WebTransport(
      of: host, on: name, port: port,
      WebTransport.ListenerContents(
        calls: engine.jsonCalls(for: audience), audience: audience, origins: origins, routes: routes
      ))
    self.server = engine.server(on: self.transport, for: audience)
  }

  /// The bound port. Waits until the listener is bound; throws if that fails.
  package var listeningPort: Int {
    get async throws { try await self.transport.socket.port }
  }

  /// Serves until ``closeConnections()`` or the task's cancellation.
  package func serve() async throws {
    try await self.server.serve()
  }

  /// Shuts down gracefully, once the engine is drained.
  package func closeConnections() {
    self.server.beginGracefulShutdown()
  }
}
