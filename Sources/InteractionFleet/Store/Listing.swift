/// A key's value as a store holds it.
package struct StoredValue: Hashable, Sendable {
  package var bytes: [UInt8]
  /// The store's revision at which the key got this value. Grows with each change of it.
  package var revision: Int64

  package init(bytes: [UInt8], revision: Int64) {
    self.bytes = bytes
    self.revision = revision
  }
}

/// Where a store stands.
package struct StorePosition: Hashable, Sendable {
  /// Which store it is: another one has another number.
  package var cluster: UInt64
  package var revision: Int64

  package init(cluster: UInt64, revision: Int64) {
    self.cluster = cluster
    self.revision = revision
  }

  /// The next revision; the last one that there is has none after it.
  var nextRevision: Int64 { self.revision == .max ? .max : self.revision + 1 }

  /// Whether a store that stood at `older` cannot stand here: it was replaced, or emptied.
  func isReplacement(of older: StorePosition) -> Bool {
    self.cluster != older.cluster || self.revision < older.revision
  }
}

/// All keys, at one moment.
package struct Listing: Hashable, Sendable {
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
  /// Nil if the key was deleted.
  package var bytes: [UInt8]?
  package var revision: Int64

  package init(key: String, bytes: [UInt8]?, revision: Int64) {
    self.key = key
    self.bytes = bytes
    self.revision = revision
  }
}

/// What a watch tells.
package enum WatchNews: Hashable, Sendable {
  /// It has begun, or all changes up to this position were told.
  case reached(StorePosition)
  /// Changes, the oldest first, and where the store stood when it told them.
  case changed([StoreChange], StorePosition)
}
