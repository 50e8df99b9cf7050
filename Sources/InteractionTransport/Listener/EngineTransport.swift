import GRPCCore
import GRPCNIOTransportHTTP2
import NIOCore

/// grpc-swift's transport with the engine's own listener. It also closes the connections that
/// grpc-swift does not know: those that have had calls of `Interact` alone.
final class EngineTransport: ServerTransport {
  typealias Bytes = HTTP2ServerTransport.Custom<EngineListener>.Bytes

  private let listener: EngineListener
  private let calls: HTTP2ServerTransport.Custom<EngineListener>

  init(_ listener: EngineListener) {
    self.listener = listener
    self.calls = HTTP2ServerTransport.Custom(
      listenerFactory: listener, config: listener.configuration)
  }

  deinit {
    // Nothing, unless it has never listened.
    self.listener.listening.fail(CancellationError())
  }

  /// The port that it listens on; waits until it does.
  var listeningPort: Int {
    get async throws {
      try await self.listener.listening.futureResult.get().localAddress?.port ?? 0
    }
  }

  func configure(context: GRPCServerContext) {
    self.calls.configure(context: context)
  }

  func listen(
    streamHandler: @escaping @Sendable (RPCStream<Inbound, Outbound>, ServerContext) async -> Void
  ) async throws {
    let (connections, certificates) = (self.listener.connections, self.listener.certificates)
    try await withTaskCancellationHandler {
      do {
        try await self.calls.listen { stream, context in
          var context = context
          context.transportSpecific = PeerContext(certificate: certificates[context])
          await streamHandler(stream, context)
        }
      } catch {
        connections.closeAll()
        throw error
      }
      // One that was handed over too late has a call that no one serves.
      connections.closeHandedOver()
      await connections.allClosed()
    } onCancel: {
      connections.closeAll()
    }
  }

  func beginGracefulShutdown() {
    self.listener.listening.futureResult.whenSuccess { $0.close(promise: nil) }
    self.listener.connections.quiesce()
  }
}
