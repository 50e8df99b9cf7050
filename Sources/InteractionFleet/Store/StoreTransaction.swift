/// Changes that a store makes together, if everything is still as it was.
package struct StoreTransaction: Hashable, Sendable {
  /// What must hold of a key.
  package enum Condition: Hashable, Sendable {
    /// It was last changed at this revision; 0 for a key that must not exist.
    case unchanged(key: String, since: Int64)
  }

  package enum Change: Hashable, Sendable {
    case put(key: String, bytes: [UInt8], lease: Int64?)
    case delete(key: String)
    /// Deletes every key that begins so.
    case deleteAll(prefix: String)
  }

  /// Most conditions and most changes of a transaction: etcd's own limit.
  package static let maximumSize = 128

  package var conditions: [Condition]
  package var changes: [Change]
  /// Keys to read if a condition does not hold.
  package var otherwise: [String]

  package init(conditions: [Condition], changes: [Change], otherwise: [String] = []) {
    self.conditions = conditions
    self.changes = changes
    self.otherwise = otherwise
  }
}

/// How a transaction ended.
package enum StoreOutcome: Hashable, Sendable {
  /// Everything was changed, at this revision.
  case committed(revision: Int64)
  /// Nothing was changed, since a condition does not hold; these are the values of the keys that
  /// were asked for.
  case lost([String: StoredValue])
}
