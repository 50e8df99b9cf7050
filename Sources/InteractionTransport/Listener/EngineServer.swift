import GRPCCore
import InteractionHTTP
package import InteractionService
import NIOCore

/// An engine's HTTP/2 listener.
package struct EngineServer: Sendable {
  private let transport: EngineTransport
  private let server: GRPCServer<EngineTransport>
  /// The requested address, as `host:port`.
  package var address: String { self.transport.socket.address }

  /// - Parameters:
  ///   - audience: The services of the listener; a listener for operators comes beside another.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all
  ) {
    self.transport = EngineTransport(of: host, on: name, port: port, audience: audience)
    self.server = host.engine.server(on: self.transport, for: audience)
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
