/// A store of small values that all engines share: etcd, below a prefix, or one in memory.
@available(InteractionEngine 1.0, *)
package protocol KeyValueStore: Sendable {
  /// Everything that it has.
  func list() async throws(StoreError) -> Listing

  /// Tells what changes from a revision on, until the watch is lost, `receive` returns false, or
  /// the task is cancelled.
  func watch(
    from revision: Int64, _ receive: @escaping @Sendable (WatchNews) async -> Bool
  ) async throws(StoreError)

  func commit(_ transaction: StoreTransaction) async throws(StoreError) -> StoreOutcome

  /// A lease, and how long it lasts if it is not kept up: at least as long as asked for.
  func grantLease(seconds: Int64) async throws(StoreError) -> (id: Int64, seconds: Int64)

  /// How long a lease lasts from now on; 0 if it is over.
  func keepAlive(lease: Int64) async throws(StoreError) -> Int64

  /// Ends a lease, and deletes the keys that were put under it.
  func revoke(lease: Int64) async throws(StoreError)
}
