import ArgumentParser
import Foundation
import InteractionCommandLine
import InteractionIdentity
import InteractionMonitoring
import InteractionService
import InteractionTransport
import Logging
import Metrics
import NIOCore
import UnixSignals

/// Runs the server until it is shut down.
struct Serve: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run the engine.",
    discussion: """
      The first line on standard output is the address; log lines go to standard error. On SIGTERM or \
      SIGINT the engine drains: it moves its sessions to other engines and exits, at most three \
      seconds after the drain deadline. A second signal ends it immediately; a second SIGTERM only if \
      it arrives at least a second later, since some supervisors send SIGTERM twice.

      By default the engine listens on the loopback interface, and accepts every caller without TLS \
      and authentication.

      An option that is not on the command line is read from the environment, then from the file of \
      --config or INTERACTION_CONFIG; otherwise its default applies:
        command line  --limit sessions=100 --limit idle-seconds=60
        environment   INTERACTION_LIMIT=sessions=100,idle-seconds=60
        file          limit: {sessions: 100, idle-seconds: 60}

      Inspect the services with any gRPC tool:
        grpcurl -plaintext 127.0.0.1:50051 list
      """
  )

  /// The time for connections to close after the last session. It bounds the shutdown if clients do
  /// not read.
  static let closingGrace = Duration.seconds(3)

  @OptionGroup
  var file: ConfigurationOptions

  @Flag(
    help:
      "Validate the options and the files that they name, print the errors, and exit."
  )
  var check = false

  @Option(help: "Address to listen on.")
  var host = "127.0.0.1"

  @Option(help: "Port to listen on; 0 picks a free one.")
  var port = 50051

  @Option(
    help: ArgumentHelp(
      "Separate port for operators, on the same address; --port by default.",
      valueName: "port"))
  var operatorPort: Int?

  @Option(
    help: ArgumentHelp(
      "Port for metrics and health over HTTP, by default on loopback; 0 picks a free one.",
      valueName: "port"))
  var monitoringPort: Int?

  @Option(
    help: ArgumentHelp(
      "Address of --monitoring-port; 127.0.0.1 by default. Every caller that reaches it can read"
        + " metrics and health, without TLS and authentication.",
      valueName: "host"))
  var monitoringHost: String?

  @OptionGroup(title: "Browsers")
  var web: WebOptions

  @Option(
    name: .customLong("experiences"),
    help: ArgumentHelp(
      "Directory of experience files (.yaml, .yml, .json); reloaded when they change.",
      valueName: "directory"))
  var directory: String?

  @OptionGroup(title: "Sessions")
  var sessions: SessionOptions

  @OptionGroup(title: "Fleet")
  var fleet: FleetOptions

  @OptionGroup(title: "Identity")
  var identity: IdentityOptions

  @Option(help: "Minimum level of log lines.")
  var logLevel = LogLevel.info

  @Option(help: "Format of log lines.")
  var logFormat = LogFormat.text

  func validate() throws {
    let ports = [
      ("--port", self.port), ("--operator-port", self.operatorPort ?? 0),
      ("--monitoring-port", self.monitoringPort ?? 0), ("--web-port", self.web.webPort ?? 0),
      ("--operator-web-port", self.web.operatorWebPort ?? 0),
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
    let handler = LineLogHandler(self.logFormat, level: self.logLevel.level)
    let logger = Logger(label: "interaction-engine") { _ in handler }
    let metrics = PrometheusMetrics(help: MetricHelp.texts, logger: logger)
    if self.monitoringPort != nil { MetricsSystem.bootstrap(metrics) }
    LogWriter.standardError.count(dropped: Counter(label: "interaction_log_lines_dropped_total"))
    atexit { LogWriter.standardError.flush(within: .seconds(1)) }
    let (gatekeeper, keys) = try self.identity.callerAuthentication()
    let engine = try self.engine(gatekeeper, logger: logger)
    let fleet = try self.fleet.membership(of: engine, logger: logger)
    let descriptors = try self.descriptors
    let limits = try self.limits(descriptors)
    limits.exportLimits()
    EngineVersion.recordMetric()
    let host = EngineHost(
      engine, security: try self.identity.security(logger: logger), limits: limits.connections)
    let supervisor = try Self.supervisor(logger: logger)
    let listeners = self.listeners(
      of: engine, on: host, metrics, descriptors, supervisor, logger: logger)
    if self.check {
      print("ok")
      return
    }
    // Before the address is printed, so that no signal triggers the default action.
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await Self.shutDown(engine, on: signals, logger: logger) }
      group.addTask { await Self.notify(supervisor, whenDraining: engine) }
      group.addTask { await keys?.watch(logger: logger) }
      group.addTask { await fleet?.run() }
      group.addTask {
        await engine.waitUntilDrained()
        listeners.closeConnections()
        Task {
          try await Task.sleep(for: Self.closingGrace)
          logger.notice("closing connections of clients that do not read")
          Foundation.exit(engine.isOutOfMemory ? 1 : 0)
        }
      }
      defer { group.cancelAll() }
      try await host.run { try await listeners.serve() }
    }
    if engine.isOutOfMemory { throw ExitCode(1) }
  }

  /// Returns the effective limits: connections are also limited by the available file descriptors.
  private func limits(_ descriptors: DescriptorBudget) throws -> ServerConfiguration {
    var limits = self.sessions.limits(within: try Self.memory.get())
    limits.connections.connections = min(
      limits.connections.connections ?? .max, descriptors.connections)
    return limits
  }

  private func listeners(
    of engine: Engine, on host: EngineHost, _ metrics: PrometheusMetrics,
    _ descriptors: DescriptorBudget, _ supervisor: Supervisor, logger: Logger
  ) -> Listeners {
    let address = Self.address(self.host)
    let monitoringHost = Self.address(self.monitoringHost ?? "localhost")
    var monitoringLimits = MonitoringServer.Limits()
    monitoringLimits.connections = descriptors.monitoring
    let users: Engine.Audience = self.operatorPort == nil ? .all : .users
    var entries = [
      Listeners.Entry(
        label: "listening",
        listener: EngineServer(
          of: host, on: address, port: self.port, audience: users))
    ]
    if let port = self.operatorPort {
      entries.append(
        Listeners.Entry(
          label: "operators",
          listener: EngineServer(of: host, on: address, port: port, audience: .operators)))
    }
    entries += self.web.listeners(
      of: host, on: address, users: self.web.operatorWebPort == nil ? users : .users)
    return Listeners(
      host: address, monitoringHost: monitoringHost, entries: entries,
      monitoring: self.monitoringPort.map { port in
        MonitoringServer(
          metrics: metrics, host: monitoringHost, port: port, limits: monitoringLimits,
          allowsHost: { WebOrigins().allow(hosts: $0, on: $1) }
        ) {
          if engine.isShuttingDown { return .notReady(reason: "draining") }
          if engine.isShortOfMemory { return .notReady(reason: "memory pressure") }
          return engine.isServing ? .ready : .notReady(reason: "waiting for the fleet's documents")
        }
      },
      supervisor: supervisor,
      ready: { [asked = self.sessions.connectionLimits.connections] in
        Self.logBudget(descriptors, asked: asked, to: logger)
      })
  }

  /// The process's file descriptors, and the number available for connections.
  private var descriptors: DescriptorBudget {
    get throws {
      do {
        return try DescriptorBudget.ofProcess(cores: System.coreCount)
      } catch {
        throw UserFacingError("\(error)")
      }
    }
  }

  /// The process's memory budget, determined at first access.
  static let memory = Result { () throws(MemoryBudget.Shortage) in
    try MemoryBudget.ofProcess(cores: System.coreCount)
  }.mapError { UserFacingError("\($0)") }

  private static func logBudget(_ descriptors: DescriptorBudget, asked: Int?, to logger: Logger) {
    logger.info(
      "file descriptors allocated",
      metadata: [
        "descriptors": "\(descriptors.total)", "connections": "\(descriptors.connections)",
        "operators": "\(descriptors.operators)", "monitoring": "\(descriptors.monitoring)",
        "reserve": "\(descriptors.reserve)",
      ])
    if let asked, asked > descriptors.connections {
      logger.warning(
        "--limit connections exceeds the available file descriptors; raise 'ulimit -n'",
        metadata: ["asked": "\(asked)", "connections": "\(descriptors.connections)"])
    }
  }

  private static func address(_ host: String) -> String {
    host == "localhost" ? "127.0.0.1" : host
  }

  private func engine(_ gatekeeper: CallerAuthentication, logger: Logger) throws -> Engine {
    do {
      var configuration = Engine.Configuration()
      configuration.directory = self.directory.map { URL(fileURLWithPath: $0) }
      configuration.callerAuthentication = gatekeeper
      configuration.waitsForFleet = self.fleet.isEnabled
      configuration.memoryBudget = try Self.memory.get()
      try self.sessions.apply(to: &configuration, logger: logger)
      return try Engine(configuration, logger: logger)
    } catch let failure as UserFacingError {
      throw failure
    } catch {
      throw UserFacingError("\(error)")
    }
  }
}

extension LogFormat: ExpressibleByArgument {}
