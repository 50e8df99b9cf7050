import InteractionHTTP
package import NIOCore

/// An HTTP/1.1 server for metrics and health.
///
/// It has no encryption and no authentication: bind it to a loopback address or to an operators'
/// network.
package struct MonitoringServer: Sendable {
  /// The server's limits.
  package struct Limits: Hashable, Sendable {
    /// The maximum number of connections; one more closes the oldest.
    package var connections = 64
    /// The maximum time without a read or write, also in the middle of a request or response.
    package var idleTime = Duration.seconds(60)
    /// The maximum time for finishing responses during shutdown.
    package var shutdownTime = Duration.seconds(5)

    package init() {}
  }

  /// Returns true if a request with these `Host` headers may be answered on an address.
  package typealias HostRule = @Sendable (_ hosts: [String], _ listener: SocketAddress?) -> Bool

  private let socket: ListeningSocket
  private let service: MonitoringService
  private let limits: Limits

  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: The port to listen on; 0 picks a free one.
  ///   - allowsHost: Called for each request; by default all hosts are allowed.
  ///   - readiness: Called for each request of `/health/ready`; must not block.
  package init(
    metrics: PrometheusMetrics, host: String, port: Int, limits: Limits = Limits(),
    allowsHost: @escaping HostRule = { _, _ in true },
    readiness: @escaping @Sendable () -> Readiness
  ) {
    self.socket = ListeningSocket(host: host, port: port)
    self.service = MonitoringService(
      metrics: metrics, readiness: readiness, allowsHost: allowsHost)
    self.limits = limits
  }

  /// The listening port; waits until it is bound. Throws if binding fails.
  package var listeningPort: Int {
    get async throws { try await self.socket.port }
  }

  /// Serves until ``beginShutdown()`` or until the task is cancelled. Must be called once only.
  ///
  /// - Throws: ``MonitoringError`` if binding fails.
  package func serve() async throws {
    let (service, limits) = (self.service, self.limits)
    let room = ConnectionCap(limit: limits.connections)
    do {
      try await self.socket.bind { channel in
        room.add(channel)
        try channel.pipeline.syncOperations.addHandlers(
          IdleConnectionCloser.handlers(after: limits.idleTime))
        try HTTPPipeline.add(to: channel, service, limits: HTTPLimits())
      }
    } catch {
      throw MonitoringError(cannotListenOn: self.socket.address, cause: error)
    }
    await withTaskCancellationHandler {
      await self.socket.closed()
    } onCancel: {
      self.beginShutdown()
    }
  }

  /// Begins a graceful shutdown: stops accepting connections, closes idle ones, and finishes
  /// responses within ``Limits/shutdownTime``.
  package func beginShutdown() {
    self.socket.beginShutdown(within: self.limits.shutdownTime)
  }
}
