import Synchronization

/// Counts what happens and tells those who listen.
final class ChaosLog: Sendable {
  private struct State {
    var counters = ChaosCounters()
    var subscribers: [Int: AsyncStream<ChaosEvent>.Continuation] = [:]
    var subscriptions = 0
    var isFinished = false
  }

  private let state = Mutex(State())

  var counters: ChaosCounters { self.state.withLock { $0.counters } }

  /// Changes the counters that no event carries.
  func count(_ change: @Sendable (inout ChaosCounters) -> Void) {
    self.state.withLock { change(&$0.counters) }
  }

  /// Must be called from one thread only, or the order is not that of the calls.
  func record(_ kind: ChaosEvent.Kind, connection: Int) {
    let subscribers = self.state.withLock { state in
      state.counters.count(kind)
      return Array(state.subscribers.values)
    }
    for subscriber in subscribers {
      subscriber.yield(ChaosEvent(connection: connection, kind: kind))
    }
  }

  /// Whatever happens from now on. Of those that are not taken, the oldest are dropped past
  /// `limit`.
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
