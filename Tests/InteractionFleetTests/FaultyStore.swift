import InteractionFleet
import Synchronization

/// A store that injects faults into calls. Like the etcd client, it fails calls of cancelled tasks.
@available(InteractionEngine 1.0, *)
final class FaultyStore: KeyValueStore {
  enum Call: Hashable, Sendable {
    case list
    case commit
    case revoke
  }

  enum Fault: Sendable {
    /// No fault.
    case none
    /// The request does not reach the store.
    case lost
    /// The store carries out the request, then a closure runs, and the answer is lost.
    case answerLost(after: @Sendable () async -> Void = {})
    /// The store rejects the request.
    case refused
  }

  static let unavailable = StoreError(.unavailable, "lost")
  static let refused = StoreError(.refused, "not for you")

  private let store: any KeyValueStore
  private let faults = Mutex<[Call: [Fault]]>([:])

  init(_ store: any KeyValueStore) { self.store = store }

  /// Injects these faults into the next calls of a kind; later calls succeed.
  func fail(_ call: Call, _ faults: Fault...) {
    self.faults.withLock { $0[call, default: []] += faults }
  }

  func list() async throws(StoreError) -> StoreSnapshot {
    try await self.pass(.list) { () async throws(StoreError) in try await self.store.list() }
  }

  func watch(
    from revision: Int64, _ receive: @escaping @Sendable (WatchUpdate) async -> Bool
  ) async throws(StoreError) {
    try await self.store.watch(from: revision, receive)
  }

  func commit(_ transaction: StoreTransaction) async throws(StoreError) -> StoreOutcome {
    try await self.pass(.commit) { () async throws(StoreError) in
      try await self.store.commit(transaction)
    }
  }

  func grantLease(seconds: Int64) async throws(StoreError) -> (id: Int64, seconds: Int64) {
    try await self.store.grantLease(seconds: seconds)
  }

  func keepAlive(lease: Int64) async throws(StoreError) -> Int64 {
    try await self.store.keepAlive(lease: lease)
  }

  func revoke(lease: Int64) async throws(StoreError) {
    try await self.pass(.revoke) { () async throws(StoreError) in
      try await self.store.revoke(lease: lease)
    }
  }

  private func pass<Value: Sendable>(
    _ call: Call, _ body: () async throws(StoreError) -> Value
  ) async throws(StoreError) -> Value {
    if Task.isCancelled { throw StoreError(.unavailable, "cancelled") }
    let fault = self.faults.withLock { faults -> Fault in
      guard let first = faults[call]?.first else { return .none }
      faults[call]?.removeFirst()
      return first
    }
    switch fault {
    case .none: return try await body()
    case .lost: throw Self.unavailable
    case .answerLost(let after):
      _ = try await body()
      await after()
      throw Self.unavailable
    case .refused: throw Self.refused
    }
  }
}
