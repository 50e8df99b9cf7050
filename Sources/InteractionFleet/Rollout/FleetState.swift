/// What a store says of a fleet, read.
package struct FleetState: Hashable, Sendable {
  /// A record, and since when the store has it.
  package struct Stamped<Record: Hashable & Sendable>: Hashable, Sendable {
    package var record: Record
    /// 0 for what the store has lost.
    package var revision: Int64
  }

  /// An engine, and the version that it has answered for.
  private struct Answerer: Hashable {
    var engine: String
    var digest: String
  }

  package private(set) var engines: [String: Stamped<EngineRecord>] = [:]
  package private(set) var epoch: Int64 = 0
  package private(set) var texts: [DocumentName: [String: String]] = [:]
  package private(set) var offers: [DocumentName: Stamped<OfferRecord>] = [:]
  package private(set) var active: [DocumentName: Stamped<ActiveRecord>] = [:]
  /// Documents of which something is in force that the record does not say: since when the store
  /// has it so.
  package private(set) var unreadable: [DocumentName: Int64] = [:]
  /// Since when the store has offers and engines whose records cannot be read.
  private(set) var unreadableOffers: [DocumentName: Int64] = [:]
  private(set) var unreadableEngines: [String: Int64] = [:]
  package private(set) var history: [DocumentName: [Int: HistoryRecord]] = [:]
  /// By document and answerer: an answer to one version says nothing of another.
  private var acceptances: [DocumentName: [Answerer: Stamped<AcceptanceRecord>]] = [:]
  private var refusals: [DocumentName: [Answerer: Stamped<RefusalRecord>]] = [:]

  package init() {}

  /// What a store says now.
  @available(InteractionEngine 1.0, *)
  init(listedBy store: any KeyValueStore) async throws(StoreError) {
    var mirror = Mirror()
    _ = mirror.receive(try await store.list())
    self.init(mirror.entries)
  }

  /// What is no record of a fleet is left out.
  package init(_ entries: [String: Mirror.Entry]) {
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
      let answerer = Answerer(engine: engine, digest: digest)
      self.acceptances[name, default: [:]][answerer] = Self.read(bytes, revision)
    case .refused(let name, let digest, let engine):
      let answerer = Answerer(engine: engine, digest: digest)
      self.refusals[name, default: [:]][answerer] = Self.read(bytes, revision)
    case .active(let name):
      self.active[name] = Self.read(bytes, revision)
      if self.active[name] == nil { self.unreadable[name] = revision }
    case .history(let name, let number):
      self.history[name, default: [:]][number] = HistoryRecord(bytes)
    }
  }

  private static func read<Record: FleetRecord>(
    _ bytes: [UInt8], _ revision: Int64
  ) -> Stamped<Record>? {
    Record(bytes).map { Stamped(record: $0, revision: revision) }
  }
}

extension FleetState {
  /// How an engine has accepted the offer that there is now; nil if it has not.
  package func acceptance(
    of name: DocumentName, by engine: String
  ) -> Stamped<AcceptanceRecord>? {
    guard let offer = self.offers[name] else { return nil }
    let answerer = Answerer(engine: engine, digest: offer.record.digest)
    guard let answer = self.acceptances[name]?[answerer], answer.record.offer == offer.revision
    else { return nil }
    return answer
  }

  /// The engines that an offer waits for, by name.
  package func waiting(for name: DocumentName) -> [String] {
    self.engines.keys.filter { self.acceptance(of: name, by: $0) == nil }.sorted()
  }

  /// Which engines cannot use a version, and why.
  package func refusals(of name: DocumentName, digest: String) -> [String: [String]] {
    var reasons: [String: [String]] = [:]
    for (answerer, refusal) in self.refusals[name] ?? [:] where answerer.digest == digest {
      reasons[answerer.engine] = refusal.record.reasons
    }
    return reasons
  }

  /// The number that the next change of a document has in its history. The last number is given
  /// again and again.
  package func nextNumber(of name: DocumentName) -> Int {
    let last = max(self.history[name]?.keys.max() ?? 0, self.active[name]?.record.number ?? 0)
    return min(last, HistoryRecord.numbers.upperBound - 1) + 1
  }

  /// The versions of a document that stay at hand, so that sessions can be resumed with them: the
  /// newest few that came into force.
  package func kept(of name: DocumentName, atMost count: Int) -> [String] {
    var digests: [String] = []
    for (_, record) in (self.history[name] ?? [:]).sorted(by: { $0.key > $1.key })
    where !digests.contains(record.digest) && digests.count < count {
      digests.append(record.digest)
    }
    return digests
  }
}
