/// A local cache of a store: filled by a listing and updated by a watch.
///
/// Updates may arrive twice, late, or from a store that lost its data. An older value never
/// replaces a newer one, and documents survive the loss of the store's data.
package struct StoreCache: Hashable, Sendable {
  /// The next action that keeps the cache current.
  package enum Step: Hashable, Sendable {
    /// List all keys.
    case list
    /// Watch from this revision on.
    case watch(from: Int64)
    /// Continue the watch.
    case continueWatch
  }

  /// The origin of a cached value.
  package enum Origin: Hashable, Sendable {
    /// The store contains the value, last changed at this revision.
    case store(revision: Int64)
    /// The store contained the value before it lost all documents.
    case lastGood
  }

  package struct Entry: Hashable, Sendable {
    package var bytes: [UInt8]
    package var source: Origin

    /// The store revision of the value's last change; 0 for a last good value.
    package var revision: Int64 {
      if case .store(let revision) = self.source { revision } else { 0 }
    }
  }

  /// The prefixes of the keys that survive the loss of a store's data.
  private let documents: [String]
  package private(set) var entries: [String: Entry] = [:]
  /// The revisions of deletions since the last listing, so that late updates do not restore deleted
  /// keys.
  private var deletions: [String: Int64] = [:]
  /// The store's position at the last update; nil before the first.
  package private(set) var position: StorePosition?

  package init(keeping documents: [String] = []) {
    self.documents = documents
  }

  /// Restores the cache of an earlier run.
  ///
  /// - Parameter position: The store's position at that time.
  package init(
    keeping documents: [String], restoring entries: [String: Entry], at position: StorePosition?
  ) {
    self.documents = documents
    self.entries = entries
    self.position = position
  }

  /// A Boolean value that indicates whether the cache holds documents that the store has lost.
  package var hasLostDocuments: Bool {
    self.entries.contains { $0.value.source == .lastGood && self.isDocument($0.key) }
  }

  /// The entries that survive the loss of a store's data.
  package var documentEntries: [String: Entry] { self.entries.filter { self.isDocument($0.key) } }

  /// Replaces the cache with a listing.
  package mutating func receive(_ listing: StoreSnapshot) -> Step {
    let isEmpty = !listing.values.keys.contains(where: self.isDocument)
    let isAnother = self.position.map { listing.position.isReplaced(since: $0) } ?? false
    var kept: [String: Entry] = [:]
    for (key, entry) in self.entries where self.isDocument(key) {
      // A replacement store may not contain every document yet.
      guard isEmpty || isAnother || entry.source == .lastGood else { continue }
      kept[key] = Entry(bytes: entry.bytes, source: .lastGood)
    }
    for (key, value) in listing.values {
      kept[key] = Entry(bytes: value.bytes, source: .store(revision: value.revision))
    }
    self.entries = kept
    self.deletions = [:]
    self.position = listing.position
    return .watch(from: listing.position.nextRevision)
  }

  /// Applies an update from a watch.
  package mutating func receive(_ news: WatchUpdate) -> Step {
    guard let position = self.position else { return .list }
    switch news {
    case .progress(let reached):
      // An emptied store accepts a watch from a future revision, but never delivers anything.
      if reached.isReplaced(since: position) { return .list }
      self.position = reached
    case .changed(let changes, let reached):
      if reached.cluster != position.cluster { return .list }
      for change in changes { self.apply(change) }
      self.position?.revision = max(position.revision, changes.map(\.revision).max() ?? 0)
    }
    return .continueWatch
  }

  private mutating func apply(_ change: StoreChange) {
    // A watch may deliver a change twice, or after newer ones.
    let known = max(self.entries[change.key]?.revision ?? 0, self.deletions[change.key] ?? 0)
    guard change.revision > known else { return }
    if let bytes = change.bytes {
      self.entries[change.key] = Entry(bytes: bytes, source: .store(revision: change.revision))
    } else {
      self.entries[change.key] = nil
      self.deletions[change.key] = change.revision
    }
  }

  private func isDocument(_ key: String) -> Bool {
    self.documents.contains { key.hasPrefix($0) }
  }
}
