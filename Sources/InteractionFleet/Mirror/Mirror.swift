/// A copy of what a store holds: listed, and then kept current by a watch.
///
/// What it is told may come twice, late, or from a store that lost its data. The copy never takes
/// an older value for a newer one, and does not lose its documents to an empty store.
package struct Mirror: Hashable, Sendable {
  /// What is to be done next to stay current.
  package enum Step: Hashable, Sendable {
    /// To list everything.
    case list
    /// To watch from this revision on.
    case watch(from: Int64)
    /// To go on with the watch.
    case goOn
  }

  /// A value of the copy.
  package enum Source: Hashable, Sendable {
    /// The store has it.
    case store(revision: Int64)
    /// The store had it, before it lost all documents.
    case lastGood
  }

  package struct Entry: Hashable, Sendable {
    package var bytes: [UInt8]
    package var source: Source

    /// Since when the store has it; 0 if it does not.
    package var revision: Int64 {
      if case .store(let revision) = self.source { revision } else { 0 }
    }
  }

  /// Beginnings of the keys that outlive the loss of a store's data.
  private let documents: [String]
  package private(set) var entries: [String: Entry] = [:]
  /// When keys were deleted since the last listing: what is told late must not bring them back.
  private var deletions: [String: Int64] = [:]
  /// Where the store stood when it was last heard of; nil before that.
  package private(set) var position: StorePosition?

  package init(keeping documents: [String] = []) {
    self.documents = documents
  }

  /// Begins with the copy of an earlier run.
  ///
  /// - Parameter position: Where the store stood then.
  package init(
    keeping documents: [String], restoring entries: [String: Entry], at position: StorePosition?
  ) {
    self.documents = documents
    self.entries = entries
    self.position = position
  }

  /// Whether it holds documents that the store does not have.
  package var isAheadOfStore: Bool {
    self.entries.contains { $0.value.source == .lastGood && self.isDocument($0.key) }
  }

  /// What outlives the loss of a store's data.
  package var documentEntries: [String: Entry] { self.entries.filter { self.isDocument($0.key) } }

  /// The store has listed everything.
  package mutating func receive(_ listing: Listing) -> Step {
    let isEmpty = !listing.values.keys.contains(where: self.isDocument)
    let isAnother = self.position.map { listing.position.isReplacement(of: $0) } ?? false
    var kept: [String: Entry] = [:]
    for (key, entry) in self.entries where self.isDocument(key) {
      // In another store not everything may have been published again yet.
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

  /// A watch has told something.
  package mutating func receive(_ news: WatchNews) -> Step {
    guard let position = self.position else { return .list }
    switch news {
    case .reached(let reached):
      // A watch of a revision that an emptied store has yet to come to is accepted, and silent.
      if reached.isReplacement(of: position) { return .list }
      self.position = reached
    case .changed(let changes, let reached):
      if reached.cluster != position.cluster { return .list }
      for change in changes { self.apply(change) }
      self.position?.revision = max(position.revision, changes.map(\.revision).max() ?? 0)
    }
    return .goOn
  }

  private mutating func apply(_ change: StoreChange) {
    // Watches may tell a change twice, and after newer ones.
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
