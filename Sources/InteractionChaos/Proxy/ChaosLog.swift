import Synchronization

/// Counts events and publishes them to subscribers.
final class ChaosLog: Sendable {
  private struct State {
    var counters = ChaosCounters()
    var subscribers: [Int: AsyncStream<ChaosEvent>.Continuation] = [:]
    var subscriptions = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  var counters: ChaosCounters { self.state.withLock { $0.counters } }

  /// Updates counters that no event updates.
  func count(_ change: @Sendable (inout ChaosCounters) -> Void) {
    self.state.withLock { change(&$0.counters) }
  }

  /// Counts and publishes an event. Call it from one thread only: the order of events is the order
  /// of calls.
  func record(_ kind: ChaosEvent.EventType, connection: Int) {
    let subscribers = self.state.withLock { state in
      state.counters.count(kind)
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers {
      subscriber.yield(ChaosEvent(connection: connection, kind: kind))
    }
  }

  /// Returns the events from now on. The oldest unconsumed events beyond `limit` are dropped.
  func subscribe(limit: Int) -> AsyncStream<ChaosEvent> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: ChaosEvent.self, bufferingPolicy: .bufferingNewest(max(1, limit)))
    let id: Int? = self.state.withLock { state in
      guard !state.isFinished else { return nil }
      state.subscriptions += 1
      state.subscribers[state.subscriptions] = continuation
      return state.subscriptions
    }
    guard let id else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.subscribers[id] = nil }
    }
    return stream
  }

  func finish() {
    let subscribers = self.state.withLock { state in
      state.isFinished = true
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers { subscriber.finish() }
  }
}
