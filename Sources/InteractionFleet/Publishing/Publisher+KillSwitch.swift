/// Kill switches.
@available(InteractionEngine 1.0, *)
extension Publisher {
  /// The outcome of setting a kill switch.
  package enum KillSwitchOutcome: Hashable, Sendable {
    /// The variants that are off now; nil for all but the first.
    case set([String]?)
    /// Another operator has changed the switch meanwhile.
    case superseded
  }

  /// Switches variants off, or on again. Engines follow at once and need not agree.
  ///
  /// - Parameters:
  ///   - variants: The names; nil for all but the first.
  ///   - isKilled: False to switch them on again.
  ///   - move: The move of their open sessions; nil if these keep their version.
  /// - Throws: `StoreError` if a request fails.
  package func setKillSwitch(
    of name: DocumentName, variants: [String]?, isKilled: Bool, move: SessionMoveRecord? = nil
  ) async throws(StoreError) -> KillSwitchOutcome {
    let key = FleetKey.killSwitch(name).path
    let listing = try await self.listing()
    let old = listing.values[key].map { KillSwitchRecord($0.bytes) ?? .unreadable }
    let off: [String]?
    switch (variants, isKilled) {
    case (nil, true):
      off = nil
    case (nil, false):
      off = []
    case (let names?, true):
      off = old.map { $0.variants.map { Set($0).union(names).sorted() } } ?? names.sorted()
    case (let names?, false):
      guard let others = old?.variants else {
        if old == nil {
          off = []
          break
        }
        throw StoreError(
          .invalid, "all variants of \(name) are off; switch all of them on, then others off")
      }
      off = Set(others).subtracting(names).sorted()
    }
    // Written also if nothing is off: engines keep a switch whose key the store has lost.
    let record = KillSwitchRecord(variants: off, by: self.user, at: self.now(), move: move)
    let transaction = StoreTransaction(
      conditions: [.modRevision(key: key, since: listing.values[key]?.revision ?? 0)],
      changes: [.put(key: key, bytes: record.encoded, lease: nil)])
    switch try await self.commitWithRetries(
      transaction, hint: "repeat the command, or switch the variants off on each engine: --address"
    ).outcome {
    case .committed: return .set(off)
    case .conditionFailed: return .superseded
    }
  }
}
