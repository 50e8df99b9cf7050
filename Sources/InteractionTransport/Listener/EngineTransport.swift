import GRPCCore
import InteractionHTTP
import InteractionService
import NIOCore
import NIOSSL

/// The engine's own server transport for grpc-swift: HTTP/2 connections with a
/// ``ConnectionHandler``, which serves `Interact` itself and passes other calls to the router.
final class EngineTransport: ServerTransport {
  typealias Bytes = RPCCall.Message

  private let host: EngineHost
  private let audience: Engine.Audience
  let socket: ListeningSocket
  private let calls: AsyncStream<RPCTask>
  private let newCalls: AsyncStream<RPCTask>.Continuation

  init(of host: EngineHost, on name: String, port: Int, audience: Engine.Audience) {
    self.host = host
    self.audience = audience
    self.socket = ListeningSocket(host: name, port: port)
    (self.calls, self.newCalls) = AsyncStream.makeStream()
  }

  /// Serves until the listener and its connections are closed.
  func listen(streamHandler: @escaping RPCTask.Handler) async throws {
    let (host, audience) = (self.host, self.audience)
    try await self.socket.bind {
      AcceptPacingHandler.install(
        on: $0, host.limits.newConnections, count: host.connections(of: audience), of: host.engine)
    } serve: {
      try self.addHandlers(to: $0)
    }
    await withTaskCancellationHandler {
      await withDiscardingTaskGroup { group in
        group.addTask {
          await self.socket.closed()
          self.newCalls.finish()
        }
        for await call in self.calls { group.addTask { await call.run(streamHandler) } }
      }
    } onCancel: {
      self.socket.closeAll()
    }
  }

  func beginGracefulShutdown() {
    self.socket.beginShutdown()
  }

  /// Sets up the pipeline of an accepted connection.
  private func addHandlers(to channel: any Channel) throws {
    // A connection retains its read buffer, which grows only for those that send much.
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
      scheduler: .of(channel.eventLoop),
      refused: { engine.endedConnection(because: $0, from: peer) })
    try pipeline.addHandlers([MinimumLifetimeHandler(self.host.limits.minimumLifetime), connection])
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
