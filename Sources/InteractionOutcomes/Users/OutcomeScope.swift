import InteractionWire

/// The sessions of the phases in question, with the reasons why others do not count.
struct OutcomeScope {
  /// The sessions whose variant was selected by bucket.
  private(set) var counted: [[RecordedConnection]] = []
  private(set) var uncounted: [UncountedRecording: Int] = [:]
  /// The number of sessions, by variant.
  private(set) var recorded: [String: Int] = [:]
  /// The documents, by the time of their newest recording.
  private var documents: [String: (phase: Int, modified: Double)] = [:]

  mutating func leaveOut(_ reason: UncountedRecording) {
    self.uncounted[reason, default: 0] += 1
  }

  mutating func add(_ session: [RecordedConnection], isInPhase: Bool) {
    let first = session[0]
    guard isInPhase else { return self.leaveOut(.earlierPhase) }
    if !first.variant.isEmpty { self.recorded[first.variant, default: 0] += 1 }
    let modified = session.map(\.modified).max() ?? 0
    let known = self.documents[first.document]?.modified ?? modified
    self.documents[first.document] = (first.phase, max(known, modified))
    guard first.reason == .bucket else { return self.leaveOut(.notByBucket(first.reason)) }
    let isMoved = session.contains {
      $0.isMoved || $0.variant != first.variant || $0.reason != first.reason
        || $0.phase != first.phase
    }
    guard !isMoved else { return self.leaveOut(.moved) }
    self.counted.append(session)
  }

  /// Leaves out the sessions of documents without known buckets.
  mutating func leaveOutUnknown(in known: [String: BucketOwners]) {
    let unknown = self.counted.filter { known[$0[0].document] == nil }
    guard !unknown.isEmpty else { return }
    self.counted.removeAll { known[$0[0].document] == nil }
    self.uncounted[.unknownBuckets, default: 0] += unknown.count
  }

  /// Returns the buckets that have one owner in all documents; the variants are in the order of the
  /// last document.
  func owners(in known: [String: BucketOwners]) throws(OutcomesError) -> BucketOwners {
    let order = self.documents.sorted {
      ($1.value.phase, $1.value.modified, $0.key) < ($0.value.phase, $0.value.modified, $1.key)
    }
    var owners: [BucketOwners] = []
    for (document, _) in order {
      if let one = known[document] { owners.append(one) }
    }
    guard !owners.isEmpty else {
      throw .unknownBuckets(document: order.first?.key ?? "")
    }
    return owners[0].common(with: Array(owners.dropFirst()))
  }
}
