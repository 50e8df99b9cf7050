import InteractionFleet
import Synchronization

/// An in-memory store that behaves like etcd, and that tests can stop, empty and compact.
@available(InteractionEngine 1.0, *)
final class MemoryStore: KeyValueStore {
  fileprivate struct State {
    var position = StorePosition(cluster: 1, revision: 1)
    var values: [String: StoredValue] = [:]
    var leases: [Int64: Set<String>] = [:]
    var changes: [StoreChange] = []
    var compacted: Int64 = 0
    var isDown = false
    var refusals = 0
    var nextLease: Int64 = 1
    var watchers: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextWatcher = 0
  }

  private let state = Mutex(State())

  func list() async throws(StoreError) -> StoreSnapshot {
    try self.change { state in StoreSnapshot(position: state.position, values: state.values) }
  }

  func watch(
    from revision: Int64, _ receive: @escaping @Sendable (WatchUpdate) async -> Bool
  ) async throws(StoreError) {
    let (bell, rings) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = try self.change { state in
      defer { state.nextWatcher += 1 }
      state.watchers[state.nextWatcher] = rings
      return state.nextWatcher
    }
    defer { self.state.withLock { $0.watchers[id] = nil } }
    let reached = try self.change { state throws(StoreError) in
      guard revision > state.compacted else { throw StoreError(.compacted, "compacted") }
      return state.position
    }
    var next = revision
    guard await receive(.progress(reached)) else { return }
    rings.yield()
    for await _ in bell {
      let (changes, position) = try self.change { state in
        (state.changes.filter { $0.revision >= next }, state.position)
      }
      next = max(next, position.revision + 1)
      if !changes.isEmpty, !(await receive(.changed(changes, position))) { return }
    }
  }

  func commit(_ transaction: StoreTransaction) async throws(StoreError) -> StoreOutcome {
    try self.change { state throws(StoreError) in
      let holds = transaction.conditions.allSatisfy { condition in
        switch condition {
        case .modRevision(let key, let since): (state.values[key]?.revision ?? 0) == since
        }
      }
      guard holds else {
        return .conditionFailed(state.values.filter { transaction.readsOnFailure.contains($0.key) })
      }
      for case .put(_, _, let lease?) in transaction.changes where state.leases[lease] == nil {
        throw StoreError(.noSuchLease, "no such lease")
      }
      state.position.revision += 1
      for change in transaction.changes { state.carryOut(change) }
      return .committed(revision: state.position.revision)
    }
  }

  func grantLease(seconds: Int64) async throws(StoreError) -> (id: Int64, seconds: Int64) {
    let id = try self.change { state in
      defer { state.nextLease += 1 }
      state.leases[state.nextLease] = []
      return state.nextLease
    }
    return (id, seconds)
  }

  func keepAlive(lease: Int64) async throws(StoreError) -> Int64 {
    try self.change { $0.leases[lease] == nil ? 0 : 10 }
  }

  func revoke(lease: Int64) async throws(StoreError) {
    try self.change { $0.expire(lease) }
  }

  private func change<Value: Sendable>(
    _ change: (inout State) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    try self.state.withLock { state throws(StoreError) in
      guard !state.isDown else {
        state.refusals += 1
        throw StoreError(.unavailable, "down")
      }
      let before = state.position
      let value = try change(&state)
      if state.position != before { state.watchers.values.forEach { $0.yield() } }
      return value
    }
  }
}

/// Controls of the store.
@available(InteractionEngine 1.0, *)
extension MemoryStore {
  func stop() { self.set { $0.isDown = true } }

  func start() { self.set { $0.isDown = false } }

  /// Deletes all data, as after the loss of a disk.
  func empty() {
    self.set { state in
      state.values = [:]
      state.leases = [:]
      state.changes = []
      state.position = StorePosition(cluster: 2, revision: 1)
    }
  }

  /// Expires all leases.
  func expireLeases() {
    self.set { state in for lease in state.leases.keys { state.expire(lease) } }
  }

  /// Ends all watches, and compacts all revisions.
  func compact() {
    self.set { $0.compacted = $0.position.revision }
  }

  /// The number of requests while it was stopped.
  var refusals: Int { self.state.withLock { $0.refusals } }

  var values: [String: StoredValue] { self.state.withLock { $0.values } }

  private func set(_ change: (inout State) -> Void) {
    self.state.withLock { state in
      change(&state)
      state.watchers.values.forEach { $0.finish() }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension MemoryStore.State {
  fileprivate mutating func carryOut(_ change: StoreTransaction.Change) {
    switch change {
    case .put(let key, let bytes, let lease):
      for id in self.leases.keys { self.leases[id]?.remove(key) }
      if let lease { self.leases[lease]?.insert(key) }
      self.values[key] = StoredValue(bytes: bytes, revision: self.position.revision)
      self.changes.append(
        StoreChange(key: key, bytes: bytes, revision: self.position.revision))
    case .delete(let key):
      self.delete(key)
    case .deleteAll(let prefix):
      for key in self.values.keys where key.hasPrefix(prefix) { self.delete(key) }
    }
  }

  fileprivate mutating func expire(_ lease: Int64) {
    guard let keys = self.leases.removeValue(forKey: lease), !keys.isEmpty else { return }
    self.position.revision += 1
    for key in keys { self.delete(key) }
  }

  private mutating func delete(_ key: String) {
    guard self.values.removeValue(forKey: key) != nil else { return }
    self.changes.append(StoreChange(key: key, bytes: nil, revision: self.position.revision))
  }
}
