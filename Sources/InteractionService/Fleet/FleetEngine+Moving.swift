import InteractionCore
import InteractionFleet
import Logging
import Synchronization

/// Moving sessions to the engines that the ring assigns them to.
@available(InteractionEngine 1.0, *)
extension FleetEngine {
  /// The time before a retry when other engines have no capacity.
  private static let retryDelay = TimeSpan.seconds(5)

  package func updateMembers(_ engines: [String]) async {
    let ring = HashRing(engines)
    self.engine.fleetDirectory.update(ring)
    self.state.withLock { state in
      state.ring = ring
      state.plan.follow(ring, at: self.engine.clock.now)
    }
    self.wakeUpSignal.yield()
  }

  /// Moves sessions after changes of the ring, until the task is cancelled.
  package func run() async {
    var waiting: Task<Void, Never>?
    for await _ in self.wakeUps {
      // The ring has changed again: the pending move is outdated.
      waiting?.cancel()
      waiting = Task { await self.moveWhenSettled() }
    }
    waiting?.cancel()
  }

  private func moveWhenSettled() async {
    var told = 0
    while let due = self.state.withLock({ $0.plan.due }) {
      guard (try? await self.engine.clock.sleep(until: due)) != nil else { return }
      guard let ring = self.state.withLock({ $0.plan.ring(at: self.engine.clock.now) }) else {
        return
      }
      let (sent, left) = self.engine.moveSessions(
        from: self.name, by: ring, within: self.freeCapacities(ring))
      self.drainedSessions.increment("ring", by: Int64(sent))
      guard left > 0 else { return }
      if left != told {
        self.engine.logger.notice(
          "sessions not moved: their engines in the ring are full",
          metadata: ["sessions": "\(left)"])
        told = left
      }
      // By then the moved sessions have arrived and are in the reports.
      let pause = sent > 0 ? self.engine.drainPolicy.deadline + Self.retryDelay : Self.retryDelay
      self.state.withLock { $0.plan.retry(by: ring, at: self.engine.clock.now + pause) }
    }
  }

  /// Returns the number of sessions that may move to each other engine, by name: an equal part of
  /// its free capacity. An engine that has not reported is missing.
  private func freeCapacities(_ ring: HashRing) -> [String: Int] {
    let others = max(ring.engines.count - 1, 1)
    return self.state.withLock { state in
      state.reports.mapValues { ($0.room + others - 1) / others }
    }
  }
}
