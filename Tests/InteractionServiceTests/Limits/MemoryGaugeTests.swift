import Testing

@testable import InteractionService

@Suite("Memory that ends: what is refused")
struct MemoryGaugeTests {
  private static func budget(_ limits: [MemoryKind: Int]) throws -> MemoryBudget {
    try MemoryBudget(
      limits.mapValues { $0 << 20 }, used: ProcessMemory(resident: 0), cores: 1)
  }

  private static func memory(
    _ resident: Int = 0, addressSpace: Int = 0, freeHeap: Int = 0
  ) -> ProcessMemory {
    var memory = ProcessMemory(resident: resident << 20, addressSpace: addressSpace << 20)
    memory.freeHeap = freeHeap << 20
    return memory
  }

  private static let rows: [(Int, MemoryPressure.Level)] = [
    (800, .nothing), (801, .newSessions), (900, .newSessions), (901, .resumedSessions),
    (970, .resumedSessions), (971, .everything), (5_000, .everything),
  ]

  @Test("each level from its share on, in either kind of memory", arguments: rows)
  func levels(used: Int, level: MemoryPressure.Level) throws {
    var main = MemoryGauge(try Self.budget([.mainMemory: 1_000]), sessions: nil)
    #expect(main.update(Self.memory(used)).level == level)
    var space = MemoryGauge(try Self.budget([.addressSpace: 1_000]), sessions: nil)
    #expect(space.update(Self.memory(addressSpace: used)).level == level)
    #expect(space.update(Self.memory(used, addressSpace: 0)).level == .nothing)
  }

  @Test("a drain needs some memory, too, however little there is", arguments: [100, 300, 600])
  func end(total: Int) throws {
    let end = MemoryBudget.end(of: total << 20) >> 20
    #expect(end == [100: 90, 300: 284, 600: 582][total])
  }

  @Test("a level lasts until a twentieth of its limit is free again")
  func hysteresis() throws {
    var gauge = MemoryGauge(try Self.budget([.mainMemory: 1_000]), sessions: nil)
    let steps: [(Int, MemoryPressure.Level)] = [
      (790, .nothing), (801, .newSessions), (761, .newSessions), (760, .nothing), (790, .nothing),
      (901, .resumedSessions), (856, .resumedSessions), (855, .newSessions), (890, .newSessions),
      (700, .nothing),
    ]
    for (used, level) in steps {
      #expect(gauge.update(Self.memory(used)).level == level, "\(used)")
    }
  }

  @Test("an option moves the first level, and the second one only up")
  func option() throws {
    let rows: [(Int?, Int, MemoryPressure.Level)] = [
      (500, 501, .newSessions), (500, 901, .resumedSessions), (950, 949, .nothing),
      (950, 951, .resumedSessions),
    ]
    for (option, used, level) in rows {
      var gauge = MemoryGauge(
        try Self.budget([.mainMemory: 1_000]), sessions: option.map { $0 << 20 })
      #expect(gauge.update(Self.memory(used)).level == level, "\(used)")
    }
    var alone = MemoryGauge(MemoryBudget(), sessions: 16 << 20)
    #expect(alone.update(Self.memory(17)).level == .newSessions)
    #expect(alone.update(Self.memory(100_000)).level == .newSessions)
    var none = MemoryGauge(MemoryBudget(), sessions: nil)
    #expect(none.update(Self.memory(100_000, addressSpace: 100_000)).level == .nothing)
  }

  @Test("the free part of the heap counts as free, and the worst kind of memory decides")
  func worst() throws {
    var gauge = MemoryGauge(
      try Self.budget([.addressSpace: 2_000, .mainMemory: 1_000]), sessions: nil)
    #expect(gauge.needsHeap(Self.memory(addressSpace: 1_500)) == false)
    #expect(gauge.needsHeap(Self.memory(addressSpace: 1_521)) == true)
    #expect(gauge.update(Self.memory(addressSpace: 1_990, freeHeap: 500)).level == .nothing)
    let pressure = gauge.update(Self.memory(820, addressSpace: 1_990, freeHeap: 100))
    #expect(pressure.level == .resumedSessions)
    #expect(
      pressure.message == "the server uses 1890 MiB of address space; the limit is 1800 MiB")
    #expect(pressure.end == "1890 of 2000 MiB of address space are in use")
  }
}
