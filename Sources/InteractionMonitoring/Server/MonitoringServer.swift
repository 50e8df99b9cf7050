import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import ServiceLifecycle

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
    /// Largest header field of a request, bytes.
    package var headerFieldBytes = 8 << 10
    /// Largest header of a request, bytes.
    package var headerBytes = 16 << 10
    /// Header fields of a request.
    package var headerFields = 64
    /// Largest body of a request, bytes. Nothing has a use for one.
    package var bodyBytes = 1 << 10
    /// How long answers that are on their way may take when the server ends.
    package var shutdownTime = Duration.seconds(5)

    package init() {}
  }

  /// Whether a request with these hosts may be answered on an address.
  package typealias HostRule = @Sendable (_ hosts: [String], _ listener: SocketAddress?) -> Bool

  private let address: String
  private let port = ListeningPort()
  private let services: ServiceGroup

  /// - Parameters:
  ///   - host: Address to listen on.
  ///   - port: Port to listen on; 0 picks a free one.
  ///   - allowsHost: Called for each request; by default every host is answered.
  ///   - readiness: Called for each request of `/health/ready`; must not wait for anything.
  package init(
    metrics: PrometheusMetrics, host: String, port: Int, limits: Limits = Limits(), logger: Logger,
    allowsHost: @escaping HostRule = { _, _ in true },
    readiness: @escaping @Sendable () -> Readiness
  ) {
    // The framework tells of its start and end, which is for the program to tell.
    var quietLogger = logger
    quietLogger.logLevel = max(logger.logLevel, .warning)
    self.address = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    let room = ConnectionRoom(limit: limits.connections)
    let application = Application(
      responder: MonitoringResponder(
        metrics: metrics, readiness: readiness, bodyBytes: limits.bodyBytes,
        allowsHost: allowsHost),
      server: .http1(
        configuration: HTTP1Channel.Configuration(
          additionalChannelHandlers: [ConnectionRoomHandler(room)]
            + IdleConnectionCloser.handlers(after: limits.idleTime),
          httpDecoderConfiguration: .init(
            maxHeaderFieldSize: limits.headerFieldBytes,
            maxHeaderListSize: limits.headerBytes,
            maxHeaderFieldCount: limits.headerFields))),
      configuration: ApplicationConfiguration(
        address: .hostname(host, port: port)),
      onServerRunning: { [port = self.port] channel in
        port.resolve(.success(channel.localAddress?.port ?? 0))
      },
      logger: quietLogger)
    // Without signals: what they mean is for the program to say.
    var configuration = ServiceGroupConfiguration(services: [application], logger: quietLogger)
    configuration.maximumGracefulShutdownDuration = limits.shutdownTime
    self.services = ServiceGroup(configuration: configuration)
  }

  /// The port that it listens on; waits until it does. Throws if ``serve()`` ends before.
  package var listeningPort: Int {
    get async throws { try await self.port.value }
  }

  /// Serves until ``beginShutdown()``, or until the task is cancelled. Only once.
  ///
  /// - Throws: ``MonitoringError`` if it cannot listen.
  package func serve() async throws {
    defer {
      self.port.resolve(
        .failure(MonitoringError(.notListening, "monitoring on \(self.address) has ended")))
    }
    // In a task of its own, so that a cancellation ends it in good order too.
    let serving = Task { try await self.services.run() }
    do {
      try await withTaskCancellationHandler {
        try await serving.value
      } onCancel: {
        self.beginShutdown()
      }
    } catch is CancellationError {
      // A client did not read its answer in the time that there is at the end.
    } catch let error as ServiceGroupError {
      throw error
    } catch {
      throw MonitoringError(cannotListenOn: self.address, cause: error)
    }
  }

  /// Ends it: no connection is accepted any more, silent ones are closed, answers that are on their
  /// way are finished.
  package func beginShutdown() {
    Task { await self.services.triggerGracefulShutdown() }
  }
}
