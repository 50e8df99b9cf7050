import Synchronization

/// Follows an offer until the version is in force, or will not be.
@available(InteractionEngine 1.0, *)
final class OfferWatch: Sendable {
  enum Ending: Sendable {
    /// The offer is no longer there.
    case ended(PublishOutcome)
    /// It may still be.
    case failed(PublishFailure)
  }

  private struct State: Sendable {
    var mirror = Mirror()
    /// The engines that have not answered, when that was last known.
    var waiting: [String] = []
    var outcome: PublishOutcome?
    /// Why the store cannot be asked, since it was asked last.
    var loss: StoreError?
  }

  private let version: DocumentVersion
  private let revision: Int64
  private let before: FleetState
  private let store: any KeyValueStore
  private let progress: @Sendable (Publisher.Progress) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - revision: Since when the store has the offer.
  ///   - before: What the store said before the offer.
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

  /// Waits for the end, though not for longer than this. A store that cannot be reached meanwhile
  /// is asked again: the offer stands as long as its lease.
  func ending(within seconds: Int64) async -> Ending {
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
        guard case .watch(let revision) = self.look({ $0.receive(listing) }) else { continue }
        try await self.store.watch(from: revision) { news in
          self.look { $0.receive(news) } == .goOn
        }
      } catch {
        guard error.isPassing else { throw error }
        self.state.withLock { $0.loss = error }
        try? await Task.sleep(for: backoff.wait(jitteredBy: .random(in: 0 ... 1)))
      }
    }
  }

  /// Takes in what the store tells. Returns what is to be done next; nil once the offer has ended.
  private func look(_ change: (inout Mirror) -> Mirror.Step) -> Mirror.Step? {
    let (step, waiting) = self.state.withLock { state -> (Mirror.Step?, [String]?) in
      let step = change(&state.mirror)
      let fleet = FleetState(state.mirror.entries)
      state.outcome = self.outcome(in: fleet, waiting: state.waiting)
      if state.outcome != nil { return (nil, nil) }
      let before = state.waiting
      state.waiting = fleet.waiting(for: self.version.name)
      return (step, state.waiting == before ? nil : state.waiting)
    }
    if let waiting { self.progress(.waiting(waiting)) }
    return step
  }

  /// How the offer has ended; nil if it has not.
  private func outcome(in state: FleetState, waiting: [String]) -> PublishOutcome? {
    if state.offers[self.version.name]?.revision == self.revision { return nil }
    return state.ending(of: self.version, since: self.before, isOffered: true)
      ?? .unanswered(waiting)
  }
}
