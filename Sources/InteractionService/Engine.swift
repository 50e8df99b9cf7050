package import Foundation
public import GRPCCore
import InteractionCore
import InteractionIdentity
package import InteractionStream
package import Logging

/// The engine without a transport: experiences, sessions, and the services that reach them.
@available(InteractionEngine 1.0, *)
public final class Engine: Sendable {
  /// What an engine is made of.
  package struct Configuration: Sendable {
    /// Where experiences are read from, besides the built-in ones.
    package var directory: URL?
    package var limits = StreamLimits()
    package var admission = AdmissionLimits()
    package var simulation = SimulationLimits()
    /// What checkpoints are sealed with; by default a key of the engine's own, which no other
    /// engine has.
    package var checkpoints = CheckpointVault(keys: KeyRing())
    /// Where the keys come from, to be watched; nil if they do not change.
    package var keyFile: KeyFile?
    package var drain = DrainPolicy()
    /// Which callers are let in.
    package var gatekeeper = Gatekeeper.open
    /// What is recorded; nothing by default.
    package var recording: RecordingPolicy?
    /// Whether the engine serves only once its fleet tells it to.
    package var waitsForFleet = false
    /// The memory that the process may have.
    package var memoryBudget = MemoryBudget()
    /// How much memory the process uses; nil where the system does not say.
    package var memory: @Sendable () -> ProcessMemory? = { ProcessMemory.current }

    package init() {}
  }

  let catalog: ExperienceCatalog
  let registry: SessionRegistry
  let health: HealthState
  /// Until when the engine may act on its sessions.
  let fence = Fence()
  let metrics = EngineMetrics()
  let clock = ServerClock()
  let logger: Logger
  /// Refused connections, streams and calls.
  let refusals: RateLimitedLog
  /// Sessions that begin and end, and their recordings.
  let sessionLines: RateLimitedLog
  /// What every stream needs to know.
  let context: SessionStream.Context
  /// Longest message of a stream, bytes; a property of its own, since each message needs it.
  package let longestMessage: Int
  private let directory: ExperienceFolderLoader?
  private let keyFile: KeyFile?
  /// What the directory held before it was loaded.
  private let fingerprint: [String]
  let drainPolicy: DrainPolicy
  package let gatekeeper: Gatekeeper
  let recordings: Recordings?
  let load: ServerLoad
  /// What waits for clients that do not read, or do not finish what they send.
  package let waitingBytes: WaitingBytes
  let drainage = Drain()
  let simulationLimits: SimulationLimits
  let simulations: SimulationDesk

  /// An engine with the built-in experiences, and those of a directory where there is one.
  ///
  /// - Throws: A list of everything that is wrong with the directory's files.
  package init(_ configuration: Configuration = Configuration(), logger: Logger) throws {
    self.logger = logger
    self.health = HealthState(waits: configuration.waitsForFleet)
    self.refusals = RateLimitedLog("refusals", logger: logger, clock: self.clock)
    let sessionLines = RateLimitedLog("session lines", logger: logger, clock: self.clock)
    self.sessionLines = sessionLines
    self.drainPolicy = configuration.drain
    self.gatekeeper = configuration.gatekeeper
    let metrics = self.metrics
    self.recordings = try configuration.recording.map {
      try Recordings($0, log: sessionLines, metrics: metrics)
    }
    let catalog = try ExperienceCatalog()
    self.catalog = catalog
    self.simulationLimits = configuration.simulation
    self.simulations = SimulationDesk(limits: configuration.simulation)
    self.registry = SessionRegistry(metrics: self.metrics, limits: configuration.admission)
    self.load = ServerLoad(
      of: self.registry, clock: self.clock,
      memory: MemoryWatch(
        configuration.memoryBudget, sessions: configuration.admission.memoryBytes,
        read: configuration.memory),
      logger: logger)
    self.waitingBytes = WaitingBytes(limit: configuration.admission.waitingBytes)
    self.longestMessage = configuration.limits.frameBytes
    self.context = SessionStream.Context(
      limits: configuration.limits,
      experiences: SessionStream.Context.Experiences(
        named: { catalog.experience(named: $0) }, version: { catalog.version($0) },
        names: { catalog.all.map(\.experience.name) }),
      checkpoints: configuration.checkpoints)
    configuration.checkpoints.watch { [sessionLines] ahead in
      sessionLines.log(
        "checkpoint from the future", level: .warning,
        ["seconds": "\(ahead)", "hint": "compare the clocks of the engines"])
    }
    self.keyFile = configuration.keyFile
    self.directory = configuration.directory.map(ExperienceFolderLoader.init)
    self.fingerprint = self.directory?.fingerprint ?? []
    if let directory = self.directory, let url = configuration.directory {
      let loaded = try directory.load(logger: logger)
      let history = ExperienceHistory(of: url, logger: logger)
      self.catalog.replaceLoaded(loaded)
      self.catalog.remember(history.load())
      history.add(loaded)
    }
  }

  package var limits: StreamLimits { self.context.limits }

  /// Which services a listener has.
  package enum Audience: Hashable, Sendable {
    /// All: there is no other listener.
    case all
    /// Clients and backends.
    case users
    /// Operators, who inspect sessions and drain the server.
    case operators
  }

  /// A server of the engine's services on a transport; it knows no caller without the engine's
  /// interceptors, so they come with it.
  ///
  /// - Parameter interceptors: Further ones, which see calls after the engine's own.
  public func server<Transport: ServerTransport>(
    on transport: Transport, interceptors: [any ServerInterceptor] = []
  ) -> GRPCServer<Transport> {
    self.server(on: transport, for: .all, interceptors: interceptors)
  }

  /// The same for a listener.
  package func server<Transport: ServerTransport>(
    on transport: Transport, for audience: Audience, interceptors: [any ServerInterceptor] = []
  ) -> GRPCServer<Transport> {
    GRPCServer(
      transport: transport, services: self.services(for: audience),
      interceptorPipeline: self.interceptors + interceptors.map { .apply($0, to: .all) })
  }

  /// The services of a listener.
  private func services(for audience: Audience) -> [any RegistrableRPCService] {
    let absent: Set<String> =
      switch audience {
      case .all: []
      case .users: [Interaction_Inspector_V1_InspectorService.descriptor.fullyQualifiedService]
      case .operators:
        [
          Interaction_V1_InteractionService.descriptor.fullyQualifiedService,
          Interaction_V1_ControlService.descriptor.fullyQualifiedService,
        ]
      }
    var services: [any RegistrableRPCService] = [
      HealthRPC(state: self.health, absent: absent),
      ReflectionRPC(descriptors: .embedded, absent: absent),
    ]
    if audience != .operators {
      services +=
        [InteractionRPC(engine: self), ControlRPC(engine: self)] as [any RegistrableRPCService]
    }
    if audience != .users {
      services.append(
        BoundedInspectorRPC(
          calls: InspectorRPC(engine: self),
          definitionBytes: self.simulationLimits.definitionBytes))
    }
    return services
  }

  /// What keeps services for callers that may use them; health is for every caller.
  private var interceptors: [ConditionalInterceptor<any ServerInterceptor>] {
    func keep(
      _ services: [ServiceDescriptor], for role: Role
    ) -> ConditionalInterceptor<any ServerInterceptor> {
      .apply(
        IdentityInterceptor(engine: self, role: role),
        to: .services(Set(services)))
    }
    return [
      .apply(DeadlineInterceptor(isGoingDown: { self.isGoingDown }), to: .all),
      keep([Interaction_V1_InteractionService.descriptor], for: .client),
      keep([Interaction_V1_ControlService.descriptor], for: .backend),
      keep(
        [Interaction_Inspector_V1_InspectorService.descriptor] + ReflectionRPC.services,
        for: .operator),
      .apply(RefusalInterceptor(engine: self), to: .all),
    ]
  }

  /// Keeps the experiences and keys current until the task is cancelled.
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
      group.addTask { await self.watchMemory() }
      group.addTask { await self.recordings?.keepWriting() }
      group.addTask { await self.load.watchLag() }
      group.addTask { await self.watchTimeOfDay() }
    }
  }

  /// Waits until what was recorded is on disk, though not for long.
  package func finishRecordings() async {
    await self.recordings?.wait(atMost: .seconds(2))
  }

  /// A connection was closed at once, since there were too many.
  package func refusedConnection(limit: Int, from peer: String) {
    self.metrics.countRefusedConnection()
    self.refusals.log(
      "connection refused",
      [
        "message": self.acceptsConnections
          ? "\(limit) connections are open" : "\(self.load.memoryPressure.message)",
        "peer": "\(peer)",
      ])
  }

  /// A connection was ended, since it asked for too much.
  package func endedConnection(because reason: String, from peer: String) {
    self.refusals.log("connection ended", ["message": "\(reason)", "peer": "\(peer)"])
  }

  /// A call was refused before there was a stream.
  package func refused(
    _ error: StreamError, method: String, from peer: String, in trace: TraceID?
  ) {
    self.metrics.countEnd(error.reason)
    self.refusals.refused("call refused", error, method: method, from: peer, in: trace)
  }

  /// Whether the server goes down.
  package var isGoingDown: Bool { self.isDraining }

  /// What health checks are told: false before it knows what is in force in its fleet.
  package var isServing: Bool { self.health.isServing }

  var isDraining: Bool { self.drainage.hasBegun }
}
