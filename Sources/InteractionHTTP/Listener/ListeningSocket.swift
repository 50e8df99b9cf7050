package import NIOCore
package import NIOPosix

/// A TCP port that is listened on, and its connections.
package final class ListeningSocket: Sendable {
  /// The event loops of all connections.
  package static let loops = MultiThreadedEventLoopGroup.singleton

  private let host: String
  private let requestedPort: Int
  private let connections = OpenConnections()
  /// The listening channel, once it is bound.
  private let listener: EventLoopPromise<any Channel> = ListeningSocket.loops.any().makePromise()

  /// - Parameter port: 0 picks a free one.
  package init(host: String, port: Int) {
    self.host = host
    self.requestedPort = port
  }

  deinit {
    // Nothing, unless it was never bound.
    self.listener.fail(CancellationError())
  }

  /// The address that it was asked to listen on.
  package var address: String {
    self.host.contains(":")
      ? "[\(self.host)]:\(self.requestedPort)" : "\(self.host):\(self.requestedPort)"
  }

  /// The port that it listens on; waits until it does. Throws if it cannot listen.
  package var port: Int {
    get async throws { try await self.listener.futureResult.get().localAddress?.port ?? 0 }
  }

  /// Begins to listen; once at most.
  ///
  /// - Parameters:
  ///   - prepare: Sets up the listening channel before it is bound.
  ///   - serve: Sets up a connection, on its event loop.
  package func bind(
    prepare: @escaping @Sendable (any Channel) -> EventLoopFuture<Void> = {
      $0.eventLoop.makeSucceededVoidFuture()
    },
    serve: @escaping @Sendable (any Channel) throws -> Void
  ) async throws {
    do {
      let listener = try await ServerBootstrap(group: Self.loops)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer(prepare)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { [connections] channel in
          channel.eventLoop.makeCompletedFuture {
            guard connections.add(channel) else { throw ChannelError.ioOnClosedChannel }
            try serve(channel)
          }
        }
        .bind(host: self.host, port: self.requestedPort).get()
      self.listener.succeed(listener)
    } catch {
      self.listener.fail(error)
      throw error
    }
  }

  /// Waits until it is closed, and all of its connections are.
  package func closed() async {
    guard let listener = try? await self.listener.futureResult.get() else { return }
    try? await listener.closeFuture.get()
    await self.connections.allClosed()
  }

  /// Accepts no connection any more, and tells those that are open to end after their last call.
  ///
  /// - Parameter time: Those that are open after it are closed; nil for as long as they take.
  package func beginShutdown(within time: Duration? = nil) {
    self.listener.futureResult.whenSuccess { $0.close(promise: nil) }
    self.connections.quiesce()
    guard let time else { return }
    Self.loops.next().scheduleTask(in: TimeAmount(time)) { self.closeAll() }
  }

  /// Closes it and its connections at once.
  package func closeAll() {
    self.listener.futureResult.whenSuccess { $0.close(promise: nil) }
    self.connections.closeAll()
  }
}
