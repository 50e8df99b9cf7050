import Foundation
import InteractionFleet

/// Lists and watches a store with content from `bytes`, with an engine and publishers that use it.
package func fuzzStore(_ bytes: [UInt8]) throws {
  var run = StoreRun(Script(bytes))
  // The cost of a step is proportional to the cache's size.
  var work = 0
  while work < 1_000, try run.step() {
    let entries = run.mirror.entries.count
    work += entries < 128 ? 16 + entries : 500
  }
}

/// An engine's cache of a store, and the results of using it.
struct StoreRun {
  static let engine = "e1"
  static let record = EngineRecord(run: 1, since: 0)
  private static let start = ContinuousClock.now

  private var script: Script
  var mirror = StoreCache(keeping: FleetKey.documentPrefixes)
  var rollout = Rollout(engine: Self.engine, record: Self.record)
  var lease = Lease(seconds: 10)
  /// The revisions of deletions since the last listing.
  private var deletions: [String: Int64] = [:]

  init(_ script: Script) { self.script = script }

  /// Performs the next step. Returns false at the end of the input.
  mutating func step() throws -> Bool {
    guard !self.script.isOver else { return false }
    switch self.script.number(below: 8) {
    case 0: try self.receive(self.script.listing())
    case 1, 2, 3: try self.receive(self.script.changes())
    case 4: try self.receive(.progress(self.script.position()))
    case 5: self.changeLease()
    case 6: try self.restore()
    default: try checkRecords(self.script.line())
    }
    try self.settle()
    try self.publish()
    return true
  }

  private mutating func receive(_ listing: StoreSnapshot) throws {
    guard case .watch(let revision) = self.mirror.receive(listing) else {
      throw Finding("a listing is followed by no watch")
    }
    try demand(
      revision > listing.position.revision || listing.position.revision == .max,
      "watches from \(revision) after \(listing.position)")
    self.deletions = [:]
  }

  /// Checks that an older value never replaces a newer one in the cache.
  mutating func receive(_ news: WatchUpdate) throws {
    let before = self.mirror.entries
    let step = self.mirror.receive(news)
    for (key, entry) in self.mirror.entries where entry != before[key] {
      let known = max(before[key]?.revision ?? 0, self.deletions[key] ?? 0)
      try demand(
        entry.revision > known,
        "takes \(key) of \(entry.revision) over that of \(known)")
    }
    // Updates from another store are not applied, but lead to a listing.
    guard step == .continueWatch, case .changed(let changes, _) = news else { return }
    for change in changes where self.mirror.entries[change.key] == nil {
      self.deletions[change.key] = max(change.revision, self.deletions[change.key] ?? 0)
    }
  }

  private mutating func changeLease() {
    let seconds = self.script.large()
    switch self.script.number(below: 4) {
    case 0: self.lease.renew(seconds: seconds)
    case 1: self.lease.end()
    default: self.lease.grant(id: self.script.large(), seconds: seconds)
    }
    let time = Self.start + .milliseconds(Int64(self.script.byte()) * 250)
    _ = self.lease.checkDeadline(at: time)
    _ = self.lease.checkDeadline(at: time + self.lease.interval)
  }

  /// Checks that the saved documents equal the cache's.
  private mutating func restore() throws {
    if let data = try DocumentCacheFile.encode(self.mirror) {
      let again = DocumentCacheFile.decode(data)
      try demand(again?.position == self.mirror.position, "another position is kept")
      try demand(
        again?.documentEntries.mapValues(\.bytes)
          == self.mirror.documentEntries.mapValues(\.bytes), "other documents are kept")
    }
    guard let mirror = DocumentCacheFile.decode(Data(self.script.line())) else { return }
    self.mirror = mirror
    self.deletions = [:]
  }
}
