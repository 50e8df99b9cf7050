import ArgumentParser
import Foundation
import InteractionConfiguration
import InteractionHarness
import InteractionIdentity
import InteractionMonitoring
import InteractionService
import InteractionTransport
import Logging
import Metrics
import UnixSignals

/// Runs the server until it is told to stop.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the engine.",
    discussion: """
      The first line on standard output names the address; logs go to standard error. \
      SIGTERM and SIGINT send its sessions elsewhere and then end it, within the drain deadline and \
      three seconds. Another one ends it at once; within a second only SIGINT does, since some \
      supervisors send SIGTERM twice.

      Without options it serves everybody on this machine, without encryption, on the loopback \
      interface. Anything else has to be asked for.

      What the command line does not say is taken from the environment, then from the file that \
      --config or INTERACTION_CONFIG names, then from the defaults:
        command line  --limit sessions=100 --limit idle-seconds=60
        environment   INTERACTION_LIMIT=sessions=100,idle-seconds=60
        file          limit: {sessions: 100, idle-seconds: 60}

      Look inside with any gRPC tool:
        grpcurl -plaintext 127.0.0.1:50051 list
      """
  )

  /// How long connections have to close once no session is left. Whoever does not read would keep the
  /// server for ever.
  static let closingGrace = Duration.seconds(3)

  @OptionGroup
  var file: ConfigurationOptions

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 picks a free one.")
  var port = 50051

  @Option(
    help: ArgumentHelp(
      "Port of its own for operators, on the same address; without it they share the other.",
      valueName: "port"))
  var operatorPort: Int?

  @Option(
    help: ArgumentHelp(
      "Port for metrics and health over HTTP, on the loopback interface; 0 picks a free one.",
      valueName: "port"))
  var monitoringPort: Int?

  @Option(
    help: ArgumentHelp(
      "Address of --monitoring-port, if not 127.0.0.1. Whoever reaches it reads metrics and health,"
        + " without encryption and without a token; nothing else is there.",
      valueName: "host"))
  var monitoringHost: String?

  @Option(
    name: .customLong("experiences"),
    help: ArgumentHelp(
      "Directory of experience files (.yaml, .yml, .json), watched for changes.",
      valueName: "directory"))
  var directory: String?

  @OptionGroup(title: "Sessions")
  var sessions: SessionOptions

  @OptionGroup(title: "Identity")
  var identity: IdentityOptions

  @Option(
    help: ArgumentHelp(
      "Who serves Interact: 'fast', the event loop of its connection, or 'plain', grpc-swift on"
        + " tasks. Both do the same.",
      valueName: "path"))
  var interactPath = InteractPath.fast

  @Option(help: "Least important log line to write.")
  var logLevel = LogLevel.info

  func validate() throws {
    let ports = [
      ("--port", self.port), ("--operator-port", self.operatorPort ?? 0),
      ("--monitoring-port", self.monitoringPort ?? 0),
    ]
    for (name, port) in ports where !(0 ... 65535).contains(port) {
      throw ValidationError("\(name) is \(port); must be 0 to 65535")
    }
    guard self.monitoringHost == nil || self.monitoringPort != nil else {
      throw ValidationError("--monitoring-host needs --monitoring-port")
    }
    try self.identity.check(host: self.host, checkpointKeys: self.sessions.checkpointKeys)
  }

  func run() async throws {
    let level = self.logLevel.level
    let logger = Logger(label: "interaction-engine") { label in
      var handler = StreamLogHandler.standardError(label: label)
      handler.logLevel = level
      return handler
    }
    let metrics = PrometheusMetrics(help: MetricHelp.texts, logger: logger)
    if self.monitoringPort != nil { MetricsSystem.bootstrap(metrics) }
    let (gatekeeper, keys) = try self.identity.gatekeeper()
    let engine = try self.engine(gatekeeper, logger: logger)
    let listeners = try self.listeners(of: engine, metrics, logger: logger)
    // Before anybody can know the address, so that no signal ever meets the default action.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await Self.goDown(engine, on: signals, logger: logger) }
      group.addTask { await keys?.watch(logger: logger) }
      group.addTask {
        await engine.waitUntilDrained()
        listeners.endShutdown()
        Task {
          try await Task.sleep(for: Self.closingGrace)
          logger.notice("cutting the connections of clients that do not read")
          Foundation.exit(0)
        }
      }
      defer { group.cancelAll() }
      try await listeners.serve()
    }
  }

  private func listeners(
    of engine: Engine, _ metrics: PrometheusMetrics, logger: Logger
  ) throws -> Listeners {
    let security = try self.identity.security(logger: logger)
    let host = Self.address(self.host)
    let monitoringHost = Self.address(self.monitoringHost ?? "localhost")
    let limits = self.sessions.connectionLimits
    let connections = ConnectionCount(limits: limits)
    return Listeners(
      host: host, monitoringHost: monitoringHost,
      users: EngineServer(
        engine: engine, host: host, port: self.port, security: security,
        audience: self.operatorPort == nil ? .everybody : .users, limits: limits,
        connections: connections, path: self.interactPath),
      operators: self.operatorPort.map { port in
        EngineServer(
          engine: engine, host: host, port: port, security: security, audience: .operators,
          limits: limits, connections: connections)
      },
      monitoring: self.monitoringPort.map { port in
        MonitoringServer(metrics: metrics, host: monitoringHost, port: port, logger: logger) {
          engine.isGoingDown ? .notReady(reason: "draining") : .ready
        }
      })
  }

  private static func address(_ host: String) -> String {
    host == "localhost" ? "127.0.0.1" : host
  }

  private func engine(_ gatekeeper: Gatekeeper, logger: Logger) throws -> Engine {
    do {
      var configuration = Engine.Configuration()
      configuration.directory = self.directory.map { URL(fileURLWithPath: $0) }
      configuration.gatekeeper = gatekeeper
      try self.sessions.apply(to: &configuration, logger: logger)
      return try Engine(configuration, logger: logger)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(error)")
    }
  }
}

extension InteractPath: ExpressibleByArgument {}
