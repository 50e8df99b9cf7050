/// A key-value store that all engines of a fleet share: etcd below a prefix, or one in memory.
@available(InteractionEngine 1.0, *)
package protocol KeyValueStore: Sendable {
  /// Returns all keys and values.
  func list() async throws(StoreError) -> StoreSnapshot

  /// Watches changes from a revision on, until the watch ends, `receive` returns false or the task
  /// is cancelled.
  func watch(
    from revision: Int64, _ receive: @escaping @Sendable (WatchUpdate) async -> Bool
  ) async throws(StoreError)

  /// Commits a transaction.
  func commit(_ transaction: StoreTransaction) async throws(StoreError) -> StoreOutcome

  /// Grants a lease. Returns its ID and time to live, which is at least `seconds`.
  func grantLease(seconds: Int64) async throws(StoreError) -> (id: Int64, seconds: Int64)

  /// Renews a lease. Returns its time to live, s; 0 if it has expired.
  func keepAlive(lease: Int64) async throws(StoreError) -> Int64

  /// Revokes a lease and deletes the keys attached to it.
  func revoke(lease: Int64) async throws(StoreError)
}
