import InteractionCore
import InteractionFleet
import Logging
import Synchronization

/// How sessions come to the engines that they belong to.
@available(InteractionEngine 1.0, *)
extension FleetEngine {
  /// How long to wait for room at other engines before another look.
  private static let patience = TimeSpan.seconds(5)

  package func follow(engines: [String]) async {
    let ring = HashRing(engines)
    self.state.withLock { state in
      state.ring = ring
      state.plan.follow(ring, at: self.engine.clock.now)
    }
    self.bell.yield()
  }

  /// Sends sessions to where they belong, until the task is cancelled.
  package func run() async {
    var waiting: Task<Void, Never>?
    for await _ in self.rings {
      // The list has changed again: what was waited for before is out of date.
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
      let (sent, left) = self.engine.sendAway(from: self.name, by: ring, within: self.rooms(ring))
      self.sentAway.increment("ring", by: Int64(sent))
      guard left > 0 else { return }
      if left != told {
        self.engine.logger.notice(
          "sessions stay, since the engines that they belong to are full",
          metadata: ["sessions": "\(left)"])
        told = left
      }
      // Those that were sent have arrived by then, and count there.
      let pause = sent > 0 ? self.engine.drainPolicy.deadline + Self.patience : Self.patience
      self.state.withLock { $0.plan.lookAgain(by: ring, at: self.engine.clock.now + pause) }
    }
  }

  /// How many sessions may be sent to other engines, by name: each engine of the list sends a part
  /// of those that there is room for. Of an engine that has yet to report nothing is known.
  private func rooms(_ ring: HashRing) -> [String: Int] {
    let others = max(ring.engines.count - 1, 1)
    return self.state.withLock { state in
      state.reports.mapValues { ($0.room + others - 1) / others }
    }
  }
}
