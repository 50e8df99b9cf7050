import InteractionHTTP
package import NIOCore

/// Metrics and health behind an HTTP/1.1 listener.
///
/// It has no encryption and does not identify callers: it belongs on a loopback address or on a
/// network of the operators' own.
package struct MonitoringServer: Sendable {
  /// What a client may ask for, each limit named once.
  package struct Limits: Hashable, Sendable {
    /// Connections at a time; one more ends the oldest.
    package var connections = 64
    /// How long a connection may stand still, also in the middle of a request or of an answer.
    package var idleTime = Duration.seconds(60)
    /// How long answers that are on their way may take when the server ends.
    package var shutdownTime = Duration.seconds(5)

    package init() {}
  }

  /// Whether a request with these hosts may be answered on an address.
  package typealias HostRule = @Sendable (_ hosts: [String], _ listener: SocketAddress?) -> Bool

  private let socket: ListeningSocket
  private let service: MonitoringService
  private let limits: Limits

  /// - Parameters:
  ///   - host: Address to listen on.
  ///   - port: Port to listen on; 0 picks a free one.
  ///   - allowsHost: Called for each request; by default every host is answered.
  ///   - readiness: Called for each request of `/health/ready`; must not wait for anything.
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

  /// The port that it listens on; waits until it does. Throws if it cannot listen.
  package var listeningPort: Int {
    get async throws { try await self.socket.port }
  }

  /// Serves until ``beginShutdown()``, or until the task is cancelled. Only once.
  ///
  /// - Throws: ``MonitoringError`` if it cannot listen.
  package func serve() async throws {
    let (service, limits) = (self.service, self.limits)
    let room = ConnectionRoom(limit: limits.connections)
    do {
      try await self.socket.bind { channel in
        room.enter(channel)
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

  /// Ends it: no connection is accepted any more, silent ones are closed, answers that are on their
  /// way are finished in ``Limits/shutdownTime``.
  package func beginShutdown() {
    self.socket.beginShutdown(within: self.limits.shutdownTime)
  }
}
