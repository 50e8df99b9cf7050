/// The outcome of an offer.
extension FleetState {
  /// Returns the outcome of an offer that is no longer in the store; nil if the version was neither
  /// activated nor refused nor superseded.
  ///
  /// - Parameters:
  ///   - before: The fleet's state before the offer.
  ///   - isOffered: True if the offer is known to have been committed, so that refusals are answers
  ///     to it.
  func outcome(
    of version: DocumentVersion, since before: FleetState, isOffered: Bool
  ) -> PublishOutcome? {
    let name = version.name
    let changes = self.changes(of: name, since: before)
    let own = changes.filter { $0.value.digest == version.digest && $0.value.isInForce }
    if let number = own.keys.max() { return .active(number: number) }
    let refusals = self.refusals(of: name, digest: version.digest)
    // Committing an offer deletes the refusals of earlier offers.
    let earlier = isOffered ? [:] : before.refusals(of: name, digest: version.digest)
    if !refusals.isEmpty, refusals != earlier { return .refused(refusals) }
    return changes.min { $0.key < $1.key }.map { .superseded(by: $0.value.by) }
  }

  /// Returns the changes of a document that an earlier state does not contain.
  func changes(of name: DocumentName, since before: FleetState) -> [Int: HistoryRecord] {
    (self.history[name] ?? [:]).filter { before.history[name]?[$0.key] != $0.value }
  }
}

extension HistoryRecord {
  /// A Boolean value that indicates whether the change activated a version.
  fileprivate var isInForce: Bool {
    switch self.action {
    case .published, .rolledBack: true
    case .withdrawn: false
    }
  }
}
