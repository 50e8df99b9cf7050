/// Calls that wait until a counter reaches a number.
@available(InteractionEngine 1.0, *)
struct ProgressWaiters: Sendable {
  /// The result: true if the number was reached.
  typealias Signal = AsyncStream<Bool>.Continuation

  private var waiters: [UInt64: (goal: UInt64, signal: Signal)] = [:]
  private var last: UInt64 = 0
  private var isOver = false

  init() {}

  /// Adds a waiter. Returns its ID.
  mutating func add(_ signal: Signal, for goal: UInt64) -> UInt64 {
    self.last += 1
    if self.isOver {
      signal.finish()
    } else {
      self.waiters[self.last] = (goal, signal)
    }
    return self.last
  }

  mutating func remove(_ waiter: UInt64) {
    self.waiters[waiter] = nil
  }

  /// Wakes the waiters for numbers up to `number`.
  func notify(reached number: UInt64) {
    if self.waiters.isEmpty { return }
    for waiter in self.waiters.values where waiter.goal <= number {
      waiter.signal.yield(true)
    }
  }

  /// Ends all waits: the counter does not advance any more.
  mutating func end() {
    self.isOver = true
    for waiter in self.waiters.values { waiter.signal.finish() }
    self.waiters = [:]
  }
}
