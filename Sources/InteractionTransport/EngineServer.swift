import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCore
package import InteractionService
import NIOCore
import NIOHTTP2
import NIOPosix

/// The engine behind an HTTP/2 listener.
package struct EngineServer: Sendable {
  /// Where connections live.
  private static let loops = MultiThreadedEventLoopGroup.singleton

  private let transport: HTTP2ServerTransport.Posix
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let engine: Engine
  private let connections: ConnectionCount
  private let security: TransportSecurity
  /// Where it was asked to listen.
  package let address: String
  /// Whether this listener keeps what the engine reads current; one of several does.
  private let isFirst: Bool

  /// - Parameters:
  ///   - audience: Which services the listener has; one for operators comes beside another.
  ///   - connections: The count that several listeners share.
  ///   - path: Who serves `Interact`.
  package init(
    engine: Engine, host: String, port: Int, security: TransportSecurity = .plaintext,
    audience: Engine.Audience = .everybody, limits: ConnectionLimits = ConnectionLimits(),
    connections: ConnectionCount? = nil, path: InteractPath = .fast
  ) {
    let connections = connections ?? ConnectionCount(limits: limits)
    self.engine = engine
    self.connections = connections
    self.security = security
    self.address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    self.isFirst = audience != .operators
    let engineOfInteract = path == .fast && audience != .operators ? engine : nil
    self.transport = HTTP2ServerTransport.Posix(
      address: host.contains(":") ? .ipv6(host: host, port: port) : .ipv4(host: host, port: port),
      transportSecurity: security.transport,
      config: .defaults { config in
        config.http2.maxConcurrentStreams = limits.concurrentStreams
        config.rpc.maxRequestPayloadSize = limits.messageBytes
        config.connection.keepalive.time = limits.keepaliveTime
        config.connection.keepalive.timeout = limits.keepaliveTimeout
        config.connection.keepalive.clientBehavior.allowWithoutCalls = true
        config.connection.keepalive.clientBehavior.minPingIntervalWithoutCalls =
          limits.clientPingInterval
        // Goodbye to idle connections is said by the guard.
        config.connection.maxIdleTime = nil
        config.channelDebuggingCallbacks.onBindTCPListener = { listener in
          AcceptPace.keep(on: listener, limits.newConnections, count: connections, of: engine)
        }
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { channel in
          Self.guardConnection(
            channel, of: engine, limits: limits, hasDirectData: engineOfInteract != nil)
        }
        config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { channel in
          Self.guardCall(channel, limits: limits, interact: engineOfInteract)
        }
      },
      eventLoopGroup: Self.loops
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

  /// Serves until ``beginShutdown()``, or until the task is cancelled.
  package func serve() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        if self.isFirst { await self.engine.run() }
      }
      group.addTask {
        if self.isFirst { await self.security.run() }
      }
      let clocks = self.isFirst ? self.startClocks() : []
      defer {
        group.cancelAll()
        for clock in clocks { clock.cancel() }
      }
      try await self.server.serve()
      if self.isFirst { await self.engine.finishRecordings() }
    }
  }

  /// Lets a clock ring on every event loop: it is late when the loop is.
  private func startClocks() -> [RepeatedTask] {
    let interval = TimeAmount.microseconds(Engine.clockInterval.microseconds)
    return Self.loops.makeIterator().enumerated().map { index, loop in
      loop.scheduleRepeatedTask(initialDelay: .zero, delay: interval) { [engine, connections] _ in
        engine.clockRang(index + 1)
        engine.note(connections: connections.current)
      }
    }
  }

  /// Begins to end it cleanly: health says so, and sessions are sent elsewhere.
  package func beginShutdown() {
    self.engine.drain()
  }

  /// Closes the connections, once the engine is drained.
  package func endShutdown() {
    self.server.beginGracefulShutdown()
  }
}
