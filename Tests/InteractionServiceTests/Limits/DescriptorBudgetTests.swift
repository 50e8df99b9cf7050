import Testing

@testable import InteractionService

@Suite("Descriptors are shared out")
struct DescriptorBudgetTests {
  @Test("the parts add up to the total", arguments: [64, 100, 1_024, 20_000], [1, 2, 3])
  func shares(total: Int, cores: Int) throws {
    let budget = try DescriptorBudget(total: total, cores: cores)
    #expect(budget.reserve + budget.monitoring + budget.operators + budget.connections == total)
    #expect(budget.connections >= 8)
    #expect(budget.reserve >= 32 + 4 * cores)
  }

  @Test("with too few the engine does not start, and says how many it needs")
  func shortage() throws {
    let error = #expect(throws: DescriptorBudget.Shortage.self) {
      try DescriptorBudget(total: 40, cores: 2)
    }
    let least = try #require(error?.least)
    #expect(error?.description.contains("at least \(least)") == true)
    _ = try DescriptorBudget(total: least, cores: 2)
    #expect(throws: DescriptorBudget.Shortage.self) {
      try DescriptorBudget(total: least - 1, cores: 2)
    }
  }
}
