package import NIOCore
package import NIOPosix

/// A listening TCP socket and its connections.
package final class ListeningSocket: Sendable {
  /// The event loops of all connections.
  package static let loops = MultiThreadedEventLoopGroup.singleton

  private let host: String
  private let requestedPort: Int
  private let connections = OpenConnections()
  /// Succeeds with the listening channel once it is bound.
  private let listener: EventLoopPromise<any Channel> = ListeningSocket.loops.any().makePromise()

  /// - Parameter port: The TCP port; 0 picks a free one.
  package init(host: String, port: Int) {
    self.host = host
    self.requestedPort = port
  }

  deinit {
    // No effect unless the socket was never bound.
    self.listener.fail(CancellationError())
  }

  /// The address passed to the initializer, as `host:port`.
  package var address: String {
    self.host.contains(":")
      ? "[\(self.host)]:\(self.requestedPort)" : "\(self.host):\(self.requestedPort)"
  }

  /// The bound port. Waits until the socket listens; throws if it cannot.
  package var port: Int {
    get async throws { try await self.listener.futureResult.get().localAddress?.port ?? 0 }
  }

  /// Binds the socket and accepts connections. Call at most once.
  ///
  /// - Parameters:
  ///   - prepare: Sets up the listening channel before it is bound.
  ///   - serve: Sets up an accepted connection, on its event loop.
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

  /// Waits until the listening socket and all of its connections are closed.
  package func closed() async {
    guard let listener = try? await self.listener.futureResult.get() else { return }
    try? await listener.closeFuture.get()
    await self.connections.allClosed()
  }

  /// Stops accepting, and asks open connections to close after their current call.
  ///
  /// - Parameter time: The grace period after which open connections are closed; nil for no limit.
  package func beginShutdown(within time: Duration? = nil) {
    self.listener.futureResult.whenSuccess { $0.close(promise: nil) }
    self.connections.quiesce()
    guard let time else { return }
    Self.loops.next().scheduleTask(in: TimeAmount(time)) { self.closeAll() }
  }

  /// Closes the listening socket and all of its connections immediately.
  package func closeAll() {
    self.listener.futureResult.whenSuccess { $0.close(promise: nil) }
    self.connections.closeAll()
  }
}
