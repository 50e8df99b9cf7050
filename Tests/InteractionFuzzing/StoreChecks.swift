import InteractionFiles
import InteractionFleet

/// The valid numbers of changes: integers that JSON represents exactly.
private let numbers = 1 ... 9_007_199_254_740_992

func check(_ state: FleetState) throws {
  for (name, history) in state.history {
    try demand(history.keys.allSatisfy(numbers.contains), "numbers \(history.keys)")
    let next = state.nextNumber(of: name)
    try demand(numbers.contains(next), "the next number is \(next)")
  }
  for (name, active) in state.active {
    try demand(numbers.contains(active.record.number), "\(name) is \(active.record)")
  }
}

/// Checks that a transaction is within the store's limits, changes no key twice, and writes only
/// valid records.
func check(_ transaction: StoreTransaction) throws {
  let (conditions, changes) = (transaction.conditions, transaction.changes)
  try demand(
    conditions.count <= StoreTransaction.maximumSize, "\(conditions.count) conditions")
  try demand(changes.count <= StoreTransaction.maximumSize, "\(changes.count) changes")
  var touched: Set<String> = []
  var prefixes: [String] = []
  for change in changes {
    switch change {
    case .put(let key, _, _):
      try demand(FleetKey(key[...])?.path == key, "writes \(key)")
      try demand(touched.insert(key).inserted, "touches \(key) twice")
    case .delete(let key): try demand(touched.insert(key).inserted, "touches \(key) twice")
    case .deleteAll(let prefix): prefixes.append(prefix)
    }
  }
  for prefix in prefixes {
    try demand(!touched.contains { $0.hasPrefix(prefix) }, "touches a key of \(prefix) twice")
  }
}

/// Checks that text for operators is free of control characters.
func checkWords(of version: DocumentVersion, in state: FleetState) throws {
  let name = version.name
  var lines = state.historyLines(of: name)
  let refusals = state.refusals(of: name, digest: "d1")
  var outcomes: [PublishOutcome] = [
    .refused(refusals), .unanswered(state.pendingEngines(for: name)),
  ]
  if let offer = state.offers[name]?.record {
    outcomes += [.busy(offer), .superseded(by: offer.by)]
    lines += [WithdrawOutcome.busy(offer), .superseded(by: offer.by)].map { $0.words(of: name) }
    lines.append(offer.words)
  }
  lines += outcomes.flatMap { $0.words(of: version) }
  for line in lines {
    try demand(line.unicodeScalars.allSatisfy(\.isVisible), "prints \(line.debugDescription)")
    try demand(!line.isEmpty, "prints an empty line")
  }
}

/// Checks that a parsed record survives a round trip.
func checkRecords(_ bytes: [UInt8]) throws {
  func check<Record: FleetRecord>(_ type: Record.Type) throws {
    guard let record = Record(bytes) else { return }
    try demand(Record(record.encoded) == record, "\(record) reads back as another")
  }
  try check(EngineRecord.self)
  try check(OfferRecord.self)
  try check(AcceptanceRecord.self)
  try check(RefusalRecord.self)
  try check(ActiveRecord.self)
  try check(HistoryRecord.self)
}

/// Checks that a parsed key survives a round trip, in its only spelling.
func checkKey(_ path: String) throws {
  guard let key = FleetKey(path[...]) else { return }
  try demand(key.path == path, "reads \(path) as \(key.path)")
  try demand(FleetKey(key.path[...]) == key, "\(key) reads back as another")
}
