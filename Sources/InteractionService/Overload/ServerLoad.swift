package import InteractionCore
import InteractionStream
import Logging
import Synchronization

/// How much the server has to do and holds, which admission is told all the time.
@available(InteractionEngine 1.0, *)
final class ServerLoad: Sendable {
  private let registry: SessionRegistry
  private let clock: ServerClock
  private let memory: MemoryWatch
  private let logger: Logger
  private let connections = Mutex(0)

  init(of registry: SessionRegistry, clock: ServerClock, memory: MemoryWatch, logger: Logger) {
    self.registry = registry
    self.clock = clock
    self.memory = memory
    self.logger = logger
  }

  /// How short of memory the engine is.
  var memoryPressure: MemoryPressure { self.memory.pressure }

  /// Measures how much memory the process uses, and gives back what it does not, until the task is
  /// cancelled or the memory ends.
  ///
  /// - Parameter relieve: Called while even resumed sessions are refused.
  func watchMemory(relieve: () -> Void) async {
    var heap = HeapKeeper()
    var looks = 0
    var level = MemoryPressure.Level.nothing
    while level != .everything, (try? await Task.sleep(for: self.memory.pause)) != nil {
      looks += 1
      // What cannot be read now may be later, once a descriptor is free again.
      guard let (memory, pressure) = self.memory.look() else { continue }
      self.registry.note(memory: pressure)
      if pressure.level != level { self.log(pressure, after: level) }
      level = pressure.level
      if level >= .resumedSessions { relieve() }
      let users = self.registry.count + self.connections.withLock { $0 }
      guard looks % (10 * self.memory.looksPerSecond) == 0,
        heap.isWorthwhile(memory: memory.resident, users: users) || level != .nothing
      else { continue }
      HeapKeeper.giveBack()
      heap.gaveBack(
        memory: ProcessMemory.current?.resident ?? memory.resident, of: memory.resident,
        users: users)
    }
  }

  private func log(_ pressure: MemoryPressure, after level: MemoryPressure.Level) {
    if pressure.level == .nothing {
      self.logger.notice("memory suffices again")
    } else if pressure.level > level {
      self.logger.warning("memory is short", metadata: ["message": "\(pressure.message)"])
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
  /// Watches the memory until the task is cancelled. Once it ends, the engine drains.
  func watchMemory() async {
    await self.load.watchMemory { self.waitingBytes.halve() }
    guard self.isOutOfMemory else { return }
    let reason = self.load.memoryPressure.end
    self.logger.critical(
      "memory ends", metadata: ["message": "\(reason); the engine drains, and ends with code 1"])
    self.drain()
  }

  /// True once the engine has begun to drain since its memory ends.
  package var isOutOfMemory: Bool { self.load.memoryPressure.level == .everything }

  /// True while no new session is accepted for lack of memory.
  package var isShortOfMemory: Bool { self.load.memoryPressure.level >= .newSessions }

  /// Throws while memory is short.
  func checkMemory() throws(StreamError) {
    guard self.isShortOfMemory else { return }
    throw Admission.overloaded("memory", self.load.memoryPressure.message)
  }

  /// True while new connections are accepted.
  package var acceptsConnections: Bool { self.load.memoryPressure.level < .resumedSessions }

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
