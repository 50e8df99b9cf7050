import Synchronization

/// Looks at the process's memory from time to time, and says how short it is.
@available(InteractionEngine 1.0, *)
final class MemoryWatch: Sendable {
  private struct State: Sendable {
    var gauge: MemoryGauge
    var pressure = MemoryPressure()
    /// The last look at the heap.
    var freeHeap = 0
    var addressSpace = 0
    var looks = 0
  }

  /// The pause between looks while there is enough: memory that is limited can end within a second.
  private let interval: Duration
  private let read: @Sendable () -> ProcessMemory?
  private let freeHeap: @Sendable () -> Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - sessions: Bytes of main memory beyond which no new session is accepted; nil for no limit.
  ///   - read: Returns the process's memory, without a look at the heap; nil if it cannot be read.
  init(
    _ budget: MemoryBudget, sessions: Int?, read: @escaping @Sendable () -> ProcessMemory?,
    freeHeap: @escaping @Sendable () -> Int = { HeapKeeper.freeBytes }
  ) {
    self.interval = budget.isLimited ? .milliseconds(100) : .seconds(1)
    self.read = read
    self.freeHeap = freeHeap
    self.state = Mutex(State(gauge: MemoryGauge(budget, sessions: sessions)))
  }

  /// The pressure at the last look.
  var pressure: MemoryPressure { self.state.withLock { $0.pressure } }

  /// The pause before the next look: a fifth while memory is short.
  var pause: Duration { self.pressure.level == .nothing ? self.interval : self.interval / 5 }

  /// The number of looks in a second while there is enough.
  var looksPerSecond: Int { Int(.seconds(1) / self.interval) }

  /// Looks once. Returns the memory and the pressure; nil if the memory cannot be read, as without
  /// a free descriptor: then the last pressure stands.
  func look() -> (memory: ProcessMemory, pressure: MemoryPressure)? {
    guard var memory = self.read() else { return nil }
    return self.state.withLock { state in
      state.looks += 1
      // The heap's free part is used before the heap grows.
      let isOld =
        memory.addressSpace > state.addressSpace || state.looks % self.looksPerSecond == 0
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
