import Synchronization

/// Follows an offer until the version is in force, or will not be.
@available(InteractionEngine 1.0, *)
final class OfferWatch: Sendable {
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
  private let number: Int
  private let store: any KeyValueStore
  private let progress: @Sendable (Publisher.Progress) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - revision: Since when the store has the offer.
  ///   - number: The least number in the history that the version may have, if it comes into force.
  init(
    of version: DocumentVersion, since revision: Int64, number: Int, in store: any KeyValueStore,
    progress: @escaping @Sendable (Publisher.Progress) -> Void
  ) {
    self.version = version
    self.revision = revision
    self.number = number
    self.store = store
    self.progress = progress
  }

  /// Waits for the end, though not for longer than this. A store that cannot be reached meanwhile
  /// is asked again: the offer stands as long as its lease.
  ///
  /// - Throws: `StoreError` if the store cannot be asked then, or refuses.
  func outcome(within seconds: Int64) async throws(StoreError) -> PublishOutcome {
    let result = await withTaskGroup(of: Result<Void, StoreError>.self) { group in
      group.addTask {
        do throws(StoreError) {
          return .success(try await self.follow())
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return .success(())
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
    try result.get()
    return try self.state.withLock { state throws(StoreError) in
      if state.outcome == nil, let loss = state.loss { throw loss }
      return state.outcome ?? .unanswered(state.waiting)
    }
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
    let name = self.version.name
    if state.offers[name]?.revision == self.revision { return nil }
    let refusals = state.refusals(of: name, digest: self.version.digest)
    if !refusals.isEmpty { return .refused(refusals) }
    if let number = state.number(of: self.version, from: self.number) {
      return .inForce(number: number)
    }
    let later = (state.history[name] ?? [:]).first { $0.key >= self.number }
    return later.map { .overtaken(by: $0.value.by) } ?? .unanswered(waiting)
  }
}
