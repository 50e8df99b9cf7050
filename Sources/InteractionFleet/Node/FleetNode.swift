package import Foundation
import InteractionFiles
package import Logging
import Synchronization

/// One engine's place in a fleet: it follows the store, stays in the list, and brings documents
/// into force together with the others. While the store is down everything goes on as it was.
@available(InteractionEngine 1.0, *)
package final class FleetNode: Sendable {
  package struct Configuration: Sendable {
    /// The engine's name, the same one that its proxies know it by.
    package var engine: String
    /// How long the engine stays in the list when nothing is heard of it.
    package var leaseSeconds: Int64 = 10
    /// How often everything is listed anew, whatever the watch says.
    package var reconcileEvery = Duration.seconds(300)
    /// Where the last good documents are kept; nil for nowhere.
    package var cache: URL?

    package init(engine: String) { self.engine = engine }
  }

  struct State: Sendable {
    var mirror: Mirror
    var rollout: Rollout
    var lease: Lease
    var standing = FleetStanding.waiting
    /// What members were last told. An engine that ends and comes back is another run of it.
    var engines: [String: EngineRecord]?
    /// What the member was last told to put in force.
    var inForce: Set<DocumentVersion> = []
    /// The documents that are on disk, or on their way there.
    var saved: [String: Mirror.Entry]
    /// True while documents are being written.
    var isSaving = false
    /// What the other engines know of this one under its lease.
    var reported: ReportRecord?
    var clocks = ClockComparison()
    /// Whether the store has been listed by this run.
    var hasListed = false
    /// Whether the member was told to begin.
    var hasBegun = false
    /// Whether the store's silence was told.
    var isStoreLost = false
    /// Documents whose record was told to be unreadable.
    var unreadable: Set<DocumentName> = []
    /// How long to wait before the store is followed again.
    var backoff = Backoff()
  }

  let configuration: Configuration
  let store: any KeyValueStore
  let member: any FleetMember
  let logger: Logger
  let cache: LastGood?
  let disk = FileExecutor(label: "fleet-cache")
  let metrics = FleetMetrics()
  let state: Mutex<State>
  /// Rings when there may be something to do.
  let bell: AsyncStream<Void>.Continuation
  private let rings: AsyncStream<Void>

  package init(
    _ configuration: Configuration, store: any KeyValueStore, member: any FleetMember,
    logger: Logger
  ) {
    self.configuration = configuration
    self.store = store
    self.member = member
    self.logger = logger
    self.cache = configuration.cache.map { LastGood(in: $0, engine: configuration.engine) }
    let record = EngineRecord(
      run: .random(in: .min ... .max), since: Int64(Date().timeIntervalSince1970))
    let mirror = self.cache?.load()
    self.state = Mutex(
      State(
        mirror: mirror ?? Mirror(keeping: FleetKey.documents),
        rollout: Rollout(engine: configuration.engine, record: record),
        lease: Lease(seconds: configuration.leaseSeconds), saved: mirror?.entries ?? [:]))
    (self.rings, self.bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Takes part until the task is cancelled, and then leaves the list.
  package func run() async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.follow() }
      group.addTask { await self.watchTime() }
      group.addTask { await self.keepLease() }
      group.addTask {
        self.bell.yield()
        for await _ in self.rings { await self.settle() }
      }
    }
    await self.finishSaving()
  }

  package var standing: FleetStanding { self.state.withLock { $0.standing } }

  /// The store did not do what it was asked to: told once, until it does again.
  func tell(_ error: StoreError, while doing: String) {
    let isNews = self.state.withLock { state in
      defer { state.isStoreLost = true }
      return !state.isStoreLost
    }
    if isNews {
      self.logger.warning(
        "fleet store lost; everything goes on as it was",
        metadata: ["while": "\(doing)", "problem": "\(error)"])
      self.bell.yield()
    }
  }

  func noteAnswer() {
    self.metrics.storeAnswered()
    let isNews = self.state.withLock { state in
      defer { state.isStoreLost = false }
      return state.isStoreLost
    }
    if isNews { self.logger.notice("fleet store is back") }
  }
}
