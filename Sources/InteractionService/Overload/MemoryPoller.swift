import Synchronization

/// Polls the process's memory and derives the pressure.
@available(InteractionEngine 1.0, *)
final class MemoryPoller: Sendable {
  private struct State: Sendable {
    var gauge: MemoryGauge
    var pressure = MemoryPressure()
    /// The last measurement of the free heap, the address space at that time, and the number of
    /// polls.
    var freeHeap = 0
    var addressSpace = 0
    var polls = 0
  }

  /// The polling interval without pressure: limited memory can be exhausted within a second.
  private let interval: Duration
  private let read: @Sendable () -> ProcessMemory?
  private let freeHeap: @Sendable () -> Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sessions: The resident memory above which new sessions are refused, in bytes; nil for no
  ///     limit.
  ///   - read: Returns the process's memory without the free heap; nil if it cannot be read.
  init(
    _ budget: MemoryBudget, sessions: Int?, read: @escaping @Sendable () -> ProcessMemory?,
    freeHeap: @escaping @Sendable () -> Int = { HeapTrimmer.freeBytes }
  ) {
    self.interval = budget.isLimited ? .milliseconds(100) : .seconds(1)
    self.read = read
    self.freeHeap = freeHeap
    self.state = Mutex(State(gauge: MemoryGauge(budget, sessions: sessions)))
  }

  /// The pressure at the last poll.
  var pressure: MemoryPressure { self.state.withLock { $0.pressure } }

  /// The time until the next poll: a fifth of the interval under pressure.
  var pause: Duration { self.pressure.level == .nothing ? self.interval : self.interval / 5 }

  /// The number of polls per second without pressure.
  var pollsPerSecond: Int { Int(.seconds(1) / self.interval) }

  /// Polls once. Returns the memory and the pressure; nil if the memory cannot be read, such as
  /// without a free descriptor. Then the last pressure stays.
  func poll() -> (memory: ProcessMemory, pressure: MemoryPressure)? {
    guard var memory = self.read() else { return nil }
    return self.state.withLock { state in
      state.polls += 1
      // The free heap is used up before the address space grows.
      let isOld =
        memory.addressSpace > state.addressSpace || state.polls % self.pollsPerSecond == 0
      if isOld, state.gauge.needsHeap(memory) {
        state.freeHeap = self.freeHeap()
        state.addressSpace = memory.addressSpace
      }
      memory.freeHeap = min(state.freeHeap, memory.addressSpace)
      state.pressure = state.gauge.update(memory)
      return (memory, state.pressure)
    }
  }
}
