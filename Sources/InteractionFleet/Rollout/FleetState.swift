/// The parsed state of a fleet.
package struct FleetState: Hashable, Sendable {
  /// A record with its store revision.
  package struct Versioned<Record: Hashable & Sendable>: Hashable, Sendable {
    package var record: Record
    /// The store revision; 0 for a record that the store has lost.
    package var revision: Int64
  }

  /// An engine and the digest of the version that it answered.
  private struct AnswerKey: Hashable {
    var engine: String
    var digest: String
  }

  package private(set) var engines: [String: Versioned<EngineRecord>] = [:]
  package private(set) var epoch: Int64 = 0
  package private(set) var texts: [DocumentName: [String: String]] = [:]
  package private(set) var offers: [DocumentName: Versioned<OfferRecord>] = [:]
  package private(set) var active: [DocumentName: Versioned<ActiveRecord>] = [:]
  /// The documents whose active record is unreadable, with its store revision.
  package private(set) var unreadable: [DocumentName: Int64] = [:]
  /// The kill switches, by the experience's name; a damaged one is off for all variants.
  package private(set) var killSwitches: [String: KillSwitchRecord] = [:]
  /// The store revisions of unreadable offers.
  private(set) var unreadableOffers: [DocumentName: Int64] = [:]
  /// The store revisions of unreadable memberships.
  private(set) var unreadableEngines: [String: Int64] = [:]
  package private(set) var history: [DocumentName: [Int: HistoryRecord]] = [:]
  /// The acceptances by document, engine and digest: an answer to one version does not count for
  /// another.
  private var acceptances: [DocumentName: [AnswerKey: Versioned<AcceptanceRecord>]] = [:]
  private var refusals: [DocumentName: [AnswerKey: Versioned<RefusalRecord>]] = [:]

  package init() {}

  /// Lists a store and parses the result.
  @available(InteractionEngine 1.0, *)
  init(listedBy store: any KeyValueStore) async throws(StoreError) {
    var mirror = StoreCache()
    _ = mirror.receive(try await store.list())
    self.init(mirror.entries)
  }

  /// Parses entries; unknown or invalid ones are ignored.
  package init(_ entries: [String: StoreCache.Entry]) {
    for (path, entry) in entries {
      guard let key = FleetKey(path[...]) else { continue }
      self.add(key, entry.bytes, at: entry.revision)
    }
  }

  private mutating func add(_ key: FleetKey, _ bytes: [UInt8], at revision: Int64) {
    switch key {
    case .engine(let name):
      self.engines[name] = Self.read(bytes, revision)
      if self.engines[name] == nil { self.unreadableEngines[name] = revision }
    case .report: break
    case .epoch: self.epoch = revision
    case .text(let name, let digest):
      self.texts[name, default: [:]][digest] = String(decoding: bytes, as: UTF8.self)
    case .offer(let name):
      self.offers[name] = Self.read(bytes, revision)
      if self.offers[name] == nil { self.unreadableOffers[name] = revision }
    case .accepted(let name, let digest, let engine):
      let answerer = AnswerKey(engine: engine, digest: digest)
      self.acceptances[name, default: [:]][answerer] = Self.read(bytes, revision)
    case .refused(let name, let digest, let engine):
      let answerer = AnswerKey(engine: engine, digest: digest)
      self.refusals[name, default: [:]][answerer] = Self.read(bytes, revision)
    case .active(let name):
      self.active[name] = Self.read(bytes, revision)
      if self.active[name] == nil { self.unreadable[name] = revision }
    case .killSwitch(let name):
      let record = KillSwitchRecord(bytes) ?? .unreadable
      if record.variants != [] { self.killSwitches[name.name] = record }
    case .history(let name, let number):
      self.history[name, default: [:]][number] = HistoryRecord(bytes)
    }
  }

  private static func read<Record: FleetRecord>(
    _ bytes: [UInt8], _ revision: Int64
  ) -> Versioned<Record>? {
    Record(bytes).map { Versioned(record: $0, revision: revision) }
  }
}

extension FleetState {
  /// Returns an engine's acceptance of the current offer; nil if it has not accepted it.
  package func acceptance(
    of name: DocumentName, by engine: String
  ) -> Versioned<AcceptanceRecord>? {
    guard let offer = self.offers[name] else { return nil }
    let answerer = AnswerKey(engine: engine, digest: offer.record.digest)
    guard let answer = self.acceptances[name]?[answerer], answer.record.offer == offer.revision
    else { return nil }
    return answer
  }

  /// Returns the sorted names of the engines that have not accepted the offer.
  package func pendingEngines(for name: DocumentName) -> [String] {
    self.engines.keys.filter { self.acceptance(of: name, by: $0) == nil }.sorted()
  }

  /// Returns the reasons for which engines refused a version, by engine.
  package func refusals(of name: DocumentName, digest: String) -> [String: [String]] {
    var reasons: [String: [String]] = [:]
    for (answerer, refusal) in self.refusals[name] ?? [:] where answerer.digest == digest {
      reasons[answerer.engine] = refusal.record.reasons
    }
    return reasons
  }

  /// Returns the number of the document's next change. It saturates at the largest valid number.
  package func nextNumber(of name: DocumentName) -> Int {
    let last = max(self.history[name]?.keys.max() ?? 0, self.active[name]?.record.number ?? 0)
    return min(last, HistoryRecord.numbers.upperBound - 1) + 1
  }

  /// Returns the digests of the versions that are kept for resuming sessions: the newest of the
  /// history.
  package func retainedDigests(of name: DocumentName, limit count: Int) -> [String] {
    var digests: [String] = []
    for (_, record) in (self.history[name] ?? [:]).sorted(by: { $0.key > $1.key })
    where !digests.contains(record.digest) && digests.count < count {
      digests.append(record.digest)
    }
    return digests
  }
}
