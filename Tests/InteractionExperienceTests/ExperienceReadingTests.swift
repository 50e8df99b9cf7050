import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Experiences are read, checked and filled in")
struct ExperienceReadingTests {
  private static let minimal = """
    name: small
    sources: [{ id: list }]
    tab_bar: { items: [{ title: { text: One } }] }
    """

  /// Returns a small experience with more fields of its tab and its bar.
  private static func small(tab: String = "", bar: String = "") -> String {
    """
    name: small
    sources: [{ id: list }]
    tab_bar: { items: [{ title: { text: One }\(tab) }]\(bar) }
    """
  }

  private func read(_ yaml: String) throws -> Experience {
    try Experience(try Proto.ExperienceDefinition(yaml: yaml))
  }

  @Test("R1 R3 R4 F4 T1: what is left out comes from the preset")
  func presets() throws {
    let toggle = "\ntoggles: [{ id: t, source: list }]\nsecond_floor: { source: list }\n"
    let refined = try self.read(Self.minimal + toggle)
    #expect(refined.toggles[0].rule == .refined)
    #expect(refined.floor?.rule == .refined)
    #expect(refined.tabBar.height == 56)
    let literal = try self.read(Self.minimal + toggle + "preset: PRESET_LITERAL\n")
    #expect(literal.toggles[0].rule == .literal)
    #expect(literal.floor?.rule == .literal)
    #expect(literal.tabBar.popsAtLaunch)
    #expect(refined.digest != literal.digest)
  }

  @Test(
    "X2: how long pages take to change places follows from their style",
    arguments: [
      ("", .spring, 750), ("style: TAB_TRANSITION_STYLE_SPRING", .spring, 750),
      ("style: TAB_TRANSITION_STYLE_SLIDE", .slide, 300),
      ("style: TAB_TRANSITION_STYLE_FADE", .fade, 300),
      ("style: TAB_TRANSITION_STYLE_FADE, duration: 0.45s", .fade, 450),
    ] as [(String, TransitionDefinition.Style, Int64)])
  func transitions(yaml: String, style: TransitionDefinition.Style, milliseconds: Int64) throws {
    let experience = try self.read(Self.small(bar: ", transition: { \(yaml) }"))
    let rule = try #require(experience.tabBar.transition)
    #expect(rule.style == style && rule.duration == .milliseconds(milliseconds))
    #expect(rule.easing == .easeInEaseOut && rule.watchdog == .seconds(2))
    #expect(try Experience(experience.definition).tabBar == experience.tabBar)
  }

  @Test("T4 B4 X2: the pace of items, badges and pages is read and written")
  func pace() throws {
    let curve = "{ x1: 0.1, y1: 0.9, x2: 0.2, y2: 1 }"
    let badge = "{ animation: BADGE_ANIMATION_ALERT_AND_SHAKE, animation_duration: 0.8s }"
    let experience = try self.read(
      Self.small(
        tab: ", animation_easing: \(curve), badge: \(badge)",
        bar: ", transition: { style: TAB_TRANSITION_STYLE_SLIDE, easing: \(curve) }"))
    let own = CubicBezier(0.1, 0.9, 0.2, 1)
    #expect(experience.tabBar.transition?.easing == own)
    #expect(experience.tabBar.items[0].animationEasing == own)
    #expect(experience.tabBar.items[0].badge?.animation == .alertAndShake)
    #expect(experience.tabBar.items[0].badge?.animationDuration == .milliseconds(800))
    #expect(try Experience(experience.definition).tabBar == experience.tabBar)
    let usual = try self.read(Self.small(tab: ", badge: {}")).tabBar.items[0]
    #expect(usual.animationEasing == .easeInEaseOut)
    #expect(usual.badge != nil && usual.badge?.animationDuration == nil)
  }

  @Test("B4: how far and how fast a badge moves is read and written")
  func badgeMotion() throws {
    let own = try self.read(
      Self.small(
        tab: ", badge: { animation_easing: { x1: 0.1, y1: 0.9, x2: 0.2, y2: 1 },"
          + " loop_duration: 0.5s, fall_height: 8, swing: 2 }"))
    let badge = try #require(own.tabBar.items[0].badge)
    #expect(badge.animationEasing == CubicBezier(0.1, 0.9, 0.2, 1))
    #expect(badge.loopDuration == .milliseconds(500))
    #expect(badge.fallHeight == 8 && badge.swing == 2)
    #expect(try Experience(own.definition).tabBar == own.tabBar)
    let usual = try self.read(Self.small(tab: ", badge: {}")).tabBar.items[0].badge
    #expect(usual == BadgeDefinition())
  }

  @Test("F9 F16: how the floor peeks and springs back is read and written")
  func floorReturns() throws {
    let own = try self.read(
      Self.minimal + "\nsecond_floor: { source: list, peek_easing: { x1: 0.1, y1: 0.9, x2: 0.2,"
        + " y2: 1 }, spring_back_duration: 0.2s, spring_back_easing: { x2: 1, y2: 1 } }")
    let floor = try #require(own.floor)
    #expect(floor.appearance.peekEasing == CubicBezier(0.1, 0.9, 0.2, 1))
    #expect(floor.rule.springBackDuration == .milliseconds(200))
    #expect(floor.rule.springBackEasing == .linear)
    #expect(try Experience(own.definition).floor == floor)
    let usual = try #require(try self.read(Self.minimal + "\nsecond_floor: { source: list }").floor)
    #expect(usual.appearance.peekEasing == .easeInEaseOut)
    #expect(usual.rule.springBackDuration == nil && usual.rule.springBackEasing == .easeOut)
  }

  @Test("N5: whether pans move pages, and how far they have to go, is read and written")
  func pans() throws {
    let usual = try #require(try self.read(Self.minimal + "\nnavigation: {}").navigation)
    #expect(usual.interactiveScan && usual.scanFraction == 0.3)
    let own = try self.read(
      Self.minimal + "\nnavigation: { interactive_scan: false, scan_fraction: 0.5 }")
    let navigation = try #require(own.navigation)
    #expect(!navigation.interactiveScan && navigation.scanFraction == 0.5)
    #expect(try Experience(own.definition).navigation == navigation)
  }

  @Test("a resolved definition reads back as the same experience", arguments: 0 ..< 11)
  func resolved(index: Int) throws {
    var experience = try BuiltInExperiences.all[index]
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  /// Invalid experiences, with the error's text.
  private static let wrong: [(String, String)] = [
    ("name: [", "did not find expected node content"),
    ("3", "must be a mapping from field names"),
    (minimal + "\nnmae: x", "nmae: unknown field"),
    (minimal + "\npreset: PRESET_ODD", "preset: is 'PRESET_ODD'; must be one of refined, literal"),
    ("name: A B\n", "name: is 'A B'"),
    ("name: small\n", "sources: is empty"),
    (
      minimal + "\ntoggles: [{ id: t, source: lst }]",
      "toggles[0].source: is 'lst'; must be a source of"
    ),
    (
      minimal + "\ntoggles: [{ id: t, source: list, threshold: -1 }]",
      "toggles[0].threshold: is -1;"
    ),
    (
      minimal + "\ntoggles: [{ id: t, source: list, duration: 11s }]",
      "toggles[0].duration: is 11 s;"
    ),
    (
      small(bar: ", transition: { easing: { x1: 2 } }"), "tab_bar.transition.easing.x1: is 2;"
    ),
    (
      small(tab: ", badge: { animation_duration: 11s }"),
      "tab_bar.items[0].badge.animation_duration: is 11 s;"
    ),
    (
      small(tab: ", badge: { loop_duration: 0.01s }"),
      "tab_bar.items[0].badge.loop_duration: is 0.01 s; must be 0.05 to 10 s"
    ),
    (
      small(tab: ", badge: { fall_height: -1 }"), "tab_bar.items[0].badge.fall_height: is -1;"
    ),
    (
      small(tab: ", badge: { swing: 1001 }"), "tab_bar.items[0].badge.swing: is 1001;"
    ),
    (
      minimal + "\nsecond_floor: { source: list, spring_back_duration: 11s }",
      "second_floor.spring_back_duration: is 11 s;"
    ),
    (
      minimal + "\nsecond_floor: { source: list, peek_easing: { x1: 2 } }",
      "second_floor.peek_easing.x1: is 2;"
    ),
    (
      small(tab: ", animation_easing: { x2: -1 }"),
      "tab_bar.items[0].animation_easing.x2: is -1;"
    ),
    (
      minimal + "\ntoggles: [{ id: t, source: list }, { id: t, source: list }]",
      "'t' is declared twice"
    ),
    (
      minimal + "\nsecond_floor: { source: list, tip_distance: 150 }",
      "second_floor.tip_distance: is 150;"
    ),
    (
      minimal + "\nsecond_floor: { source: list, trigger_distance: 900 }",
      "must be at most limit, 812,"
    ),
    (
      minimal + "\nsecond_floor: { source: list, tip_color: red }",
      "second_floor.tip_color: is 'red'"
    ),
    (
      minimal + "\nnavigation: { scan_fraction: 1.5 }", "navigation.scan_fraction: is 1.5;"
    ),
    (
      minimal + "\nnavigation: { sheet_height: 1e999999999 }",
      "navigation.sheet_height: is 1e999999999; must be a number from -1.8e308 to 1.8e308"
    ),
    (
      minimal + "\nnavigation: { zoom_frame: { width: -1e400, heigth: 1e400 } }",
      "navigation.zoom_frame.heigth: unknown field"
    ),
    (minimal + "\nnavigation: { zoom_frame: { width: -1e400 } }", "zoom_frame.width: is -1e400;"),
    ("a: &x [1]\nb: *x", "2:4: anchors and aliases are not supported"),
    ("base: &base\n  a: 1\nb:\n  <<: *base", "4:7: anchors and aliases are not supported"),
    ("a: [&x 1, \"&y\"]\nc: {\"b\":*x}", "2:9: anchors and aliases are not supported"),
    (minimal + "\nname: again", "name: is set twice, in line 1 and in line 4"),
    (
      minimal + "\ntoggles: [{ id: t, source: list }, { id: u, sauce: list }]",
      "toggles[1].sauce: unknown field"
    ),
    (
      minimal + "\ntoggles: [{ id: t, duration: 0.25 }]",
      "toggles[0].duration: is 0.25; must be a duration such as 0.25s or 250ms"
    ),
  ]

  @Test("a problem names its field and limit", arguments: Self.wrong)
  func problems(yaml: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) { try self.read(yaml) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(error.map { "\($0)" } ?? "")")
  }

  @Test("addresses and comments may have & and *")
  func noAliases() throws {
    let title = "w=1&h=2 R &B *all*"
    let text = Self.minimal.replacing("One", with: "'\(title)'") + " # *all* of &it"
    #expect(try self.read(text).tabBar.items[0].title.fallback == title)
  }

  @Test("a text of aliases of aliases, which stands for 2^60 values, is refused at once")
  func aliasesOfAliases() throws {
    let lines = (1 ... 60).map { "k\($0): &a\($0) {*a\($0 - 1) : [*a\($0 - 1), *a\($0 - 1)]}" }
    let text = (["k0: &a0 x"] + lines).joined(separator: "\n")
    #expect(throws: ExperienceError.self) { try self.read(text) }
    let violation = Violation(field: "k1", problem: "is wrong")
    #expect(YAMLPositions(text).line(for: violation) == "1:1: k1: is wrong")
  }

  @Test("everything that is wrong is said at once")
  func allProblems() {
    let error = #expect(throws: ExperienceError.self) {
      try self.read("name: ''\nsources: [{ id: a }, { id: a }]\ntab_bar: { items: [] }")
    }
    #expect((error?.violations.count ?? 0) >= 3)
  }
}
