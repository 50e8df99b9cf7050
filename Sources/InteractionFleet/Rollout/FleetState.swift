/// What a store says of a fleet, read.
package struct FleetState: Hashable, Sendable {
  /// A record, and since when the store has it.
  package struct Stamped<Record: Hashable & Sendable>: Hashable, Sendable {
    package var record: Record
    /// 0 for what the store has lost.
    package var revision: Int64
  }

  /// How one engine has answered an offer.
  package struct Answer<Record: Hashable & Sendable>: Hashable, Sendable {
    package var digest: String
    package var record: Record
    package var revision: Int64
  }

  package private(set) var engines: [String: Stamped<EngineRecord>] = [:]
  package private(set) var epoch: Int64 = 0
  package private(set) var texts: [DocumentName: [String: String]] = [:]
  package private(set) var offers: [DocumentName: Stamped<OfferRecord>] = [:]
  package private(set) var active: [DocumentName: Stamped<ActiveRecord>] = [:]
  /// Documents of which something is in force that the record does not say: since when the store
  /// has it so.
  package private(set) var unreadable: [DocumentName: Int64] = [:]
  package private(set) var history: [DocumentName: [Int: HistoryRecord]] = [:]
  /// By document and engine.
  private var acceptances: [DocumentName: [String: Answer<AcceptanceRecord>]] = [:]
  private var refusals: [DocumentName: [String: Answer<RefusalRecord>]] = [:]

  package init() {}

  /// What is no record of a fleet is left out.
  package init(_ entries: [String: Mirror.Entry]) {
    for (path, entry) in entries {
      guard let key = FleetKey(path[...]) else { continue }
      self.add(key, entry.bytes, at: entry.revision)
    }
  }

  private mutating func add(_ key: FleetKey, _ bytes: [UInt8], at revision: Int64) {
    switch key {
    case .engine(let name): self.engines[name] = Self.read(bytes, revision)
    case .epoch: self.epoch = revision
    case .text(let name, let digest):
      self.texts[name, default: [:]][digest] = String(decoding: bytes, as: UTF8.self)
    case .offer(let name): self.offers[name] = Self.read(bytes, revision)
    case .accepted(let name, let digest, let engine):
      self.acceptances[name, default: [:]][engine] = AcceptanceRecord(bytes).map {
        Answer(digest: digest, record: $0, revision: revision)
      }
    case .refused(let name, let digest, let engine):
      self.refusals[name, default: [:]][engine] = RefusalRecord(bytes).map {
        Answer(digest: digest, record: $0, revision: revision)
      }
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
  ) -> Answer<AcceptanceRecord>? {
    guard let offer = self.offers[name], let answer = self.acceptances[name]?[engine],
      answer.digest == offer.record.digest, answer.record.offer == offer.revision
    else { return nil }
    return answer
  }

  /// The engines that an offer waits for, by name.
  package func waiting(for name: DocumentName) -> [String] {
    self.engines.keys.filter { self.acceptance(of: name, by: $0) == nil }.sorted()
  }

  /// Which engines cannot use a version, and why.
  package func refusals(of name: DocumentName, digest: String) -> [String: [String]] {
    (self.refusals[name] ?? [:]).filter { $0.value.digest == digest }
      .mapValues(\.record.reasons)
  }

  /// The number that the next change of a document has in its history.
  package func nextNumber(of name: DocumentName) -> Int {
    max(self.history[name]?.keys.max() ?? 0, self.active[name]?.record.number ?? 0) + 1
  }

  /// As what number of the history, from `first` on, a version came into force; nil if it did not.
  package func number(of version: DocumentVersion, from first: Int) -> Int? {
    (self.history[version.name] ?? [:]).first { number, record in
      number >= first && record.digest == version.digest && record.action != .withdrawn
    }?.key
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
