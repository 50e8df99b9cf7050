package import Foundation
public import GRPCCore
import InteractionCore
import InteractionIdentity
package import InteractionStream
package import Logging
import Synchronization

/// The engine without a transport: experiences, sessions, and their services.
@available(InteractionEngine 1.0, *)
public final class Engine: Sendable {
  /// The configuration of an engine.
  package struct Configuration: Sendable {
    /// The folder of experiences, besides the built-in ones; nil for none.
    package var directory: URL?
    package var limits = StreamLimits()
    package var admission = AdmissionLimits()
    package var simulation = SimulationLimits()
    /// Seals checkpoints; by default with a random key, which no other engine has.
    package var checkpoints = CheckpointSealer(keys: CheckpointKeys())
    /// The key file that is watched for changes; nil if the keys do not change.
    package var keyFile: CheckpointKeyFile?
    /// The watched file of variants that are switched off; nil for none.
    package var killSwitchFile: KillSwitchFile?
    package var drain = DrainPolicy()
    /// Authenticates and authorises callers.
    package var callerAuthentication = CallerAuthentication.open
    /// The recording policy; nil to record nothing.
    package var recording: RecordingPolicy?
    /// A Boolean value that indicates whether the engine serves only once its fleet has settled.
    package var waitsForFleet = false
    /// The memory limits of the process.
    package var memoryBudget = MemoryBudget()
    /// Returns the memory in use; nil if the system does not report it.
    package var memory: @Sendable () -> ProcessMemory? = { ProcessMemory.current }

    package init() {}
  }

  let catalog: ExperienceCatalog
  let registry: SessionRegistry
  let health: HealthState
  /// The time limit on acting on sessions, set by the fleet.
  let fence = Fence()
  /// The engines of the fleet; empty without a fleet.
  let fleetDirectory = FleetDirectory()
  let metrics = EngineMetrics()
  let clock = ServerClock()
  let logger: Logger
  /// The log of refused connections, streams and calls.
  let refusals: RateLimitedLog
  /// The log of sessions that open and end, and of recordings.
  let sessionLines: RateLimitedLog
  /// The dependencies of every stream.
  let context: SessionStream.Context
  /// The maximum size of a stream's message, in bytes. Stored, since each message needs it.
  package let longestMessage: Int
  private let directory: ExperienceFolderLoader?
  private let keyFile: CheckpointKeyFile?
  private let killSwitchFile: KillSwitchFile?
  /// The running moves out of variants that are switched off.
  let killMoves = Mutex<[KillMove: Task<Void, Never>]>([:])
  /// The fingerprint of the experience folder before it was loaded.
  private let fingerprint: [String]
  let drainPolicy: DrainPolicy
  package let callerAuthentication: CallerAuthentication
  let recordings: Recordings?
  let load: ServerLoad
  /// The bytes buffered for clients that do not read, or that do not complete what they send.
  package let waitingBytes: BufferedBytes
  let drainage = Drain()
  let simulationLimits: SimulationLimits
  let simulations: SimulationPool

  /// Creates an engine with the built-in experiences and those of a folder, if any.
  ///
  /// - Throws: All problems of the folder's files.
  package init(_ configuration: Configuration = Configuration(), logger: Logger) throws {
    self.logger = logger
    self.health = HealthState(waits: configuration.waitsForFleet)
    self.refusals = RateLimitedLog("refusals", logger: logger, clock: self.clock)
    let sessionLines = RateLimitedLog("session lines", logger: logger, clock: self.clock)
    self.sessionLines = sessionLines
    self.drainPolicy = configuration.drain
    self.callerAuthentication = configuration.callerAuthentication
    let metrics = self.metrics
    self.recordings = try configuration.recording.map {
      try Recordings($0, log: sessionLines, metrics: metrics)
    }
    let catalog = try ExperienceCatalog()
    self.catalog = catalog
    self.simulationLimits = configuration.simulation
    self.simulations = SimulationPool(limits: configuration.simulation)
    self.registry = SessionRegistry(metrics: self.metrics, limits: configuration.admission)
    self.load = ServerLoad(
      of: self.registry, clock: self.clock,
      memory: MemoryPoller(
        configuration.memoryBudget, sessions: configuration.admission.memoryBytes,
        read: configuration.memory),
      logger: logger)
    self.waitingBytes = BufferedBytes(limit: configuration.admission.waitingBytes)
    self.longestMessage = configuration.limits.frameBytes
    self.context = SessionStream.Context(
      limits: configuration.limits,
      experiences: SessionStream.Context.Experiences(
        select: { catalog.select($0) }, version: { catalog.version($0) },
        names: { catalog.all.map { $0.name } }),
      checkpoints: configuration.checkpoints)
    configuration.checkpoints.onClockSkew { [sessionLines] ahead in
      sessionLines.log(
        "checkpoint refused: sealed in the future", level: .warning,
        ["seconds": "\(ahead)", "hint": "synchronize the engines' clocks"])
    }
    self.keyFile = configuration.keyFile
    self.killSwitchFile = configuration.killSwitchFile
    if let switches = try configuration.killSwitchFile?.load() {
      _ = catalog.killSwitches.replace(switches, of: .file)
    }
    self.directory = configuration.directory.map(ExperienceFolderLoader.init)
    self.fingerprint = self.directory?.fingerprint ?? []
    if let directory = self.directory, let url = configuration.directory {
      let loaded = try directory.load(logger: logger)
      let history = ExperienceVersionStore(of: url, logger: logger)
      self.catalog.replaceLoaded(loaded)
      self.catalog.remember(history.load())
      history.add(loaded)
    }
  }

  package var limits: StreamLimits { self.context.limits }

  /// The callers of a listener, which determine its services.
  package enum Audience: Hashable, Sendable {
    /// All callers: the only listener.
    case all
    /// Clients and backends.
    case users
    /// Operators, who inspect sessions, send commands to them and drain the server.
    case operators
  }

  /// Creates a server of the engine's services on a transport, with the engine's interceptors,
  /// which authenticate the callers.
  ///
  /// - Parameter interceptors: Further interceptors, which see calls after the engine's own.
  public func server<Transport: ServerTransport>(
    on transport: Transport, interceptors: [any ServerInterceptor] = []
  ) -> GRPCServer<Transport> {
    self.server(on: transport, for: .all, interceptors: interceptors)
  }

  /// Creates a server of the services of one listener.
  package func server<Transport: ServerTransport>(
    on transport: Transport, for audience: Audience, interceptors: [any ServerInterceptor] = []
  ) -> GRPCServer<Transport> {
    GRPCServer(
      transport: transport, services: self.services(for: audience),
      interceptorPipeline: self.interceptors + interceptors.map { .apply($0, to: .all) })
  }

  /// Returns the services of a listener.
  private func services(for audience: Audience) -> [any RegistrableRPCService] {
    let absent: Set<String> =
      switch audience {
      case .all: []
      case .users: [Interaction_Inspector_V1_InspectorService.descriptor.fullyQualifiedService]
      case .operators: [Interaction_V1_InteractionService.descriptor.fullyQualifiedService]
      }
    var services: [any RegistrableRPCService] = [
      HealthRPC(state: self.health, absent: absent),
      ReflectionRPC(descriptors: .embedded, absent: absent),
      ControlRPC(engine: self),
    ]
    if audience != .operators { services.append(InteractionRPC(engine: self)) }
    if audience != .users {
      services.append(
        BoundedInspectorRPC(
          calls: InspectorRPC(engine: self),
          definitionBytes: self.simulationLimits.definitionBytes))
    }
    return services
  }

  /// The interceptors, which restrict services to callers with a role; health is open to all.
  private var interceptors: [ConditionalInterceptor<any ServerInterceptor>] {
    func keep(
      _ services: [ServiceDescriptor], for role: Role
    ) -> ConditionalInterceptor<any ServerInterceptor> {
      .apply(
        AuthenticationInterceptor(engine: self, role: role),
        to: .services(Set(services)))
    }
    return [
      .apply(DeadlineInterceptor(isShuttingDown: { self.isShuttingDown }), to: .all),
      keep([Interaction_V1_InteractionService.descriptor], for: .client),
      keep([Interaction_V1_ControlService.descriptor], for: .backend),
      keep(
        [Interaction_Inspector_V1_InspectorService.descriptor] + ReflectionRPC.services,
        for: .operator),
      .apply(
        AddressedEngineInterceptor(directory: self.fleetDirectory),
        to: .services([
          Interaction_V1_ControlService.descriptor,
          Interaction_Inspector_V1_InspectorService.descriptor,
        ])),
      .apply(RefusalInterceptor(engine: self), to: .all),
    ]
  }

  /// Runs the background tasks, such as reloading experiences and keys, until the task is
  /// cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.directory?.watch(
          since: self.fingerprint, into: self.catalog, metrics: self.metrics, logger: self.logger)
      }
      group.addTask {
        guard let vault = self.context.checkpoints else { return }
        await self.keyFile?.watch(into: vault, logger: self.logger)
      }
      group.addTask {
        await self.killSwitchFile?.watch(into: self.catalog.killSwitches, logger: self.logger)
      }
      group.addTask { await self.watchMemory() }
      group.addTask { await self.recordings?.writePeriodically() }
      group.addTask { await self.load.watchLag() }
      group.addTask { await self.watchWallClock() }
    }
  }

  /// Waits until recordings are on disk, for a limited time.
  package func finishRecordings() async {
    await self.recordings?.wait(atMost: .seconds(2))
  }

  /// Counts and logs a connection that was refused for lack of capacity.
  package func refusedConnection(limit: Int, from peer: String) {
    self.metrics.countRefusedConnection()
    self.refusals.log(
      "connection refused",
      [
        "message": self.acceptsConnections
          ? "connection limit of \(limit) reached" : "\(self.load.memoryPressure.message)",
        "peer": "\(peer)",
      ])
  }

  /// Logs a connection that was ended because it exceeded a limit.
  package func endedConnection(because reason: String, from peer: String) {
    self.refusals.log("connection ended", ["message": "\(reason)", "peer": "\(peer)"])
  }

  /// Counts and logs a call that was refused before a stream existed.
  package func refused(
    _ error: StreamError, method: String, from peer: String, in trace: TraceID?
  ) {
    self.metrics.countEnd(error.reason)
    self.refusals.refused("call refused", error, method: method, from: peer, in: trace)
  }

  /// A Boolean value that indicates whether the server is draining.
  package var isShuttingDown: Bool { self.isDraining }

  /// The state reported to health checks: false until the fleet has settled, and while draining.
  package var isServing: Bool { self.health.isServing }

  var isDraining: Bool { self.drainage.hasBegun }
}
