import Testing

@testable import InteractionFleet

/// Engines without tasks and clocks: each acts in turn, sometimes on an outdated cache.
@available(InteractionEngine 1.0, *)
struct SimulatedFleet {
  private struct Engine {
    var rollout: Rollout
    var mirror: StoreCache
    let lease: Int64
    var known: Set<String> = []
    var enforced: [String] = []
  }

  let store = MemoryStore()
  private var engines: [String: Engine] = [:]
  /// The saved documents of stopped engines.
  private var copies: [String: StoreCache] = [:]
  private var run: UInt64 = 0
  private var time: Int64 = 0
  /// The prefix of invalid texts.
  static let bad = "bad"

  var names: [String] { self.engines.keys.sorted() }

  mutating func start(_ name: String) async throws {
    self.run += 1
    let rollout = Rollout(engine: name, record: EngineRecord(run: self.run, since: 0))
    self.engines[name] = Engine(
      rollout: rollout, mirror: self.copies[name] ?? StoreCache(keeping: FleetKey.documentPrefixes),
      lease: try await self.store.grantLease(seconds: 9).id)
  }

  /// Stops an engine and expires its lease.
  mutating func kill(_ name: String) async throws {
    guard let engine = self.engines.removeValue(forKey: name) else { return }
    self.copies[name] = StoreCache(
      keeping: FleetKey.documentPrefixes, restoring: engine.mirror.documentEntries,
      at: engine.mirror.position)
    try await self.store.revoke(lease: engine.lease)
  }

  /// Updates an engine's cache.
  mutating func look(_ name: String) async throws {
    let listing = try await self.store.list()
    _ = self.engines[name]?.mirror.receive(listing)
  }

  /// Carries out an engine's steps, by its cache.
  mutating func act(_ name: String) async throws {
    for _ in 0 ..< 3 {
      guard var engine = self.engines[name], engine.mirror.position != nil else { return }
      let state = FleetState(engine.mirror.entries)
      let steps = engine.rollout.next(in: state, lease: engine.lease)
      for step in steps {
        switch step {
        case .validate(let version):
          let isBad = version.text.hasPrefix(Self.bad)
          if !isBad { engine.known.insert(version.digest) }
          engine.rollout.note(isBad ? .refused(["line 1: bad"]) : .accepted, of: version)
        case .forget(let version):
          engine.known.remove(version.digest)
        case .activate(let versions):
          engine.enforced = versions.map(\.digest)
        case .commit(let transaction, _):
          _ = try await self.store.commit(transaction)
        case .kill, .move, .leaveFleet:
          break
        }
      }
      self.engines[name] = engine
    }
  }

  /// Offers a version. Returns true if the offer was committed.
  mutating func offer(_ digest: String, of name: DocumentName, text: String) async throws -> Bool {
    self.time += 1
    let state = try await self.state()
    let lease = try await self.store.grantLease(seconds: 30).id
    let record = OfferRecord(digest: digest, by: "ann", at: self.time, action: .published)
    let version = DocumentVersion(name, digest: digest, text: text)
    let outcome = try await self.store.commit(
      FleetTransactions.offer(version, as: record, lease: lease, in: state))
    if case .committed = outcome { return true }
    return false
  }

  func state() async throws -> FleetState {
    var mirror = StoreCache()
    _ = mirror.receive(try await self.store.list())
    return FleetState(mirror.entries)
  }

  /// Checks the invariant: all members know the versions that are active on any of them, and the
  /// last versions of each document.
  func check(_ note: String) async throws {
    let state = try await self.state()
    let listed = self.engines.filter { name, engine in
      state.engines[name].map { engine.rollout.isRun($0.record) } ?? false
    }
    let wanted = Set(state.active.values.map(\.record.digest))
      .union(listed.values.flatMap(\.enforced))
      .union(
        state.texts.keys.flatMap {
          state.retainedDigests(of: $0, limit: FleetTransactions.keptVersions)
        })
    for (name, engine) in listed {
      let unknown = wanted.subtracting(engine.known)
      #expect(unknown.isEmpty, "\(note): \(name) does not know \(unknown.sorted())")
    }
  }
}
