package import GRPCCore
import GRPCNIOTransportHTTP2
package import InteractionService
import NIOCore
import NIOHTTP2
package import X509

/// The engine behind an HTTP/2 listener.
package struct EngineServer: Sendable {
  /// What a connection may ask for, each limit named once.
  package struct Limits: Hashable, Sendable {
    /// Streams that one connection may hold open. Explicit, because the stack's own default of 100
    /// is enforced as an error of the whole connection.
    package var concurrentStreams = 1024
    /// Largest request message of any method, bytes; `Interact` has its own, smaller limit.
    package var messageBytes = 4 << 20
    /// How long a connection may be silent before it is asked whether it is still there.
    package var keepaliveTime = Duration.seconds(60)
    /// How long it may take to answer that.
    package var keepaliveTimeout = Duration.seconds(20)
    /// How often clients may ask the same while they have no call.
    package var clientPingInterval = Duration.seconds(10)

    package init() {}
  }

  private let transport: HTTP2ServerTransport.Posix
  private let server: GRPCServer<HTTP2ServerTransport.Posix>
  private let engine: Engine
  private let security: TransportSecurity
  /// Where it was asked to listen.
  package let address: String
  /// Whether this listener keeps what the engine reads current; one of several does.
  private let isFirst: Bool

  /// The certificate that the other end of a connection has proven to be its own.
  package static func peerCertificate(_ context: ServerContext) -> Certificate? {
    (context.transportSpecific as? HTTP2ServerTransport.Posix.Context)?.peerCertificate
  }

  /// - Parameter audience: Which services the listener has; one for operators comes beside another.
  package init(
    engine: Engine, host: String, port: Int, security: TransportSecurity = .plaintext,
    audience: Engine.Audience = .everybody, limits: Limits = Limits()
  ) {
    self.engine = engine
    self.security = security
    self.address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    self.isFirst = audience != .operators
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
        config.channelDebuggingCallbacks.onAcceptTCPConnection = { channel in
          channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
            try pipeline.addHandler(PingResponder(), position: .before(http2))
          }
        }
      }
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
      group.addTask { try await self.security.run() }
      defer { group.cancelAll() }
      try await self.server.serve()
      if self.isFirst { await self.engine.finishRecordings() }
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
