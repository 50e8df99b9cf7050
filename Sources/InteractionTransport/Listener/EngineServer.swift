import GRPCCore
import InteractionHTTP
package import InteractionService
import NIOCore

/// An HTTP/2 listener of an engine.
package struct EngineServer: Sendable {
  private let transport: EngineTransport
  private let server: GRPCServer<EngineTransport>
  /// The address that it was asked to listen on.
  package var address: String { self.transport.socket.address }

  /// - Parameters:
  ///   - audience: Which services the listener has; one for operators comes beside another.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all
  ) {
    self.transport = EngineTransport(of: host, on: name, port: port, audience: audience)
    self.server = host.engine.server(on: self.transport, for: audience)
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
