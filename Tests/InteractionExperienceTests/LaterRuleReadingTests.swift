import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("T16 T17 R13 L1 U5: what a file may say, and what it may not")
struct LaterRuleReadingTests {
  private static func experience(_ item: String = "{}", _ more: String = "") throws -> Experience {
    try Experience(Proto.ExperienceDefinition(yaml: Self.yaml(item, more)))
  }

  private static func yaml(_ item: String, _ more: String) -> String {
    """
    name: screen
    sources: [{ id: home, tab: 0 }]
    tab_bar: { items: [\(item)] }
    \(more)
    """
  }

  private static func problems(_ item: String = "{}", _ more: String = "") -> [String] {
    do throws(ExperienceError) {
      _ = try Experience(Proto.ExperienceDefinition(yaml: Self.yaml(item, more)))
      return []
    } catch {
      return error.violations.map { "\($0.field): \($0.problem)" }
    }
  }

  @Test("a definition is the same when it is written and read again")
  func again() throws {
    var experience = try Self.experience(
      "{ reselection: [pop_to_root, scroll_to_top, perform], reselection_action: search,"
        + " long_press: { action: scan, haptic: heavy } }",
      """
      toggles: [{ id: bar, source: home, unit: height, threshold: 1.5, hysteresis: 0.1 }]
      second_floor:
        source: home
        unit: height
        tip_distance: 0.1
        trigger_distance: 0.2
        landscape: { tip_distance: 0.05 }
      links:
        - { source: home, target: navigation_bar, property: opacity, end_offset: 80, end_value: 1 }
      announcements: [{ occasion: floor_opened, text: Open, interrupts: true }]
      """)
    experience.digest = ""
    #expect(try Experience(reading: experience.definition) == experience)
    #expect(experience.tabBar.items[0].reselection == [.popToRoot, .scrollToTop, .perform])
    #expect(experience.toggles[0].rule.heights?.threshold == 1.5)
    #expect(experience.floor?.rule.bySurface?.landscape?.tip == 0.05)
    #expect(experience.floor?.rule.bySurface?.landscape?.trigger == 0.2)
    #expect(experience.links.count == 1)
  }

  @Test("R12 S9 T19 N6: so are these")
  func others() throws {
    var experience = try Experience(
      Proto.ExperienceDefinition(
        yaml: """
          name: screen
          sources: [{ id: home, tab: 0, lists: [for_you, nearby] }]
          tab_bar:
            items: [{}, { jump: { kind: route, value: cart, stays_lit: true } }]
          navigation: { stacks: per_tab }
          toggles:
            - { id: bar, source: home, policy: direction, away: 40, back: 20, near_top: 60,
                hides_bar: true, latch: once_per_drag }
            - { id: rocket, source: home, policy: direction }
          """))
    experience.digest = ""
    experience.maximumChangeBytes = Experience.changeBytes
    #expect(try Experience(reading: experience.definition) == experience)
    #expect(experience.sources[0].lists == ["for_you", "nearby"])
    #expect(experience.tabBar.items[1].jump?.staysLit == true)
    #expect(experience.navigation?.stacks == .perTab)
    let (bar, rocket) = (experience.toggles[0], experience.toggles[1])
    #expect(bar.rule.travel == ToggleDefinition.Rule.Travel(away: 40, back: 20, nearTop: 60))
    #expect(bar.rule.latch == .oncePerDrag && bar.appearance.hidesBar)
    #expect(rocket.rule == .directional && !rocket.appearance.hidesBar)
  }

  @Test(
    "R12 S9 T19: what is refused",
    arguments: [
      (
        "toggles: [{ id: bar, source: home, policy: direction, threshold: 30 }]",
        "toggles[0].threshold: does not apply with policy: direction; remove it"
      ),
      (
        "toggles: [{ id: bar, source: home, policy: direction, latch: until_fired }]",
        "toggles[0].latch: does not apply with policy: direction; remove it"
      ),
      (
        "toggles: [{ id: bar, source: home, back: 5 }]",
        "toggles[0].back: needs policy: direction; set it, or remove the field"
      ),
      (
        "toggles: [{ id: bar, source: home, policy: direction, away: 0 }]",
        "toggles[0].away: is 0; must be 1 to 100000"
      ),
    ])
  func refused(yaml: String, problem: String) {
    #expect(Self.problems("{}", yaml) == [problem])
  }

  @Test("S9 T19: so are these")
  func refusedParts() {
    func problems(_ yaml: String) -> [String] {
      do throws(ExperienceError) {
        _ = try Experience(Proto.ExperienceDefinition(yaml: yaml))
        return []
      } catch {
        return error.violations.map { "\($0.field): \($0.problem)" }
      }
    }
    #expect(
      problems("name: a\nsources: [{ id: home, lists: [one] }]\ntab_bar: { items: [{}] }")
        == ["sources[0].lists: has 1 entry; must have 2 to 8; a single list needs no name"])
    #expect(
      problems("name: a\nsources: [{ id: home, lists: [a, a] }]\ntab_bar: { items: [{}] }")
        == ["sources[0].lists[1]: 'a' is declared twice; rename or remove one"])
    #expect(
      Self.problems("{ jump: { kind: url, value: a, stays_lit: true } }", "navigation: {}")
        == [
          "tab_bar.items[0].jump.stays_lit: needs kind: route, whose page it follows; set it, or"
            + " remove stays_lit"
        ])
    #expect(
      Self.problems("{ jump: { kind: route, value: a, stays_lit: true } }")
        == [
          "tab_bar.items[0].jump.stays_lit: needs `navigation`, whose pages it follows; add it, or"
            + " remove stays_lit"
        ])
  }

  @Test(
    "an item",
    arguments: [
      (
        "{ reselection: perform }", "reselection_action: is empty; must name the action of perform,"
      ),
      ("{ reselection_action: search }", "reselection_action: is unused; add perform to"),
      (
        "{ reselection: [refresh, refresh, refresh, refresh, refresh] }",
        "reselection: has 5 entries; at most 4 are allowed"
      ),
      ("{ long_press: { haptic: light } }", "long_press.action: is empty; must have 1 to 32 bytes"),
      (
        "{ long_press: { action: scan }, menu: [{ id: a, text: A }] }",
        "long_press: stands beside a menu"
      ),
      (
        "{ button: { background_color: FFFFFF/ } }",
        "button.background_color: is 'FFFFFF/'; must be"
      ),
      (
        "{ button: { background_color: FFFFFF/000000/111111 } }",
        "button.background_color: is 'FFFFFF/000000/111111'; must be RRGGBB"
      ),
    ])
  func item(item: String, problem: String) {
    let problems = Self.problems(item)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix("tab_bar.items[0].\(problem)") == true, "\(problems)")
  }

  @Test(
    "other fields",
    arguments: [
      (
        "toggles: [{ id: bar, source: home, unit: width, threshold: 1 }]",
        "toggles[0].unit: is 'width'; must be points or height"
      ),
      (
        "toggles: [{ id: bar, source: home, unit: height }]",
        "toggles[0].threshold: is missing; must be 0 to 1000 heights with unit: height"
      ),
      (
        "toggles: [{ id: bar, source: home, unit: height, threshold: 1001 }]",
        "toggles[0].threshold: is 1001; must be 0 to 1000"
      ),
      (
        "second_floor: { source: home, unit: height }",
        "second_floor.unit: is 'height'; requires tip_distance and trigger_distance in heights"
      ),
      (
        "second_floor: { source: home, landscape: { tip_distance: 200 } }",
        "second_floor.landscape.tip_distance: is 200; must be more than 0 and less than"
      ),
      (
        "second_floor: { source: home, landscape: { refresh_distance: 100 } }",
        "second_floor.landscape.refresh_distance: is 100; must be at least 0"
      ),
      (
        "links: [{ source: feed, target: navigation_bar, property: opacity }]",
        "links[0].source: is 'feed'; must be a source of the experience: home"
      ),
      (
        "announcements: [{ text: Open }]",
        "announcements[0].occasion: is missing; must be one of floor_armed"
      ),
      (
        "announcements: [{ occasion: refused, text: A }, { occasion: refused, text: B }]",
        "announcements[1].occasion: 'refused' is declared twice; remove one"
      ),
      (
        "announcements: [{ occasion: refused }]",
        "announcements[0].text: is empty; must have a text"
      ),
    ])
  func other(more: String, problem: String) {
    let problems = Self.problems("{}", more)
    #expect(problems.first?.hasPrefix(problem) == true, "\(problems)")
  }
}
