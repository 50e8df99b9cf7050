import InteractionClient
import InteractionCore
import Synchronization

/// A clock that only a test advances.
@available(InteractionEngine 1.0, *)
final class VirtualClock: Sendable {
  private struct Timer {
    let number: Int
    let due: MonotonicTime
    let action: @Sendable () -> Void
  }

  private struct State {
    var now: MonotonicTime
    var timers: [Timer] = []
    var last = 0
  }

  let start: MonotonicTime
  private let state: Mutex<State>
  private let executor = IdleDetectingExecutor()

  init() {
    self.start = .now
    self.state = Mutex(State(now: self.start))
  }

  var now: MonotonicTime { self.state.withLock { $0.now } }

  /// The clock in the form that sessions use.
  var sessionClock: SessionClock {
    SessionClock(
      now: { self.now }, sleep: { try await self.sleep(until: $0) },
      start: { [executor] work in Task(executorPreference: executor) { try await work() } })
  }

  /// Schedules `action` for the time `due`.
  ///
  /// - Returns: The timer's number.
  @discardableResult
  func schedule(at due: MonotonicTime, _ action: @escaping @Sendable () -> Void) -> Int {
    self.state.withLock { state in
      state.last += 1
      state.timers.append(Timer(number: state.last, due: due, action: action))
      return state.last
    }
  }

  private func sleep(until due: MonotonicTime) async throws {
    if due <= self.now { return }
    let (wakeups, wakeup) = AsyncStream<Void>.makeStream()
    let timer = self.schedule(at: due) { wakeup.finish() }
    defer { self.state.withLock { $0.timers.removeAll { $0.number == timer } } }
    // Also finishes when the task is cancelled.
    for await _ in wakeups {}
    try Task.checkCancellation()
  }

  /// Waits until all sessions are suspended.
  func settle() async { await self.executor.settle() }

  /// Advances the clock timer by timer, and settles the sessions after each.
  func advance(by duration: TimeSpan) async {
    let end = self.now + duration
    await self.settle()
    while let timer = self.nextTimer(until: end) {
      timer.action()
      await self.settle()
    }
    self.state.withLock { $0.now = end }
  }

  /// Removes the earliest timer due by `end`, and sets the clock to it.
  private func nextTimer(until end: MonotonicTime) -> Timer? {
    self.state.withLock { state in
      let order = { (one: Timer, other: Timer) in
        (one.due, one.number) < (other.due, other.number)
      }
      guard let next = state.timers.min(by: order), next.due <= end else { return nil }
      state.timers.removeAll { $0.number == next.number }
      state.now = max(state.now, next.due)
      return next
    }
  }
}
