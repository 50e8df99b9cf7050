package import InteractionCore
import InteractionStream
import Logging
import Synchronization

/// The load of the server: it measures memory and lag, and reports them to admission control.
@available(InteractionEngine 1.0, *)
final class ServerLoad: Sendable {
  private let registry: SessionRegistry
  private let clock: ServerClock
  private let memory: MemoryPoller
  private let logger: Logger
  private let connections = Mutex(0)

  init(of registry: SessionRegistry, clock: ServerClock, memory: MemoryPoller, logger: Logger) {
    self.registry = registry
    self.clock = clock
    self.memory = memory
    self.logger = logger
  }

  /// The memory pressure of the process.
  var memoryPressure: MemoryPressure { self.memory.pressure }

  /// Polls the process's memory and trims the heap, until the task is cancelled or memory is
  /// exhausted.
  ///
  /// - Parameter relieve: Called while sessions that resume are refused.
  func watchMemory(relieve: () -> Void) async {
    var heap = HeapTrimmer()
    var looks = 0
    var level = MemoryPressure.Level.nothing
    while level != .everything, (try? await Task.sleep(for: self.memory.pause)) != nil {
      looks += 1
      // Readable again once a descriptor is free.
      guard let (memory, pressure) = self.memory.poll() else { continue }
      self.registry.note(memory: pressure)
      if pressure.level != level { self.log(pressure, after: level) }
      level = pressure.level
      if level >= .resumedSessions { relieve() }
      let users = self.registry.count + self.connections.withLock { $0 }
      guard looks % (10 * self.memory.pollsPerSecond) == 0,
        heap.isWorthwhile(memory: memory.resident, users: users) || level != .nothing
      else { continue }
      HeapTrimmer.trim()
      heap.trimmed(
        to: ProcessMemory.current?.resident ?? memory.resident, from: memory.resident,
        users: users)
    }
  }

  private func log(_ pressure: MemoryPressure, after level: MemoryPressure.Level) {
    if pressure.level == .nothing {
      self.logger.notice("memory pressure ended")
    } else if pressure.level > level {
      self.logger.warning("memory pressure", metadata: ["message": "\(pressure.message)"])
    }
  }

  /// Measures the lag of tasks, until the task is cancelled.
  func watchLag() async {
    var interval: TimeSpan
    repeat {
      interval = self.lagProbeFired(0)
    } while (try? await self.clock.sleep(until: self.clock.now + interval)) != nil
  }

  /// Records that a lag probe fired; number 0 is the probe of tasks. Returns the interval until it
  /// must fire again.
  ///
  /// - Parameter queueDelay: The time for which input has waited for its turn.
  func lagProbeFired(_ clock: Int, queueDelay: TimeSpan = .zero) -> TimeSpan {
    let isIdle = self.registry.count + self.connections.withLock { $0 } == 0
    let interval = isIdle ? LagProbe.idleInterval : LagProbe.interval
    self.registry.lagProbeFired(
      clock, at: self.clock.now, queueDelay: queueDelay, again: interval)
    return interval
  }

  /// Records the number of open connections.
  func note(connections: Int) {
    self.connections.withLock { $0 = connections }
  }
}

@available(InteractionEngine 1.0, *)
extension Engine {
  /// Polls the memory until the task is cancelled. Once it is exhausted, the engine drains.
  func watchMemory() async {
    await self.load.watchMemory { self.waitingBytes.relieve() }
    guard self.isOutOfMemory else { return }
    let reason = self.load.memoryPressure.end
    self.logger.critical(
      "out of memory", metadata: ["message": "\(reason); the engine drains and exits with code 1"])
    self.drain()
  }

  /// True once the engine has begun to drain because memory is exhausted.
  package var isOutOfMemory: Bool { self.load.memoryPressure.level == .everything }

  /// True while new sessions are refused for lack of memory.
  package var isShortOfMemory: Bool { self.load.memoryPressure.level >= .newSessions }

  /// Throws `OVERLOADED` while new sessions are refused for lack of memory.
  func checkMemory() throws(StreamError) {
    guard self.isShortOfMemory else { return }
    throw SessionAdmission.overloaded("memory", self.load.memoryPressure.message)
  }

  /// True while new connections are accepted.
  package var acceptsConnections: Bool { self.load.memoryPressure.level < .resumedSessions }

  /// Records that the lag probe of an event loop fired. Returns the interval until it must fire
  /// again.
  ///
  /// - Parameter queueDelay: The time for which a connection has waited for its turn.
  package func lagProbeFired(_ clock: Int, queueDelay: TimeSpan) -> TimeSpan {
    self.load.lagProbeFired(clock, queueDelay: queueDelay)
  }

  /// Records the number of open connections.
  package func note(connections: Int) {
    self.load.note(connections: connections)
  }
}
