import Synchronization

/// Follows an offer until its version is active or the offer has ended otherwise.
@available(InteractionEngine 1.0, *)
final class OfferMonitor: Sendable {
  enum Outcome: Sendable {
    /// The offer is no longer in the store.
    case ended(PublishOutcome)
    /// The offer may still be in the store.
    case failed(PublishFailure)
  }

  private struct State: Sendable {
    var mirror = StoreCache()
    /// The engines that had not answered at the last update.
    var waiting: [String] = []
    var outcome: PublishOutcome?
    /// The error of the last request; nil if it succeeded.
    var loss: StoreError?
  }

  private let version: DocumentVersion
  private let revision: Int64
  private let before: FleetState
  private let store: any KeyValueStore
  private let progress: @Sendable (Publisher.Progress) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - revision: The store revision of the offer.
  ///   - before: The fleet's state before the offer.
  init(
    of version: DocumentVersion, at revision: Int64, since before: FleetState,
    in store: any KeyValueStore,
    progress: @escaping @Sendable (Publisher.Progress) -> Void
  ) {
    self.version = version
    self.revision = revision
    self.before = before
    self.store = store
    self.progress = progress
  }

  /// Waits for the outcome, for at most `seconds`. Requests to an unavailable store are retried,
  /// since the offer lives as long as its lease.
  func ending(within seconds: Int64) async -> Outcome {
    let error = await withTaskGroup(of: StoreError?.self) { group in
      group.addTask {
        do throws(StoreError) {
          try await self.follow()
          return nil
        } catch {
          return error
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    let state = self.state.withLock { $0 }
    if let outcome = state.outcome { return .ended(outcome) }
    if Task.isCancelled { return .failed(.interrupted) }
    if let error = error ?? state.loss { return .failed(.store(error)) }
    return .failed(.unanswered(state.waiting))
  }

  private func follow() async throws(StoreError) {
    var backoff = Backoff()
    while !Task.isCancelled, self.state.withLock({ $0.outcome == nil }) {
      do throws(StoreError) {
        let listing = try await self.store.list()
        backoff.reset()
        self.state.withLock { $0.loss = nil }
        guard case .watch(let revision) = self.apply({ $0.receive(listing) }) else { continue }
        try await self.store.watch(from: revision) { news in
          self.apply { $0.receive(news) } == .continueWatch
        }
      } catch {
        guard error.isRetryable else { throw error }
        self.state.withLock { $0.loss = error }
        try? await Task.sleep(for: backoff.nextDelay(jitter: .random(in: 0 ... 1)))
      }
    }
  }

  /// Applies an update from the store. Returns the next step; nil once the offer has ended.
  private func apply(_ change: (inout StoreCache) -> StoreCache.Step) -> StoreCache.Step? {
    let (step, waiting) = self.state.withLock { state -> (StoreCache.Step?, [String]?) in
      let step = change(&state.mirror)
      let fleet = FleetState(state.mirror.entries)
      state.outcome = self.outcome(in: fleet, waiting: state.waiting)
      if state.outcome != nil { return (nil, nil) }
      let before = state.waiting
      state.waiting = fleet.pendingEngines(for: self.version.name)
      return (step, state.waiting == before ? nil : state.waiting)
    }
    if let waiting { self.progress(.waiting(waiting)) }
    return step
  }

  /// Returns the outcome of the offer; nil while it is in the store.
  private func outcome(in state: FleetState, waiting: [String]) -> PublishOutcome? {
    if state.offers[self.version.name]?.revision == self.revision { return nil }
    return state.outcome(of: self.version, since: self.before, isOffered: true)
      ?? .unanswered(waiting)
  }
}
