package import InteractionCore
import Synchronization

/// How much the server has to do and holds, which admission is told all the time.
@available(InteractionEngine 1.0, *)
final class ServerLoad: Sendable {
  private let registry: SessionRegistry
  private let clock: ServerClock
  private let memory: @Sendable () -> Int?
  private let connections = Mutex(0)

  /// - Parameter memory: How much memory the process uses, bytes; nil where that cannot be told.
  init(
    of registry: SessionRegistry, clock: ServerClock, memory: @escaping @Sendable () -> Int?
  ) {
    self.registry = registry
    self.clock = clock
    self.memory = memory
  }

  /// Measures how much memory the process uses, and gives back what it does not, until the task is
  /// cancelled.
  func watchMemory() async {
    var heap = HeapKeeper()
    var seconds = 0
    while (try? await Task.sleep(for: .seconds(1))) != nil {
      seconds += 1
      // What cannot be read now may be in a second, once a descriptor is free again.
      guard let bytes = self.memory() else { continue }
      self.registry.note(memory: bytes)
      let users = self.registry.count + self.connections.withLock { $0 }
      guard seconds % 10 == 0, heap.isWorthwhile(memory: bytes, users: users) else { continue }
      HeapKeeper.giveBack()
      heap.gaveBack(memory: self.memory() ?? bytes, users: users)
    }
  }

  /// Measures how late tasks run, until the task is cancelled.
  func watchLag() async {
    var interval: TimeSpan
    repeat {
      interval = self.clockRang(0)
    } while (try? await self.clock.sleep(until: self.clock.now + interval)) != nil
  }

  /// One of the clocks rang by which it is known how late the server is; 0 is that of the tasks.
  /// Returns after what time it has to ring again.
  func clockRang(_ clock: Int) -> TimeSpan {
    let isIdle = self.registry.count + self.connections.withLock { $0 } == 0
    let interval = isIdle ? EngineLag.idleInterval : EngineLag.interval
    self.registry.clockRang(clock, at: self.clock.now, again: interval)
    return interval
  }

  /// So many connections are open.
  func note(connections: Int) {
    self.connections.withLock { $0 = connections }
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// One of the clocks rang by which admission knows how late the engine is: each event loop has
  /// one. Returns after what time it has to ring again.
  package func clockRang(_ clock: Int) -> TimeSpan {
    self.load.clockRang(clock)
  }

  /// So many connections are open.
  package func note(connections: Int) {
    self.load.note(connections: connections)
  }
}
