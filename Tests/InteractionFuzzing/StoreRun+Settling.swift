import InteractionFleet

/// The actions of an engine and of publishers on a cache.
extension StoreRun {
  /// Carries out the engine's steps until there are none.
  mutating func settle() throws {
    guard self.mirror.position != nil else { return }
    for key in self.mirror.entries.keys { try checkKey(key) }
    for _ in 0 ..< 64 {
      let state = FleetState(self.mirror.entries)
      try check(state)
      var isAtRest = true
      for step in self.rollout.next(in: state, lease: self.lease.id) {
        switch step {
        case .validate(let version):
          let isBad = version.text.hasPrefix("bad")
          self.rollout.note(isBad ? .refused(["bad"]) : .accepted, of: version)
          isAtRest = false
        case .forget, .activate, .kill, .move: isAtRest = false
        case .commit(let transaction, _):
          if try self.commit(transaction) { isAtRest = false }
        case .leaveFleet(let reasons): try demand(!reasons.isEmpty, "stays away without a reason")
        }
      }
      if isAtRest { return }
    }
    throw Finding("the engine finds no rest")
  }

  /// Carries out a transaction like a store with the cache's content. Returns true if it was
  /// committed.
  private mutating func commit(_ transaction: StoreTransaction) throws -> Bool {
    try check(transaction)
    guard let position = self.mirror.position else { return false }
    let holds = transaction.conditions.allSatisfy { condition in
      switch condition {
      case .modRevision(let key, let since): (self.mirror.entries[key]?.revision ?? 0) == since
      }
    }
    let newest = self.mirror.entries.values.map(\.revision).max() ?? 0
    let last = max(position.revision, newest, 0)
    guard holds, last < .max else { return false }
    let changes = transaction.changes.flatMap { change -> [StoreChange] in
      switch change {
      case .put(let key, let bytes, _):
        [StoreChange(key: key, bytes: bytes, revision: last + 1)]
      case .delete(let key): [StoreChange(key: key, bytes: nil, revision: last + 1)]
      case .deleteAll(let prefix):
        self.mirror.entries.keys.filter { $0.hasPrefix(prefix) }
          .map { StoreChange(key: $0, bytes: nil, revision: last + 1) }
      }
    }
    let reached = StorePosition(cluster: position.cluster, revision: last + 1)
    try self.receive(.changed(changes, reached))
    return true
  }

  /// Makes the transactions of publishers.
  func publish() throws {
    let state = FleetState(self.mirror.entries)
    let names = Set(state.offers.keys).union(state.active.keys).union(state.history.keys)
      .union(state.texts.keys).union([DocumentName(.experience, "home")])
    for name in names.sorted() {
      let version = DocumentVersion(name, digest: "d9", text: "text")
      let offer = OfferRecord(digest: "d9", by: "ann", at: 0, action: .published)
      var changes: [StoreTransaction?] = [
        FleetTransactions.offer(version, as: offer, lease: 1, in: state),
        FleetTransactions.repair(version, in: state),
        FleetTransactions.activate(name, by: "ann", in: state),
        FleetTransactions.withdraw(name, by: "ann", at: 0, in: state),
      ]
      for engine in state.engines.keys.sorted().prefix(2) {
        changes.append(FleetTransactions.accept(name, by: engine, lease: 1, in: state))
        changes.append(FleetTransactions.refuse(name, by: engine, because: ["bad"], in: state))
      }
      for case let change? in changes { try check(change) }
      _ = state.earlier(of: name, digest: "")
      try checkWords(of: version, in: state)
    }
  }
}
