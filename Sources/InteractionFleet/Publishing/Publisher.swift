import Foundation

/// Publishes and withdraws documents, and reads the fleet's state.
@available(InteractionEngine 1.0, *)
package struct Publisher: Sendable {
  /// The progress of a publication.
  package enum Progress: Hashable, Sendable {
    /// The version is offered to this number of engines.
    case offered(engines: Int)
    /// These engines have not answered yet.
    case waiting([String])
    /// The publication has failed, and its offer is being withdrawn.
    case withdrawing
  }

  private let store: any KeyValueStore
  let user: String
  private let retryTime: Duration
  let now: @Sendable () -> Int64

  /// - Parameters:
  ///   - user: The publisher's name in the history.
  ///   - retryTime: The minimum time for which requests are retried that determine or repeat a
  ///     change.
  ///   - now: Returns the time for the history, s since 1970.
  package init(
    store: any KeyValueStore, user: String, retryTime: Duration = .seconds(5),
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }
  ) {
    self.store = store
    self.user = user
    self.retryTime = retryTime
    self.now = now
  }

  /// Returns all keys and values.
  func listing() async throws(StoreError) -> StoreSnapshot { try await self.store.list() }

  /// Returns the fleet's current state.
  package func state() async throws(StoreError) -> FleetState {
    try await FleetState(listedBy: self.store)
  }

  /// Offers a version and waits until it is active or the offer has ended otherwise. If that fails,
  /// or the task is cancelled, the offer is withdrawn, and the outcome says whether that succeeded.
  ///
  /// - Parameters:
  ///   - seconds: The time to live of the offer's lease: engines must accept within it, and it also
  ///     ends the offer of a publisher that has crashed.
  ///   - needsEngines: True if an empty fleet is an error. Otherwise the version is activated at
  ///     once, and engines verify it when they join.
  ///   - move: The move of open sessions; nil if they keep their version.
  ///   - state: The state that the version was computed from; nil if it does not depend on it.
  /// - Throws: `StoreError` if a request fails before the offer is sent, or the store rejects the
  ///   offer.
  package func publish(
    _ version: DocumentVersion, as action: HistoryRecord.Action = .published,
    within seconds: Int64 = 30, needsEngines: Bool = true, move: SessionMoveRecord? = nil,
    since state: FleetState? = nil,
    progress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(StoreError) -> PublishOutcome {
    let name = version.name
    let before = try await self.state()
    if before.active[name]?.record.digest == version.digest {
      // The stored text may be damaged.
      if let change = FleetTransactions.repair(version, in: before) {
        _ = try await self.store.commit(change)
      }
      if let move, let change = FleetTransactions.order(move, of: name, in: before) {
        _ = try await self.store.commit(change)
      }
      return .unchanged
    }
    if let offer = before.offers[name] { return .busy(offer.record) }
    if let state, state.activeRevision(of: name) != before.activeRevision(of: name) {
      return .superseded(by: before.active[name]?.record.by ?? "a withdrawal")
    }
    if before.engines.isEmpty, needsEngines { return .noEngines }
    let offer = OfferRecord(
      digest: version.digest, by: self.user, at: self.now(), action: action, move: move)
    let asked = ContinuousClock.now
    let lease = try await self.store.grantLease(seconds: seconds)
    let withdrawal = OfferWithdrawal(
      version: version, lease: lease.id, seconds: min(max(lease.seconds, seconds), 3_600),
      granted: asked, before: before, store: self.store, retryTime: self.retryTime)
    let outcome: StoreOutcome
    do throws(StoreError) {
      outcome = try await self.store.commit(
        FleetTransactions.offer(version, as: offer, lease: lease.id, in: before))
    } catch {
      // The store may have committed the offer.
      guard error.isRetryable else { throw error }
      progress(.withdrawing)
      return await withdrawal.outcome(after: Self.failure(error), isOffered: false)
    }
    switch outcome {
    case .conditionFailed(let values):
      try? await self.store.revoke(lease: lease.id)
      switch ConcurrentChange(of: name, in: values) {
      case .offer(let offer): return .busy(offer)
      case .change(let user): return .superseded(by: user)
      }
    case .committed(let revision):
      progress(.offered(engines: before.engines.count))
      let watch = OfferMonitor(
        of: version, at: revision, since: before, in: self.store, progress: progress)
      switch await self.follow(watch, of: name, isActivating: before.engines.isEmpty, seconds) {
      case .ended(let outcome):
        try? await self.store.revoke(lease: lease.id)
        return outcome
      case .failed(let failure):
        progress(.withdrawing)
        return await withdrawal.outcome(after: failure, isOffered: true)
      }
    }
  }

  /// Waits for an offer's outcome. Without engines it activates the version first, as the last
  /// engine to accept would.
  private func follow(
    _ watch: OfferMonitor, of name: DocumentName, isActivating: Bool, _ seconds: Int64
  ) async -> OfferMonitor.Outcome {
    do throws(StoreError) {
      if isActivating { try await self.activate(name) }
    } catch {
      return .failed(Self.failure(error))
    }
    return await watch.ending(within: seconds)
  }

  private static func failure(_ error: StoreError) -> PublishFailure {
    Task.isCancelled ? .interrupted : .store(error)
  }

  /// Withdraws a document: new sessions cannot use it, open sessions keep it.
  ///
  /// - Throws: `StoreError` if a request fails, or if it is unknown whether the document was
  ///   withdrawn.
  package func withdraw(_ name: DocumentName) async throws(StoreError) -> WithdrawOutcome {
    let before = try await self.state()
    if let offer = before.offers[name] { return .busy(offer.record) }
    let time = self.now()
    guard
      let change = FleetTransactions.withdraw(name, by: self.user, at: time, in: before)
    else { return .notInForce }
    let (outcome, isRepeated) = try await self.commitWithRetries(
      change, hint: "'history' shows whether it was withdrawn")
    switch outcome {
    case .committed: return .withdrawn
    case .conditionFailed(let values):
      // An earlier attempt may have been committed.
      if isRepeated {
        let changes = try await self.state().changes(of: name, since: before).values
        let isOwn = changes.contains {
          $0.action == .withdrawn && $0.by == self.user && $0.at == time
        }
        if isOwn { return .withdrawn }
      }
      switch ConcurrentChange(of: name, in: values) {
      case .offer(let offer): return .busy(offer)
      case .change(let user): return .superseded(by: user)
      }
    }
  }

  /// Commits a transaction that can succeed only once, and retries it for ``retryTime`` while the
  /// store is unavailable.
  ///
  /// - Parameter hint: The end of the error's message, if it is unknown whether it was committed.
  func commitWithRetries(
    _ change: StoreTransaction, hint: String
  ) async throws(StoreError) -> (outcome: StoreOutcome, isRepeated: Bool) {
    let end = ContinuousClock.now + self.retryTime
    var backoff = Backoff()
    var isRepeated = false
    while true {
      do throws(StoreError) {
        return (try await self.store.commit(change), isRepeated)
      } catch {
        guard error.isRetryable else { throw error }
        guard !Task.isCancelled, ContinuousClock.now < end else {
          throw StoreError(error.code, "\(error); \(hint)")
        }
        isRepeated = true
        try? await Task.sleep(for: backoff.nextDelay(jitter: .random(in: 0 ... 1)))
      }
    }
  }

  /// Activates an offered version in place of the last engine to accept, if there are no engines.
  private func activate(_ name: DocumentName) async throws(StoreError) {
    let state = try await self.state()
    guard let change = FleetTransactions.activate(name, by: self.user, in: state) else { return }
    _ = try await self.store.commit(change)
  }
}

/// The concurrent change that made a transaction fail.
private enum ConcurrentChange {
  case offer(OfferRecord)
  /// A version was activated or withdrawn.
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
