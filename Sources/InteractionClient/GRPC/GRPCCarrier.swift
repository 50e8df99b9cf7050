package import GRPCCore
import InteractionWire

/// Carries sessions over the streams of gRPC connections.
@available(InteractionEngine 1.0, *)
package struct GRPCCarrier<Transport: ClientTransport>: SessionCarrier {
  package let clock: SessionClock
  private let connections: ConnectionPool<Transport>
  private let ended: AsyncStream<Void>
  private let end: AsyncStream<Void>.Continuation

  /// - Parameter endpoints: Makes the transport to each engine.
  package init(_ endpoints: [@Sendable () throws -> Transport]) {
    self.init(
      ConnectionPool(endpoints: endpoints, replaces: true), SessionClock(of: endpoints.first))
  }

  /// - Parameter transport: The transport to one engine; grpc-swift reconnects it.
  package init(_ transport: Transport) {
    self.init(
      ConnectionPool(endpoints: [{ transport }], replaces: false), SessionClock(of: { transport }))
  }

  private init(_ connections: ConnectionPool<Transport>, _ clock: SessionClock) {
    self.connections = connections
    self.clock = clock
    (self.ended, self.end) = AsyncStream.makeStream()
  }

  package var engineCount: Int { self.connections.count }

  package func carry(_ stream: EngineStream) async throws {
    let lease = try self.connections.lease(stream.engine)
    do {
      let metadata = try await Self.metadata(of: stream)
      guard let open = stream.open() else { return }
      let stub = Interaction_V1_InteractionService.Client(wrapping: lease.client)
      // Fails without a connection, so that the session tries another engine.
      var options = CallOptions.defaults
      options.waitForReady = false
      switch stream.wire {
      case .stream:
        try await stub.interact(metadata: metadata, options: options) { writer in
          try await writer.write(open)
          try await stream.writeFrames { try await writer.write($0) }
        } onResponse: { response in
          for try await message in response.messages { stream.receive(message) }
        }
      case .calls:
        try await Self.makeCalls(open.open, of: stream, stub, metadata, options)
      }
    } catch {
      let failure = (error as? RPCError).map(InteractionError.init)
      // No engine has answered, or the session has left, such as by a pause, during which the
      // system closes sockets: the next call needs another connection.
      if Task.isCancelled || failure?.reason.isEmpty ?? (error is CancellationError) {
        self.connections.drop(lease)
      }
      throw failure ?? error
    }
  }

  private static func metadata(of stream: EngineStream) async throws -> Metadata {
    var metadata = Metadata()
    if let token = try await stream.accessToken() {
      metadata.addString("Bearer \(token)", forKey: "authorization")
    }
    metadata.addString(stream.sessionID, forKey: "x-session-id")
    metadata.addString(stream.routingKey, forKey: RoutingKey.header)
    return metadata
  }

  package func run() async {
    await withTaskCancellationHandler {
      for await _ in self.ended {}
      if Task.isCancelled { self.connections.cancel() }
      await self.connections.wait()
    } onCancel: {
      self.connections.cancel()
      self.end.finish()
    }
  }

  package func shutDown() {
    self.connections.shutDown()
    self.end.finish()
  }
}
