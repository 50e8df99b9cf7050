import GRPCCore
import GRPCInProcessTransport
package import InteractionService
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix

/// A listener for browsers: WebSockets for `Interact`, and calls as JSON over HTTP/1.1.
package final class WebServer: Sendable {
  private let host: EngineHost
  private let audience: Engine.Audience
  private let origins: WebOrigins
  private let routes: [WebRoute]
  private let name: String
  private let port: Int
  private let quiescing: ServerQuiescingHelper
  private let listening: EventLoopPromise<Int>
  /// Where it was asked to listen.
  package var address: String {
    self.name.contains(":") ? "[\(self.name)]:\(self.port)" : "\(self.name):\(self.port)"
  }

  /// - Parameters:
  ///   - audience: Whose calls may be made.
  ///   - origins: Whose pages may reach it, besides its own.
  ///   - routes: What else it has: pages.
  package init(
    of host: EngineHost, on name: String, port: Int, audience: Engine.Audience = .all,
    origins: WebOrigins = WebOrigins(), routes: [WebRoute] = []
  ) {
    self.host = host
    self.audience = audience
    self.origins = origins
    self.routes = routes
    self.name = name
    self.port = port
    self.quiescing = ServerQuiescingHelper(group: EngineHost.loops)
    self.listening = EngineHost.loops.any().makePromise()
  }

  /// The port that it listens on; waits until it does.
  package var listeningPort: Int {
    get async throws { try await self.listening.futureResult.get() }
  }

  /// Serves until ``closeConnections()``, or until the task is cancelled.
  package func serve() async throws {
    let calls = InProcessTransport()
    let engine = self.host.engine
    let server = GRPCServer(
      transport: calls.server, services: engine.services(for: self.audience),
      interceptorPipeline: engine.interceptors)
    let client = GRPCClient(transport: calls.client)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      group.addTask { try await client.runConnections() }
      defer { group.cancelAll() }
      try await self.listen(client)
      client.beginGracefulShutdown()
      server.beginGracefulShutdown()
    }
  }

  /// Closes the connections, once the engine is drained.
  package func closeConnections() {
    self.quiescing.initiateShutdown(promise: nil)
  }

  private func listen(_ client: GRPCClient<InProcessTransport.Client>) async throws {
    let listener: any Channel
    do {
      listener = try await self.bind(client)
    } catch {
      self.listening.fail(error)
      throw error
    }
    self.listening.succeed(listener.localAddress?.port ?? 0)
    try await withTaskCancellationHandler {
      try await listener.closeFuture.get()
    } onCancel: {
      self.closeConnections()
    }
  }

  private func bind(_ client: GRPCClient<InProcessTransport.Client>) async throws -> any Channel {
    let (host, engine, limits) = (self.host, self.host.engine, self.host.limits)
    let table = engine.jsonCalls(for: self.audience)
    let (origins, routes, quiescing) = (self.origins, self.routes, self.quiescing)
    return try await ServerBootstrap(group: EngineHost.loops)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { listener in
        listener.eventLoop.makeCompletedFuture {
          try listener.pipeline.syncOperations.addHandler(
            quiescing.makeServerChannelHandler(channel: listener))
        }.flatMap {
          AcceptPace.keep(on: listener, limits.newConnections, count: host.connections, of: engine)
        }
      }
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: WebConnection.turn)
      )
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        var origins = origins
        if let address = channel.localAddress, let ip = address.ipAddress, let port = address.port {
          let hosts = host.isLoopback(ip) ? [ip, "localhost"] : [ip]
          origins.add(hosts: hosts, port: port, isEncrypted: host.security.web != nil)
        }
        let service = WebService(
          origins: origins, calls: WebCalls(table: table, client: client), routes: routes)
        return WebPipeline.add(to: channel, service, of: host)
      }
      .bind(host: self.name, port: self.port).get()
  }
}

extension EngineHost {
  fileprivate func isLoopback(_ ip: String) -> Bool { ip.hasPrefix("127.") || ip == "::1" }
}
