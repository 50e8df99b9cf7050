import InteractionCore
import InteractionExperience
import InteractionRandom
import InteractionService
import Testing

@Suite("Reconnect: storms")
struct RandomSessionRunTests {
  /// Returns the home screen with all session features.
  private static func everything() throws -> Experience {
    var experience = try #require(try BuiltInExperiences.named("home-refined"))
    experience.tabBar.items[1].badge = BadgeDefinition(
      content: .number(count: 0, max: RandomSessionRun.uncapped), maximum: RandomSessionRun.uncapped
    )
    experience.tabBar.items[3].requiresLogin = true
    experience.tabBar.transition = TransitionDefinition()
    experience.navigation = NavigationDefinition()
    experience.carousels = [CarouselDefinition(source: experience.sources[1].id, count: 5)]
    return experience
  }

  @Test(
    "nothing is lost, doubled or different, whatever came before the cuts",
    arguments: [false, true], [false, true])
  func storms(isNarrow: Bool, skips: Bool) throws {
    let experience = try Self.everything()
    var (cuts, commands) = (0, 0)
    for seed in 0 ..< UInt64(RandomCases.count(40, of: 120)) {
      var storm = try RandomSessionRun(
        seed: seed, experience,
        limits: isNarrow ? RandomSessionRun.narrow : RandomSessionRun.limits, skips: skips)
      try storm.run(160, checking: "seed \(seed), narrow \(isNarrow), skips \(skips)")
      cuts += storm.cuts
      commands += storm.commands
    }
    #expect(cuts > 150 && commands > 60)
  }

  @Test("every built-in experience", arguments: try BuiltInExperiences.all)
  func builtIn(experience: Experience) throws {
    for seed in 0 ..< UInt64(RandomCases.count(10, of: 25)) {
      var storm = try RandomSessionRun(
        seed: seed, experience,
        limits: seed % 2 == 0 ? RandomSessionRun.narrow : RandomSessionRun.limits, skips: false)
      try storm.run(160, checking: "seed \(seed), \(experience.name)")
    }
  }
}
