import GRPCCore
import InteractionHTTP
package import InteractionService

/// An engine's listener for browsers: WebSockets for `Interact`, and calls as JSON over HTTP/1.1.
package struct WebServer: Sendable {
  private let transport: WebTransport
  private let server: GRPCServer<WebTransport>
  /// The address that it was asked to listen on.
  package var address: String { self.transport.socket.address }

  /// - Parameters:
  ///   - audience: Whose calls may be made.
  ///   - origins: Whose pages may reach it, besides its own.
  ///   - routes: What else it has: pages.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all,
    origins: WebOrigins = WebOrigins(), routes: [WebRoute] = []
  ) {
    let engine = host.engine
    self.transport = WebTransport(
      of: host, on: name, port: port,
      WebTransport.Contents(
        calls: engine.jsonCalls(for: audience), audience: audience, origins: origins, routes: routes
      ))
    self.server = engine.server(on: self.transport, for: audience)
  }

  /// The port that it listens on; waits until it does.
  package var listeningPort: Int {
    get async throws { try await self.transport.socket.port }
  }

  /// Serves until ``closeConnections()``, or until the task is cancelled.
  package func serve() async throws {
    try await self.server.serve()
  }

  /// Closes the connections, once the engine is drained.
  package func closeConnections() {
    self.server.beginGracefulShutdown()
  }
}
