import Logging
import Synchronization

/// Listing and watching the store.
@available(InteractionEngine 1.0, *)
extension FleetNode {
  /// Lists and watches, and starts over when the watch ends or the reconcile interval has passed.
  func watchStore() async {
    while !Task.isCancelled {
      do throws(StoreError) {
        let listing = try await self.store.list()
        self.storeAnswered()
        let step = self.receive(listing)
        if case .watch(let revision) = step { try await self.watch(from: revision) }
      } catch {
        if Task.isCancelled { return }
        if error.code != .compacted { self.logStoreFailure(error, while: "watching") }
        let wait = self.state.withLock { $0.backoff.nextDelay(jitter: .random(in: 0 ... 1)) }
        try? await Task.sleep(for: wait)
      }
    }
  }

  private func receive(_ listing: StoreSnapshot) -> StoreCache.Step {
    let (step, wasAhead, isAhead) = self.state.withLock { state in
      let wasAhead = state.mirror.hasLostDocuments
      let step = state.mirror.receive(listing)
      state.isSynchronized = true
      return (step, wasAhead, state.mirror.hasLostDocuments)
    }
    if isAhead, !wasAhead {
      self.logger.error(
        "fleet store lost documents; the last known versions stay in force: publish them again",
        metadata: ["revision": "\(listing.position.revision)"])
    }
    self.wakeUp.yield()
    return step
  }

  private func note(_ changes: [StoreChange]) {
    self.compareClocks(by: changes)
    // Reports do not affect the active versions.
    if changes.contains(where: { !FleetKey.isReport($0.key) }) { self.wakeUp.yield() }
  }

  private func watch(from revision: Int64) async throws(StoreError) {
    let time = self.configuration.resyncInterval
    let result = await withTaskGroup(of: Result<Void, StoreError>.self) { group in
      group.addTask {
        do throws(StoreError) {
          return .success(
            try await self.store.watch(from: revision) { news in
              let step = self.state.withLock { state in
                // A watch that has begun resets the backoff.
                state.backoff.reset()
                return state.mirror.receive(news)
              }
              if case .changed(let changes, _) = news { self.note(changes) }
              return step == .continueWatch
            })
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await Task.sleep(for: time)
        return .success(())
      }
      defer { group.cancelAll() }
      return await group.next() ?? .success(())
    }
    try result.get()
  }
}
