/// Commands that wait until a client has applied a directive.
@available(InteractionEngine 1.0, *)
struct AppliedWaiters: Sendable {
  /// What a waiter is told: whether it came about.
  typealias Signal = AsyncStream<Bool>.Continuation

  private var waiters: [UInt64: (directive: UInt64, signal: Signal)] = [:]
  private var last: UInt64 = 0
  private var isOver = false

  init() {}

  /// Adds a waiter. Returns the number by which it leaves.
  mutating func add(_ signal: Signal, for directive: UInt64) -> UInt64 {
    self.last += 1
    if self.isOver {
      signal.finish()
    } else {
      self.waiters[self.last] = (directive, signal)
    }
    return self.last
  }

  mutating func remove(_ waiter: UInt64) {
    self.waiters[waiter] = nil
  }

  /// The client has applied everything up to `directive`.
  func notify(applied directive: UInt64) {
    if self.waiters.isEmpty { return }
    for waiter in self.waiters.values where waiter.directive <= directive {
      waiter.signal.yield(true)
    }
  }

  /// The stream is over: no waiter will learn more.
  mutating func end() {
    self.isOver = true
    for waiter in self.waiters.values { waiter.signal.finish() }
    self.waiters = [:]
  }
}
