/// A value in a store.
package struct StoredValue: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The store revision of the key's last change (etcd's mod revision).
  package var revision: Int64

  package init(bytes: [UInt8], revision: Int64) {
    self.bytes = bytes
    self.revision = revision
  }
}

/// A store's identity and revision.
package struct StorePosition: Hashable, Sendable {
  /// The cluster ID; a replaced store has another one.
  package var cluster: UInt64
  package var revision: Int64

  package init(cluster: UInt64, revision: Int64) {
    self.cluster = cluster
    self.revision = revision
  }

  /// The revision to watch from; saturates at `Int64.max`.
  var nextRevision: Int64 { self.revision == .max ? .max : self.revision + 1 }

  /// Returns a Boolean value that indicates whether the store at this position has replaced the one
  /// at `older`: its cluster ID differs, or its revision is lower, as in an emptied store.
  func isReplaced(since older: StorePosition) -> Bool {
    self.cluster != older.cluster || self.revision < older.revision
  }
}

/// A consistent snapshot of all keys.
package struct StoreSnapshot: Hashable, Sendable {
  package var position: StorePosition
  package var values: [String: StoredValue]

  package init(position: StorePosition, values: [String: StoredValue]) {
    self.position = position
    self.values = values
  }
}

/// A change of one key.
package struct StoreChange: Hashable, Sendable {
  package var key: String
  /// The new value; nil if the key was deleted.
  package var bytes: [UInt8]?
  package var revision: Int64

  package init(key: String, bytes: [UInt8]?, revision: Int64) {
    self.key = key
    self.bytes = bytes
    self.revision = revision
  }
}

/// An update from a watch.
package enum WatchUpdate: Hashable, Sendable {
  /// The watch has begun, or all changes up to this position were delivered.
  case progress(StorePosition)
  /// Changes, oldest first, and the store's position.
  case changed([StoreChange], StorePosition)
}
