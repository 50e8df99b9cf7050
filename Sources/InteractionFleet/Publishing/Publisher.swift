import Foundation

/// Publishes and withdraws documents, and reads what was.
@available(InteractionEngine 1.0, *)
package struct Publisher: Sendable {
  /// How far a publication has come.
  package enum Progress: Hashable, Sendable {
    /// So many engines are asked.
    case offered(engines: Int)
    /// These have not answered yet.
    case waiting([String])
  }

  private let store: any KeyValueStore
  private let user: String
  private let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - user: Who publishes, for the history.
  ///   - now: What time it is, s since 1970, for the history.
  package init(
    store: any KeyValueStore, user: String,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  ) {
    self.store = store
    self.user = user
    self.now = now
  }

  /// What the store says now.
  package func state() async throws(StoreError) -> FleetState {
    var mirror = Mirror()
    _ = mirror.receive(try await self.store.list())
    return FleetState(mirror.entries)
  }

  /// Offers a version, and waits until it is in force, or will not be.
  ///
  /// - Parameters:
  ///   - seconds: How long engines have to accept it; then the offer ends, also if the publisher is
  ///     gone.
  ///   - needsEngines: Whether engines have to be there; without any the version is in force at
  ///     once, and engines look at it when they come.
  package func publish(
    _ version: DocumentVersion, as action: HistoryRecord.Action = .published,
    within seconds: Int64 = 30, needsEngines: Bool = true,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(StoreError) -> PublishOutcome {
    let name = version.name
    let before = try await self.state()
    if before.active[name]?.record.digest == version.digest {
      // Its text may have been damaged in the store.
      if let change = FleetChange.repair(version, in: before) {
        _ = try await self.store.commit(change)
      }
      return .unchanged
    }
    if let offer = before.offers[name] { return .busy(offer.record) }
    if before.engines.isEmpty, needsEngines { return .noEngines }
    let offer = OfferRecord(digest: version.digest, by: self.user, at: self.now(), action: action)
    let lease = try await self.store.grantLease(seconds: seconds).id
    let outcome = try await self.store.commit(
      FleetChange.offer(version, as: offer, lease: lease, in: before))
    switch outcome {
    case .lost(let values):
      try? await self.store.revoke(lease: lease)
      switch Winner(of: name, in: values) {
      case .offer(let offer): return .busy(offer)
      case .change(let user): return .overtaken(by: user)
      }
    case .committed(let revision):
      progress(.offered(engines: before.engines.count))
      let number = before.nextNumber(of: name)
      if before.engines.isEmpty { try await self.activate(name) }
      let offer = OfferWatch(
        of: version, since: revision, number: number, in: self.store, progress: progress)
      let outcome = try await offer.outcome(within: seconds)
      // Ends the offer, if it still stands.
      try? await self.store.revoke(lease: lease)
      guard case .unanswered = outcome else { return outcome }
      // The last engine may have answered in the last moment.
      return try await self.state().number(of: version, from: number).map { .inForce(number: $0) }
        ?? outcome
    }
  }

  /// Ends that a document is in force; open sessions keep it.
  package func withdraw(_ name: DocumentName) async throws(StoreError) -> WithdrawOutcome {
    let state = try await self.state()
    if let offer = state.offers[name] { return .busy(offer.record) }
    guard
      let change = FleetChange.withdraw(name, by: self.user, at: self.now(), in: state)
    else { return .notInForce }
    switch try await self.store.commit(change) {
    case .committed: return .withdrawn
    case .lost(let values):
      switch Winner(of: name, in: values) {
      case .offer(let offer): return .busy(offer)
      case .change(let user): return .overtaken(by: user)
      }
    }
  }

  /// Without engines a publisher does what the last of them would.
  private func activate(_ name: DocumentName) async throws(StoreError) {
    let state = try await self.state()
    guard let change = FleetChange.activate(name, by: self.user, in: state) else { return }
    _ = try await self.store.commit(change)
  }
}

/// Who was faster.
private enum Winner {
  case offer(OfferRecord)
  /// Something came into force, or was withdrawn.
  case change(by: String)

  init(of name: DocumentName, in values: [String: StoredValue]) {
    if let offer = values[FleetKey.offer(name).path].flatMap({ OfferRecord($0.bytes) }) {
      self = .offer(offer)
    } else {
      let active = values[FleetKey.active(name).path].flatMap { ActiveRecord($0.bytes) }
      self = .change(by: active?.by ?? "a withdrawal")
    }
  }
}
