/// How an offer has ended.
extension FleetState {
  /// How an offer that is no longer there has ended; nil if it has neither come into force, nor was
  /// refused or overtaken.
  ///
  /// - Parameters:
  ///   - before: What the store said before the offer.
  ///   - isOffered: Whether the offer was there for certain, so that refusals are answers to it.
  func ending(
    of version: DocumentVersion, since before: FleetState, isOffered: Bool
  ) -> PublishOutcome? {
    let name = version.name
    let changes = self.changes(of: name, since: before)
    let own = changes.filter { $0.value.digest == version.digest && $0.value.isInForce }
    if let number = own.keys.max() { return .inForce(number: number) }
    let refusals = self.refusals(of: name, digest: version.digest)
    // Those of an earlier offer are deleted by the next one.
    let earlier = isOffered ? [:] : before.refusals(of: name, digest: version.digest)
    if !refusals.isEmpty, refusals != earlier { return .refused(refusals) }
    return changes.min { $0.key < $1.key }.map { .overtaken(by: $0.value.by) }
  }

  /// The changes of a document that an earlier state does not have.
  func changes(of name: DocumentName, since before: FleetState) -> [Int: HistoryRecord] {
    (self.history[name] ?? [:]).filter { before.history[name]?[$0.key] != $0.value }
  }
}

extension HistoryRecord {
  /// A Boolean value that indicates whether the change brought a version into force.
  fileprivate var isInForce: Bool {
    switch self.action {
    case .published, .rolledBack: true
    case .withdrawn: false
    }
  }
}
