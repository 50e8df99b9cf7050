import InteractionCommandLine
import InteractionLoad
import InteractionMonitoring
import Logging

/// The metrics of a running load, served on the loopback interface.
enum LoadMonitoring {
  /// Runs `body`, with metrics served on `port`; without metrics if it is nil.
  static func serve(
    on port: Int?, _ body: @Sendable (LoadMetrics?) async throws -> Void
  ) async throws {
    guard let port else { return try await body(nil) }
    let logger = Logger(label: "interaction-load") { _ in SwiftLogNoOpLogHandler() }
    let metrics = PrometheusMetrics(help: LoadMetrics.help, logger: logger)
    let server = MonitoringServer(metrics: metrics, host: "localhost", port: port) { .ready }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await server.serve() }
      do {
        Console.error("metrics on http://localhost:\(try await server.listeningPort)/metrics")
      } catch {
        // The error of `serve()` has the reason why it does not listen.
        try await group.waitForAll()
        throw error
      }
      defer { server.beginShutdown() }
      try await body(LoadMetrics(metrics))
    }
  }
}
