/// The transactions by which documents are activated and engines join.
///
/// Each is conditional on everything that it depends on (compare-and-swap), so that any engine or
/// publisher may try it at any time.
package enum FleetTransactions {
  /// The maximum number of engines in a fleet: an activation needs a condition for each acceptance.
  package static let maximumEngines = StoreTransaction.maximumSize - 2
  /// The number of versions of a document that are kept, with the active one.
  package static let keptVersions = 6
  /// The number of changes of a document that are kept in its history.
  package static let keptHistory = 100

  /// Returns the transaction by which an engine that knows all active versions of `state` joins.
  package static func join(
    _ engine: String, as record: EngineRecord, lease: Int64, in state: FleetState
  ) -> StoreTransaction {
    let key = FleetKey.engine(engine).path
    return StoreTransaction(
      conditions: [
        .modRevision(key: FleetKey.epoch.path, since: state.epoch),
        .modRevision(key: key, since: state.engineRevision(of: engine)),
      ],
      changes: [
        .put(key: key, bytes: record.encoded, lease: lease), Self.nextEpoch(by: engine),
      ])
  }

  /// Returns the transaction that offers a version, unless another is offered or activated
  /// meanwhile.
  package static func offer(
    _ version: DocumentVersion, as record: OfferRecord, lease: Int64, in state: FleetState
  ) -> StoreTransaction {
    let name = version.name
    let (offer, active) = (FleetKey.offer(name).path, FleetKey.active(name).path)
    return StoreTransaction(
      conditions: [
        .modRevision(key: offer, since: state.offerRevision(of: name)),
        .modRevision(key: active, since: state.activeRevision(of: name)),
      ],
      changes: [
        .deleteAll(prefix: name.acceptancePrefix), .deleteAll(prefix: name.refusalPrefix),
        .put(
          key: FleetKey.text(name, digest: version.digest).path, bytes: Array(version.text.utf8),
          lease: nil),
        .put(key: offer, bytes: record.encoded, lease: lease),
      ] + Self.prune(name, besides: version.digest, keeping: Self.keptVersions, in: state),
      readsOnFailure: [offer, active])
  }

  /// Returns the transaction that restores the active version's text; nil if it is intact.
  package static func repair(_ version: DocumentVersion, in state: FleetState) -> StoreTransaction?
  {
    let name = version.name
    guard state.texts[name]?[version.digest] != version.text else { return nil }
    return StoreTransaction(
      conditions: [
        .modRevision(key: FleetKey.active(name).path, since: state.activeRevision(of: name))
      ],
      changes: [
        .put(
          key: FleetKey.text(name, digest: version.digest).path, bytes: Array(version.text.utf8),
          lease: nil)
      ])
  }

  /// Returns the transaction by which an engine accepts the offered version; nil without an offer.
  package static func accept(
    _ name: DocumentName, by engine: String, lease: Int64, in state: FleetState
  ) -> StoreTransaction? {
    guard let offer = state.offers[name] else { return nil }
    let key = FleetKey.accepted(name, digest: offer.record.digest, engine: engine).path
    return StoreTransaction(
      conditions: [.modRevision(key: FleetKey.offer(name).path, since: offer.revision)],
      changes: [
        .put(key: key, bytes: AcceptanceRecord(offer: offer.revision).encoded, lease: lease)
      ])
  }

  /// Returns the transaction by which an engine refuses the offered version, which ends the offer;
  /// nil without an offer.
  package static func refuse(
    _ name: DocumentName, by engine: String, because reasons: [String], in state: FleetState
  ) -> StoreTransaction? {
    guard let offer = state.offers[name] else { return nil }
    let key = FleetKey.refused(name, digest: offer.record.digest, engine: engine).path
    return StoreTransaction(
      conditions: [.modRevision(key: FleetKey.offer(name).path, since: offer.revision)],
      changes: [
        .put(key: key, bytes: RefusalRecord(reasons: reasons).encoded, lease: nil),
        .delete(key: FleetKey.offer(name).path),
      ])
  }

  /// Returns the transaction that activates the offered version; nil without an offer, before all
  /// engines have accepted it, or with more than ``maximumEngines`` engines.
  package static func activate(
    _ name: DocumentName, by engine: String, in state: FleetState
  ) -> StoreTransaction? {
    guard let offer = state.offers[name], state.pendingEngines(for: name).isEmpty,
      state.engines.count <= Self.maximumEngines
    else { return nil }
    let digest = offer.record.digest
    let accepted = state.engines.keys.sorted().map { engine in
      StoreTransaction.Condition.modRevision(
        key: FleetKey.accepted(name, digest: digest, engine: engine).path,
        since: state.acceptance(of: name, by: engine)?.revision ?? 0)
    }
    let number = state.nextNumber(of: name)
    let active = ActiveRecord(
      digest: digest, number: number, by: offer.record.by, move: offer.record.move)
    let record = HistoryRecord(
      action: offer.record.action, digest: digest, by: offer.record.by, at: offer.record.at)
    return StoreTransaction(
      conditions: [
        .modRevision(key: FleetKey.offer(name).path, since: offer.revision),
        .modRevision(key: FleetKey.epoch.path, since: state.epoch),
      ] + accepted,
      changes: [
        .put(key: FleetKey.active(name).path, bytes: active.encoded, lease: nil),
        .put(key: FleetKey.history(name, number).path, bytes: record.encoded, lease: nil),
        .delete(key: FleetKey.offer(name).path), .deleteAll(prefix: name.acceptancePrefix),
        Self.nextEpoch(by: engine),
      ] + Self.prune(name, besides: digest, keeping: Self.keptVersions - 1, in: state))
  }

  /// Returns the transaction that orders the move of open sessions to the active version; nil if it
  /// is ordered already, or the document is not active.
  package static func order(
    _ move: SessionMoveRecord, of name: DocumentName, in state: FleetState
  ) -> StoreTransaction? {
    guard let active = state.active[name], active.record.move != move else { return nil }
    var record = active.record
    record.move = move
    return StoreTransaction(
      conditions: [.modRevision(key: FleetKey.active(name).path, since: active.revision)],
      changes: [.put(key: FleetKey.active(name).path, bytes: record.encoded, lease: nil)])
  }

  /// The digest in the history of a version whose record could not be read.
  private static let unreadable = "unreadable"

  /// Returns the transaction that withdraws a document, even if its record is unreadable; nil if it
  /// has no active version.
  package static func withdraw(
    _ name: DocumentName, by user: String, at time: Int64, in state: FleetState
  ) -> StoreTransaction? {
    let digest = state.active[name]?.record.digest
    guard digest != nil || state.unreadable[name] != nil else { return nil }
    let number = state.nextNumber(of: name)
    let record = HistoryRecord(
      action: .withdrawn, digest: digest ?? Self.unreadable, by: user, at: time)
    let (offer, key) = (FleetKey.offer(name).path, FleetKey.active(name).path)
    return StoreTransaction(
      conditions: [
        .modRevision(key: key, since: state.activeRevision(of: name)),
        .modRevision(key: offer, since: state.offerRevision(of: name)),
      ],
      changes: [
        .delete(key: key),
        .put(key: FleetKey.history(name, number).path, bytes: record.encoded, lease: nil),
        Self.nextEpoch(by: user),
      ],
      readsOnFailure: [offer, key])
  }

  private static func nextEpoch(by author: String) -> StoreTransaction.Change {
    .put(key: FleetKey.epoch.path, bytes: Array(author.utf8), lease: nil)
  }

  /// Returns the deletions of texts and history entries that are no longer kept beside `digest`, a
  /// few per transaction.
  private static func prune(
    _ name: DocumentName, besides digest: String, keeping count: Int, in state: FleetState
  ) -> [StoreTransaction.Change] {
    let kept = Set(state.retainedDigests(of: name, limit: count) + [digest])
    let texts = (state.texts[name] ?? [:]).keys.filter { !kept.contains($0) }.sorted()
    let oldest = state.nextNumber(of: name) - Self.keptHistory
    let numbers = (state.history[name] ?? [:]).keys.filter { $0 <= oldest }
    let old =
      texts.map { FleetKey.text(name, digest: $0) }
      + numbers.sorted().map { FleetKey.history(name, $0) }
    return old.prefix(32).map { .delete(key: $0.path) }
  }
}
