import Foundation
import Testing

@testable import InteractionService

@Suite("Limits on memory are known from the start")
struct MemoryBudgetTests {
  private static let used = ProcessMemory(resident: 20 << 20, addressSpace: 100 << 20)

  @Test("with too little the engine does not start, and says how much it needs")
  func shortage() throws {
    for kind in [MemoryKind.addressSpace, .mainMemory] {
      let error = #expect(throws: MemoryBudget.Shortage.self) {
        try MemoryBudget([kind: 40 << 20], used: Self.used, cores: 2)
      }
      let least = try #require(error?.least)
      let text = try #require(error?.description)
      #expect(text.contains("the \(kind.rawValue) limit is 40 MiB; "))
      #expect(text.contains("must be at least \(least >> 20) MiB:"))
      _ = try MemoryBudget([kind: least], used: Self.used, cores: 2)
      #expect(throws: MemoryBudget.Shortage.self) {
        try MemoryBudget([kind: least - 1], used: Self.used, cores: 2)
      }
    }
  }

  @Test("options of the engine follow the tightest limit")
  func defaults() throws {
    let budget = try MemoryBudget(
      [.addressSpace: 2_000 << 20, .mainMemory: 400 << 20], used: Self.used, cores: 2)
    var limits = AdmissionLimits()
    budget.apply(to: &limits)
    #expect(limits.memoryBytes == 320 << 20)
    #expect(limits.waitingBytes == 25 << 20)
    var recording = RecordingPolicy(directory: URL(fileURLWithPath: "/"))
    budget.apply(to: &recording)
    #expect(recording.unwrittenBytes == 25 << 20)
  }

  @Test("without a limit, or with a great one, they stay as they are")
  func unlimited() throws {
    for limits in [[:], [MemoryKind.mainMemory: 64 << 30]] {
      var found = AdmissionLimits()
      try MemoryBudget(limits, used: Self.used, cores: 2).apply(to: &found)
      #expect(found.waitingBytes == AdmissionLimits().waitingBytes)
      #expect((found.memoryBytes == nil) == limits.isEmpty)
    }
  }

  @Test("threads share arenas where these would take more than an eighth of the address space")
  func arenas() {
    #expect(HeapTrimmer.arenas(within: 100 << 20) == 1)
    #expect(HeapTrimmer.arenas(within: 1 << 30) == 2)
    #expect(HeapTrimmer.arenas(within: 16 << 30) == 32)
    #expect(HeapTrimmer.arenas(within: .max) == 1_024)
  }
}
