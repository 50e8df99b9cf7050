import InteractionCore
import InteractionWire
import Logging
import Synchronization
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("The process's memory is watched")
struct MemoryPollerTests {
  private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  @Test("a look that fails is not the last one")
  func failedLook() async throws {
    let looks = Mutex(0)
    var configuration = Engine.Configuration()
    configuration.admission.memoryBytes = 1 << 20
    configuration.memory = {
      looks.withLock { looks in
        looks += 1
        return looks == 1 ? nil : ProcessMemory(resident: 2 << 20)
      }
    }
    let engine = try Engine(configuration, logger: Self.logger)
    let running = Task { await engine.run() }
    while looks.withLock({ $0 }) < 3 { try await Task.sleep(for: .milliseconds(10)) }
    running.cancel()
    let caller = try #require(engine.callerAuthentication.anonymous)
    let stream = LiveStream(engine: engine, caller: caller) { _ in }
    _ = stream.receive(.open(.sample()), costing: 0)
    #expect(stream.error?.reason == .overloaded)
    #expect(stream.error?.metadata == ["limit": "memory"])
    #expect(throws: StreamError.self) { try engine.checkMemory() }
  }

  @Test("an engine whose memory ends drains")
  func end() async throws {
    var configuration = Engine.Configuration()
    configuration.memoryBudget = try MemoryBudget(
      [.mainMemory: 1_000 << 20], used: ProcessMemory(resident: 0), cores: 1)
    let resident = Mutex(900 << 20)
    configuration.memory = { ProcessMemory(resident: resident.withLock { $0 }) }
    let engine = try Engine(configuration, logger: Self.logger)
    let running = Task { await engine.run() }
    while engine.acceptsConnections == false || engine.isShortOfMemory == false {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(engine.isShuttingDown == false)
    resident.withLock { $0 = 980 << 20 }
    await engine.waitUntilDrained()
    #expect(engine.isOutOfMemory)
    #expect(engine.acceptsConnections == false)
    running.cancel()
  }

  @Test("the heap is looked at while address space is short: when it grows, and once a second")
  func heap() throws {
    let space = Mutex(700)
    let looks = Mutex(0)
    let watch = MemoryPoller(
      try MemoryBudget([.addressSpace: 1_000 << 20], used: ProcessMemory(resident: 0), cores: 1),
      sessions: nil,
      read: { ProcessMemory(resident: 0, addressSpace: space.withLock { $0 } << 20) },
      freeHeap: {
        looks.withLock { $0 += 1 }; return 50 << 20
      })
    #expect(watch.poll()?.memory.freeHeap == 0)
    #expect(looks.withLock { $0 } == 0)
    space.withLock { $0 = 840 }
    #expect(watch.poll()?.pressure.level == .nothing)
    #expect(looks.withLock { $0 } == 1)
    space.withLock { $0 = 851 }
    #expect(watch.poll()?.pressure.level == .newSessions)
    #expect(looks.withLock { $0 } == 2)
    for _ in 0 ..< 3 * watch.pollsPerSecond { _ = watch.poll() }
    #expect(looks.withLock { $0 } == 5)
  }

  #if os(Linux)
    @Test("the system and the C library say what there is")
    func current() throws {
      let memory = try #require(ProcessMemory.current)
      #expect(memory.resident > 1 << 20)
      #expect(memory.addressSpace > memory.resident)
      let block = UnsafeMutableRawPointer.allocate(byteCount: 100_000, alignment: 16)
      block.deallocate()
      #expect(HeapTrimmer.freeBytes > 0)
    }
  #endif

  @Test("glibc's description of its heap: only the totals count")
  func description() {
    let text = """
      <malloc version="1">
      <heap nr="0">
      <total type="fast" count="4" size="240"/>
      <total type="rest" count="5" size="60000"/>
      </heap>
      <heap nr="1">
      <total type="rest" count="1" size="9"/>
      </heap>
      <total type="fast" count="5" size="300"/>
      <total type="rest" count="9" size="70000"/>
      <total type="mmap" count="1" size="266240"/>
      <system type="current" size="1216512"/>
      </malloc>
      """
    #expect(HeapTrimmer.freeBytes(in: text) == 70_300)
    #expect(HeapTrimmer.freeBytes(in: "") == 0)
  }
}
