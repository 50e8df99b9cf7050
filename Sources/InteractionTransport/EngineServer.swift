import GRPCCore
import GRPCNIOTransportHTTP2
package import InteractionService
import NIOCore
import NIOHTTP2

/// An HTTP/2 listener of an engine.
package struct EngineServer: Sendable {
  private let transport: HTTP2ServerTransport.Posix
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  /// Where it was asked to listen.
  package let address: String

  /// - Parameters:
  ///   - audience: Which services the listener has; one for operators comes beside another.
  ///   - path: Which code serves `Interact`.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all,
    path: InteractPath = .fast
  ) {
    let (engine, limits, connections) = (host.engine, host.limits, host.connections)
    let isIPv6 = name.contains(":")
    self.address = isIPv6 ? "[\(name)]:\(port)" : "\(name):\(port)"
    let engineOfInteract = path == .fast && audience != .operators ? engine : nil
    self.transport = HTTP2ServerTransport.Posix(
      address: isIPv6 ? .ipv6(host: name, port: port) : .ipv4(host: name, port: port),
      transportSecurity: host.security.transport,
      config: .defaults { config in
        config.http2.maxConcurrentStreams = limits.concurrentStreams
        config.rpc.maxRequestPayloadSize = limits.messageBytes
        // ``ConnectionClock`` asks silent clients, and says when idle connections are told to go.
        config.connection.keepalive.time = .seconds(365 * 86_400)
        config.connection.keepalive.clientBehavior.allowWithoutCalls = true
        config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls =
          limits.clientPingInterval
        config.connection.maxIdleTime = nil
        // ``ConnectionHandler`` flushes once for each read. To wait for more takes a timer of each
        // connection, and a directive 0.1 ms.
        config.connection.flushCoalescing = nil
        config.channelDebuggingCallbacks.onBindTCPListener = { listener in
          AcceptPace.keep(on: listener, limits.newConnections, count: connections, of: engine)
        }
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { channel in
          Self.addConnectionHandlers(to: channel, of: engine, limits: limits)
        }
        config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { channel in
          Self.addCallHandler(to: channel, limits: limits, interact: engineOfInteract)
        }
      },
      eventLoopGroup: EngineHost.loops
    )
    self.server = GRPCServer(
      transport: self.transport, services: engine.services(for: audience),
      interceptorPipeline: engine.interceptors)
  }

  /// The port that it listens on; waits until it does.
  package var listeningPort: Int {
    get async throws {
      let address = try await self.transport.listeningAddress
      return address.ipv4?.port ?? address.ipv6?.port ?? 0
    }
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
