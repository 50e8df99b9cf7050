package import Foundation
public import GRPCCore
import InteractionCore
package import Logging
import Synchronization

/// The engine without a transport: experiences, sessions, and the services that reach them.
public final class Engine: Sendable {
  package let limits: StreamLimits
  let catalog: ExperienceCatalog
  let registry: SessionRegistry
  let health = HealthState()
  let metrics = EngineMetrics()
  let clock = ServerClock()
  let logger: Logger
  private let directory: ExperienceDirectory?
  /// What the directory held before it was loaded.
  private let fingerprint: [String]
  private let draining = Mutex(false)

  /// An engine with the built-in experiences, and those of `directory` where there is one.
  ///
  /// - Throws: A list of everything that is wrong with the directory's files.
  package init(
    directory: URL? = nil, limits: StreamLimits = StreamLimits(), logger: Logger
  ) throws {
    self.limits = limits
    self.logger = logger
    self.catalog = try ExperienceCatalog()
    self.registry = SessionRegistry(metrics: self.metrics)
    self.directory = directory.map(ExperienceDirectory.init)
    self.fingerprint = self.directory?.fingerprint ?? []
    if let directory = self.directory {
      self.catalog.replaceLoaded(try directory.load())
    }
  }

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
  var isDraining: Bool { self.draining.withLock { $0 } }

  /// Tells everyone that the server goes down.
  public func beginDraining() {
    self.draining.withLock { $0 = true }
    self.health.stopServing()
  }
}
