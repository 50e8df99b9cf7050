/// Changes that a store commits atomically if all conditions hold.
package struct StoreTransaction: Hashable, Sendable {
  /// A condition on a key.
  package enum Condition: Hashable, Sendable {
    /// The key's last change is at this revision; 0: the key does not exist.
    case modRevision(key: String, since: Int64)
  }

  package enum Change: Hashable, Sendable {
    case put(key: String, bytes: [UInt8], lease: Int64?)
    case delete(key: String)
    /// Deletes all keys with this prefix.
    case deleteAll(prefix: String)
  }

  /// The maximum number of conditions, and of changes: etcd's default limit.
  package static let maximumSize = 128

  package var conditions: [Condition]
  package var changes: [Change]
  /// The keys to read if a condition fails.
  package var readsOnFailure: [String]

  package init(conditions: [Condition], changes: [Change], readsOnFailure: [String] = []) {
    self.conditions = conditions
    self.changes = changes
    self.readsOnFailure = readsOnFailure
  }
}

/// The outcome of a transaction.
package enum StoreOutcome: Hashable, Sendable {
  /// All changes were committed, at this revision.
  case committed(revision: Int64)
  /// A condition failed and nothing was changed; the values of the keys in
  /// ``StoreTransaction/readsOnFailure``.
  case conditionFailed([String: StoredValue])
}
