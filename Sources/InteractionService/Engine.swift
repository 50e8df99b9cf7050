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
    /// Where the keys come from, to be watched; nil if they do not change.
    package var keyFile: KeyFile?
    package var drain = DrainPolicy()
    /// What is recorded; nothing by itself.
    package var recording: RecordingPolicy?

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
  private let keyFile: KeyFile?
  /// What the directory held before it was loaded.
  private let fingerprint: [String]
  let drainPolicy: DrainPolicy
  let recordings: Recordings?
  let drainage = Drain()

  /// An engine with the built-in experiences, and those of a directory where there is one.
  ///
  /// - Throws: A list of everything that is wrong with the directory's files.
  package init(_ configuration: Configuration = Configuration(), logger: Logger) throws {
    self.logger = logger
    self.drainPolicy = configuration.drain
    self.recordings = try configuration.recording.map { try Recordings($0, logger: logger) }
    let catalog = try ExperienceCatalog()
    self.catalog = catalog
    self.registry = SessionRegistry(metrics: self.metrics, limits: configuration.admission)
    self.context = SessionStream.Context(
      limits: configuration.limits,
      experiences: SessionStream.Context.Experiences(
        named: { catalog.experience(named: $0) }, version: { catalog.version($0) }),
      checkpoints: configuration.checkpoints)
    self.keyFile = configuration.keyFile
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

  /// Keeps the experiences and keys current until the task is cancelled.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.directory?.watch(
          every: .seconds(1), since: self.fingerprint, into: self.catalog, metrics: self.metrics,
          logger: self.logger)
      }
      group.addTask {
        guard let vault = self.context.checkpoints else { return }
        await self.keyFile?.watch(into: vault, logger: self.logger)
      }
      group.addTask { await self.watchMemory() }
    }
  }

  /// Waits until what was recorded is on disk, though not for long.
  package func finishRecordings() async {
    await self.recordings?.wait(atMost: .seconds(2))
  }

  /// Tells admission how much memory the process uses.
  private func watchMemory() async {
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      if let bytes = ProcessMemory.resident { self.registry.note(memory: bytes) }
    }
  }

  /// Whether the server goes down.
  var isDraining: Bool { self.drainage.hasBegun }
}
