import InteractionReplay
import Testing

@testable import InteractionLoad

@Suite("When sessions begin")
struct LoadPlanTests {
  private func plan(_ stages: LoadStage...) -> LoadPlan {
    LoadPlan(
      target: LoadTarget(host: "127.0.0.1", port: 1), scripts: LoadMix([]), stages: stages,
      name: "test")
  }

  @Test("Stages are ramps from the level before")
  func levels() {
    let plan = self.plan(
      LoadStage(.seconds(10), 100), LoadStage(.seconds(10), 100), LoadStage(.seconds(5), 0))
    #expect(plan.duration == .seconds(25))
    let levels = [0, 5, 10, 19, 20, 24].map { plan.level(at: $0 * 1_000_000_000) }
    #expect(levels == [0, 50, 100, 100, 100, 20])
    #expect(self.plan(LoadStage(.seconds(1), 7, isStep: true)).level(at: 0) == 7)
  }

  @Test("As many are open as the level says, over all threads")
  func closed() {
    var random = SeededGenerator(seed: 1)
    var arrivals = LoadArrivals(self.plan(LoadStage(.seconds(1), 30, isStep: true)), parts: 2)
    #expect(arrivals.due(at: 0, active: 0, using: &random) == 15)
    #expect(arrivals.due(at: 0, active: 14, using: &random) == 1)
    #expect(arrivals.due(at: 0, active: 16, using: &random) == 0)
  }

  @Test("One begins every so often, whenever it is asked")
  func constant() {
    var plan = self.plan(LoadStage(.seconds(10), 50, isStep: true))
    plan.shape = .open(isPoisson: false)
    #expect(self.begun(plan, every: 2) == 500)
    #expect(self.begun(plan, every: 37) == 500)
  }

  @Test("Random arrivals come as often, and the same again from the same seed")
  func poisson() {
    var plan = self.plan(LoadStage(.seconds(100), 50, isStep: true))
    plan.shape = .open(isPoisson: true)
    let begun = self.begun(plan, every: 2)
    // 5000 in the mean, with a standard deviation of 71.
    #expect((4_700 ... 5_300).contains(begun))
    #expect(begun != 5_000)
    #expect(self.begun(plan, every: 2) == begun)
  }

  /// How many sessions begin in all, if it is asked every so many milliseconds.
  private func begun(_ plan: LoadPlan, every step: Int) -> Int {
    var random = SeededGenerator(seed: 7)
    var arrivals = LoadArrivals(plan, parts: 1)
    return stride(from: 0, to: Int(plan.duration.components.seconds) * 1_000, by: step)
      .reduce(0) { $0 + arrivals.due(at: UInt64($1) * 1_000_000, active: 0, using: &random) }
  }
}
