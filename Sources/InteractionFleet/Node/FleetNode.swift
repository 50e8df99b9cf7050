package import Foundation
import InteractionFiles
package import Logging
import Synchronization

/// An engine's node in a fleet: it watches the store, keeps the engine a member, and activates
/// documents together with the other engines. If the store is unavailable, the engine continues
/// with its last state.
@available(InteractionEngine 1.0, *)
package final class FleetNode: Sendable {
  package struct Configuration: Sendable {
    /// The engine's name, which must be its name in Envoy.
    package var engine: String
    /// The time to live of the engine's lease, s; an engine that stops renewing leaves the fleet
    /// after it.
    package var leaseSeconds: Int64 = 10
    /// The interval between full listings, as a safeguard against lost watch updates.
    package var resyncInterval = Duration.seconds(300)
    /// The folder of the saved documents; nil: they are not saved.
    package var cache: URL?

    package init(engine: String) { self.engine = engine }
  }

  struct State: Sendable {
    var mirror: StoreCache
    var rollout: Rollout
    var lease: Lease
    var standing = FleetStatus.waiting
    /// The members that were last reported to the member. A restarted engine is another run.
    var engines: [String: EngineRecord]?
    /// The versions that the member was last told to activate.
    var inForce: Set<DocumentVersion> = []
    /// The documents that are on disk, or being written.
    var saved: [String: StoreCache.Entry]
    /// True while documents are being written.
    var isSaving = false
    /// The last report that was written under the current lease.
    var reported: ReportRecord?
    var clocks = ClockOffsets()
    /// True once this run has listed the store.
    var isSynchronized = false
    /// True once the member was told to begin.
    var hasBegun = false
    /// True once the store's failure was logged, until it answers again.
    var isStoreLost = false
    /// The documents whose unreadable records were logged.
    var unreadable: Set<DocumentName> = []
    /// The backoff between attempts to list and watch.
    var backoff = Backoff()
  }

  let configuration: Configuration
  let store: any KeyValueStore
  let member: any FleetMember
  let logger: Logger
  let cache: DocumentCacheFile?
  let disk = FileExecutor(label: "fleet-cache")
  let metrics = FleetMetrics()
  let state: Mutex<State>
  /// Wakes up ``reconcile()``.
  let wakeUp: AsyncStream<Void>.Continuation
  private let wakeUps: AsyncStream<Void>

  package init(
    _ configuration: Configuration, store: any KeyValueStore, member: any FleetMember,
    logger: Logger
  ) {
    self.configuration = configuration
    self.store = store
    self.member = member
    self.logger = logger
    self.cache = configuration.cache.map { DocumentCacheFile(in: $0, engine: configuration.engine) }
    let record = EngineRecord(
      run: .random(in: .min ... .max), since: Int64(Date().timeIntervalSince1970))
    let mirror = self.cache?.load()
    self.state = Mutex(
      State(
        mirror: mirror ?? StoreCache(keeping: FleetKey.documentPrefixes),
        rollout: Rollout(engine: configuration.engine, record: record),
        lease: Lease(seconds: configuration.leaseSeconds), saved: mirror?.entries ?? [:]))
    (self.wakeUps, self.wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Runs the node until the task is cancelled, and then leaves the fleet.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.watchStore() }
      group.addTask { await self.detectPauses() }
      group.addTask { await self.keepLease() }
      group.addTask {
        self.wakeUp.yield()
        for await _ in self.wakeUps { await self.reconcile() }
      }
    }
    await self.finishSaving()
  }

  package var standing: FleetStatus { self.state.withLock { $0.standing } }

  /// Logs the first error of a series of failed requests.
  func logStoreFailure(_ error: StoreError, while doing: String) {
    let isNews = self.state.withLock { state in
      defer { state.isStoreLost = true }
      return !state.isStoreLost
    }
    if isNews {
      self.logger.warning(
        "fleet store unreachable; the last known state stays in use",
        metadata: ["while": "\(doing)", "problem": "\(error)"])
      self.wakeUp.yield()
    }
  }

  func storeAnswered() {
    self.metrics.storeAnswered()
    let isNews = self.state.withLock { state in
      defer { state.isStoreLost = false }
      return state.isStoreLost
    }
    if isNews { self.logger.notice("fleet store reachable again") }
  }
}
