import Metrics
import Synchronization

/// The sessions that are open on this server.
final class SessionRegistry: Sendable {
  private let counts = Mutex<[String: UInt32]>([:])
  private let metrics: EngineMetrics

  init(metrics: EngineMetrics) {
    self.metrics = metrics
  }

  /// A session with this experience has opened.
  func add(experience: String) {
    let total = self.counts.withLock { counts in
      counts[experience, default: 0] += 1
      return counts.values.reduce(0, +)
    }
    self.metrics.sessionsActive.set(Double(total))
  }

  /// A session with this experience is over. Returns how many there are now.
  @discardableResult
  func remove(experience: String) -> UInt32 {
    let total = self.counts.withLock { counts in
      let count = counts[experience] ?? 0
      counts[experience] = count > 1 ? count - 1 : nil
      return counts.values.reduce(0, +)
    }
    self.metrics.sessionsActive.set(Double(total))
    return total
  }

  /// How many sessions are open with this experience.
  func count(experience: String) -> UInt32 {
    self.counts.withLock { $0[experience] ?? 0 }
  }
}
