import InteractionMonitoring
import Logging
import Synchronization

/// The common fixture of the server's tests.
final class MonitoringFixture: Sendable {
  let log = Log()
  let metrics = PrometheusMetrics(logger: Log().logger())
  private let readiness = Mutex(Readiness.ready)

  /// Sets the readiness.
  func set(_ readiness: Readiness) {
    self.readiness.withLock { $0 = readiness }
  }

  /// Makes a server that is not running yet.
  func server(
    host: String = "127.0.0.1", port: Int = 0, limits: MonitoringServer.Limits = .init()
  ) -> MonitoringServer {
    MonitoringServer(
      metrics: self.metrics, host: host, port: port, limits: limits,
      readiness: { self.readiness.withLock { $0 } })
  }

  /// Runs a server on a free port for the duration of `body`.
  func run(
    limits: MonitoringServer.Limits = .init(),
    _ body: (MonitoringServer, Int) async throws -> Void
  ) async throws {
    let server = self.server(limits: limits)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      try await body(server, server.listeningPort)
      server.beginShutdown()
      try await group.waitForAll()
    }
  }
}
