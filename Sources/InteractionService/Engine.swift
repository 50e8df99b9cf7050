package import Foundation
public import GRPCCore
import InteractionCore
package import Logging

/// The engine without a transport: experiences, sessions, and the services that reach them.
public final class Engine: Sendable {
  /// What an engine is made of.
  package struct Configuration: Sendable {
    /// Where experiences are read from, besides the built-in ones.
    package var directory: URL?
    package var limits = StreamLimits()
    package var admission = AdmissionLimits()
    /// What checkpoints are sealed with; by itself an engine's own, which no other one opens.
    package var checkpoints = CheckpointVault(keys: KeyRing())
    package var drain = DrainPolicy()

    package init() {}
  }

  let catalog: ExperienceCatalog
  let registry: SessionRegistry
  let health = HealthState()
  let metrics = EngineMetrics()
  let clock = ServerClock()
  let logger: Logger
  /// What every stream needs to know.
  let context: SessionStream.Context
  private let directory: ExperienceDirectory?
  /// What the directory held before it was loaded.
  private let fingerprint: [String]
  let drainPolicy: DrainPolicy
  let drainage = Drain()

  /// An engine with the built-in experiences, and those of a directory where there is one.
  ///
  /// - Throws: A list of everything that is wrong with the directory's files.
  package init(_ configuration: Configuration = Configuration(), logger: Logger) throws {
    self.logger = logger
    self.drainPolicy = configuration.drain
    let catalog = try ExperienceCatalog()
    self.catalog = catalog
    self.registry = SessionRegistry(metrics: self.metrics, limits: configuration.admission)
    self.context = SessionStream.Context(
      limits: configuration.limits,
      experiences: SessionStream.Context.Experiences(
        named: { catalog.experience(named: $0) }, version: { catalog.version($0) }),
      checkpoints: configuration.checkpoints)
    self.directory = configuration.directory.map(ExperienceDirectory.init)
    self.fingerprint = self.directory?.fingerprint ?? []
    if let directory = self.directory, let url = configuration.directory {
      let loaded = try directory.load()
      let history = ExperienceHistory(of: url, logger: logger)
      self.catalog.replaceLoaded(loaded)
      self.catalog.remember(history.load())
      history.add(loaded)
    }
  }

  package var limits: StreamLimits { self.context.limits }

  /// The services, for a server on any transport.
  public var services: [any RegistrableRPCService] {
    [
      InteractionRPC(engine: self),
      ControlRPC(engine: self),
      InspectorRPC(engine: self),
      HealthRPC(state: self.health),
      ReflectionRPC(descriptors: .embedded),
    ]
  }

  /// Keeps the experiences current until the task is cancelled.
  package func run() async {
    await self.directory?.watch(
      every: .seconds(1), since: self.fingerprint, into: self.catalog, metrics: self.metrics,
      logger: self.logger)
  }

  /// Whether the server goes down.
  var isDraining: Bool { self.drainage.hasBegun }
}
