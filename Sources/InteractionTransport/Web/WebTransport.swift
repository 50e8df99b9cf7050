import GRPCCore
import InteractionService
import NIOCore
import NIOExtras
import NIOHTTP1
import NIOPosix

/// Calls that come over HTTP/1.1, and WebSockets beside them, as a transport of grpc-swift: roles,
/// limits and errors of a call are the same as over HTTP/2.
final class WebTransport: ServerTransport {
  typealias Bytes = [UInt8]
  /// Serves one call.
  typealias Handler = @Sendable (RPCStream<Inbound, Outbound>, ServerContext) async -> Void

  /// What a listener has.
  struct Contents: Sendable {
    let calls: [String: JSONCall]
    let audience: Engine.Audience
    /// Whose pages may reach it, besides its own.
    let origins: WebOrigins
    /// What else it has: pages.
    let routes: [WebRoute]
  }

  private let host: EngineHost
  private let contents: Contents
  private let name: String
  private let port: Int
  private let quiescing = ServerQuiescingHelper(group: EngineHost.loops)
  private let listening: EventLoopPromise<Int> = EngineHost.loops.any().makePromise()
  /// Kept once the listener and all of its connections are closed.
  private let allClosed: EventLoopPromise<Void> = EngineHost.loops.any().makePromise()

  init(of host: EngineHost, on name: String, port: Int, _ contents: Contents) {
    self.host = host
    self.contents = contents
    self.name = name
    self.port = port
  }

  deinit {
    // Nothing, unless it has never listened, or shut down.
    self.listening.fail(CancellationError())
    self.allClosed.fail(CancellationError())
  }

  /// The port that it listens on; waits until it does.
  var listeningPort: Int {
    get async throws { try await self.listening.futureResult.get() }
  }

  /// Serves until the listener and its connections are closed.
  func listen(streamHandler: @escaping Handler) async throws {
    let listener: any Channel
    do {
      listener = try await self.bind(streamHandler)
    } catch {
      self.listening.fail(error)
      throw error
    }
    self.listening.succeed(listener.localAddress?.port ?? 0)
    try await withTaskCancellationHandler {
      try await listener.closeFuture.get()
      self.beginGracefulShutdown()
      try await self.allClosed.futureResult.get()
    } onCancel: {
      self.beginGracefulShutdown()
    }
  }

  func beginGracefulShutdown() {
    self.quiescing.initiateShutdown(promise: self.allClosed)
  }

  private func bind(_ handler: @escaping Handler) async throws -> any Channel {
    let (host, contents, quiescing) = (self.host, self.contents, self.quiescing)
    return try await ServerBootstrap(group: EngineHost.loops)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { listener in
        listener.eventLoop.makeCompletedFuture {
          try listener.pipeline.syncOperations.addHandler(
            quiescing.makeServerChannelHandler(channel: listener))
        }.flatMap {
          AcceptPace.keep(
            on: listener, host.limits.newConnections,
            count: host.connections(of: contents.audience), of: host.engine)
        }
      }
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: WebConnection.turn)
      )
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        let origins = contents.origins.with(
          channel.localAddress, isEncrypted: host.security.web != nil)
        let calls = WebCalls(
          table: contents.calls, handler: handler, peer: Optional(channel).peerAddress)
        return WebPipeline.add(
          to: channel, WebService(origins: origins, calls: calls, routes: contents.routes), of: host
        )
      }
      .bind(host: self.name, port: self.port).get()
  }
}
