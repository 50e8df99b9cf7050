import GRPCCore
import InteractionService
import NIOCore
import NIOPosix
import NIOSSL

/// The engine's own transport for grpc-swift: connections that speak HTTP/2 with a
/// ``ConnectionHandler``, which serves `Interact` itself and gives the router all other calls.
final class EngineTransport: ServerTransport {
  typealias Bytes = RPCCall.Message

  private let host: EngineHost
  private let name: String
  private let port: Int
  private let audience: Engine.Audience
  private let connections = OpenConnections()
  private let calls: AsyncStream<RPCTask>
  private let newCalls: AsyncStream<RPCTask>.Continuation
  /// What it listens on, once it does.
  private let listening: EventLoopPromise<any Channel> = EngineHost.loops.any().makePromise()

  init(of host: EngineHost, on name: String, port: Int, audience: Engine.Audience) {
    self.host = host
    self.name = name
    self.port = port
    self.audience = audience
    (self.calls, self.newCalls) = AsyncStream.makeStream()
  }

  deinit {
    // Nothing, unless it has never listened.
    self.listening.fail(CancellationError())
  }

  /// The port that it listens on; waits until it does.
  var listeningPort: Int {
    get async throws {
      try await self.listening.futureResult.get().localAddress?.port ?? 0
    }
  }

  /// Serves until the listener and its connections are closed.
  func listen(streamHandler: @escaping RPCTask.Handler) async throws {
    let listener: any Channel
    do {
      listener = try await self.bind()
    } catch {
      self.listening.fail(error)
      throw error
    }
    self.listening.succeed(listener)
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask {
          try? await listener.closeFuture.get()
          await self.connections.allClosed()
          self.newCalls.finish()
        }
        for await call in self.calls { group.addTask { await call.run(streamHandler) } }
      }
    } onCancel: {
      listener.close(promise: nil)
      self.connections.closeAll()
    }
  }

  func beginGracefulShutdown() {
    self.listening.futureResult.whenSuccess { $0.close(promise: nil) }
    self.connections.quiesce()
  }

  private func bind() async throws -> any Channel {
    let (host, audience) = (self.host, self.audience)
    return try await ServerBootstrap(group: EngineHost.loops)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        AcceptPace.keep(
          on: channel, host.limits.newConnections, count: host.connections(of: audience),
          of: host.engine)
      }
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try self.addHandlers(to: channel) }
      }
      .bind(host: self.name, port: self.port).get()
  }

  /// Puts the handlers into a connection that has been accepted.
  private func addHandlers(to channel: any Channel) throws {
    guard self.connections.add(channel) else { throw ChannelError.ioOnClosedChannel }
    // A connection keeps what it reads into; those that have much to say get more.
    let reading = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 1 << 16)
    try channel.syncOptions?.setOption(.recvAllocator, value: reading)
    let pipeline = channel.pipeline.syncOperations
    if let context = self.host.security.http2 {
      try pipeline.addHandler(NIOSSLServerHandler(context: context))
    }
    let (engine, peer) = (self.host.engine, Optional(channel).peerAddress)
    let connection = ConnectionHandler(
      limits: self.host.limits,
      services: ConnectionServices(
        begin: self.begin, waiting: engine.waitingBytes, network: PeerNetwork(of: peer)),
      turns: .of(channel.eventLoop),
      refused: { engine.endedConnection(because: $0, from: peer) })
    try pipeline.addHandlers([ConnectionLinger(self.host.limits.shortestLife), connection])
  }

  /// Begins a call, or refuses it.
  private func begin(
    _ request: CallRequest, on stream: UInt32, of connection: ConnectionHandler
  ) {
    if let refusal = request.refusal { return connection.end(stream: stream, with: refusal) }
    if request.path == InteractStream.path, self.audience != .operators {
      return InteractStream.begin(request, on: stream, of: connection, self.host.engine)
    }
    guard let call = RPCTask.begin(request, on: stream, of: connection) else {
      return connection.reset(stream: stream, .refusedStream)
    }
    self.newCalls.yield(call)
  }
}
