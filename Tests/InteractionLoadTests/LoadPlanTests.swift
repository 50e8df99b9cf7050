import InteractionExperience
import InteractionRandom
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionLoad

@Suite("Arrivals of sessions")
struct LoadPlanTests {
  private func plan(_ stages: LoadStage...) -> LoadPlan {
    LoadPlan(
      target: LoadEndpoint(host: "127.0.0.1", port: 1), scripts: LoadMix([]), stages: stages,
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
    // The mean is 5000, with a standard deviation of 71.
    #expect((4_700 ... 5_300).contains(begun))
    #expect(begun != 5_000)
    #expect(self.begun(plan, every: 2) == begun)
  }

  @Test(
    "Shares come to 1, however large or small the weights are",
    arguments: [[1e308, 1e308, 1e308], [1, 1, 1], [1e-300, 1e-300, 1e-300]])
  func shares(weights: [Double]) throws {
    let trace = try BundledTrace.tour.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let scripts = try ["a", "b", "c"].map {
      try LoadScript(trace, name: $0, experience: experience)
    }
    let mix = LoadMix(zip(scripts, weights).map { (script: $0, weight: $1) })
    var random = SeededGenerator(seed: 1)
    let drawn = (0 ..< 300).map { _ in mix.next(using: &random).name }
    for name in ["a", "b", "c"] {
      #expect((60 ... 140).contains(drawn.count { $0 == name }), "\(name)")
    }
    var plan = self.plan(LoadStage(.seconds(1), 1))
    plan.scripts = mix
    #expect(plan.lines[0].hasPrefix("a: 33.3 % of the sessions"), "\(plan.lines[0])")
  }

  /// Returns the number of sessions that begin if arrivals are computed every `step` ms.
  private func begun(_ plan: LoadPlan, every step: Int) -> Int {
    var random = SeededGenerator(seed: 7)
    var arrivals = LoadArrivals(plan, parts: 1)
    return stride(from: 0, to: Int(plan.duration.components.seconds) * 1_000, by: step)
      .reduce(0) { $0 + arrivals.due(at: UInt64($1) * 1_000_000, active: 0, using: &random) }
  }
}
