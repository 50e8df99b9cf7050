import InteractionCore
import Testing

@Suite struct TabBarTests {
  /// A bar of three tabs, the last of which is disabled.
  private static let definition = TabBarDefinition(items: [
    TabItem(title: LocalizedText()), TabItem(title: LocalizedText()),
    TabItem(title: LocalizedText(), isEnabled: false),
  ])

  /// The selected tab, the requested tab and the decision.
  static let decisions: [(Int, Int, TabBar.Decision)] = [
    (0, 0, .reselect(index: 0)), (0, 1, .select(index: 1)), (0, 2, .refuse(.disabled)),
    (1, 0, .select(index: 0)), (1, 1, .reselect(index: 1)), (1, 2, .refuse(.disabled)),
    // A restored selection of a tab that has been disabled since: `isEnabled` comes first in T5.
    (2, 0, .select(index: 0)), (2, 1, .select(index: 1)), (2, 2, .refuse(.disabled)),
    (0, -1, .refuse(.disabled)), (0, 3, .refuse(.disabled)), (0, .max, .refuse(.disabled)),
  ]

  @Test("T5: is it enabled, then is it another?", arguments: decisions)
  func decide(selected: Int, index: Int, decision: TabBar.Decision) {
    let bar = TabBar(selected: selected)
    #expect(bar.decide(index, in: Self.definition) == decision)
  }

  @Test("T5: every tab is asked for on every tab")
  func coverage() {
    let pairs = Self.decisions.map { [$0.0, $0.1] }
    for selected in 0 ..< 3 {
      for index in 0 ..< 3 {
        #expect(pairs.contains([selected, index]))
      }
    }
  }

  @Test("T5: a refusal changes nothing and sends nothing but the reason")
  func refusal() {
    var experience = Experience.refinedHome
    experience.tabBar.items[3].isEnabled = false
    var session = Session(experience: experience, surface: .phone)
    let before = session.snapshot
    let contents = session.handle(.at(0, .tapTab(index: 3))).map(\.content)
    #expect(contents == [.refusal(.selectTab(index: 3), .disabled)])
    #expect(session.snapshot == before)
  }
}
