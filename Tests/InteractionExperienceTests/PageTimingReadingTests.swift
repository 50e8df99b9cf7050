import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("An experience sets the times and curves of styles and of the second floor")
struct PageTimingReadingTests {
  private static let minimal = """
    name: small
    sources: [{ id: list }]
    tab_bar: { items: [{ title: { text: One } }] }

    """

  private func read(_ yaml: String) throws -> Experience {
    try Experience(try Proto.ExperienceDefinition(yaml: Self.minimal + yaml))
  }

  @Test("N4: a style takes what its timing says, and keeps what that leaves out")
  func timings() throws {
    let experience = try self.read(
      """
      navigation:
        timings:
          - { style: NAVIGATION_STYLE_ZOOM_TO, duration: 1.2s }
          - { style: NAVIGATION_STYLE_FADE, easing: { x1: 0.4, y1: 0, x2: 0.2, y2: 1 } }
      """)
    #expect(
      experience.navigation?.timings == [
        NavigationTiming(.zoomTo, duration: .milliseconds(1_200)),
        NavigationTiming(.fade, easing: CubicBezier(0.4, 0, 0.2, 1)),
      ])
  }

  @Test("F6 F8 F15: left out, the floor's curves are the rule's and its image loads at once")
  func floorDefaults() throws {
    let floor = try #require(try self.read("second_floor: { source: list }").floor)
    #expect(floor.rule.listEasing == .linear)
    #expect(floor.rule.barEasing == .linear)
    #expect(floor.rule.pageEasing == .easeInEaseOut)
    #expect(floor.rule.closeEasing == .easeInEaseOut)
    #expect(floor.appearance.prefetch == .eager)
  }

  @Test("F6 F8 F15: each curve of the floor and its prefetch reach the part that they are for")
  func floor() throws {
    let floor = try #require(
      try self.read(
        """
        second_floor:
          source: list
          list_easing: { x1: 0.1, x2: 1, y2: 1 }
          bar_easing: { x1: 0.2, x2: 1, y2: 1 }
          page_easing: { x1: 0.3, x2: 1, y2: 1 }
          close_easing: { x1: 0.4, x2: 1, y2: 1 }
          prefetch: FLOOR_PREFETCH_LAZY
        """
      ).floor)
    #expect(floor.rule.listEasing == CubicBezier(0.1, 0, 1, 1))
    #expect(floor.rule.barEasing == CubicBezier(0.2, 0, 1, 1))
    #expect(floor.rule.pageEasing == CubicBezier(0.3, 0, 1, 1))
    #expect(floor.rule.closeEasing == CubicBezier(0.4, 0, 1, 1))
    #expect(floor.appearance.prefetch == .lazy)
  }

  @Test("a resolved definition reads back as the same experience")
  func resolved() throws {
    var experience = try self.read(
      """
      navigation:
        timings:
          - style: NAVIGATION_STYLE_SCAN
            duration: 0.5s
            easing: { x1: 0.4, y1: 0, x2: 0.2, y2: 1 }
      second_floor:
        source: list
        close_easing: { x1: 0.4, x2: 1, y2: 1 }
        prefetch: FLOOR_PREFETCH_LAZY
      """)
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  @Test(
    "a problem names its field and limit",
    arguments: [
      (
        "navigation: { timings: [{ duration: 1s }] }",
        "navigation.timings[0].style: is missing; must be a navigation style"
      ),
      (
        "navigation: { timings: [{ style: NAVIGATION_STYLE_SYSTEM }] }",
        "navigation.timings[0].style: is 'system'; its timing is the platform's"
      ),
      (
        """
        navigation:
          timings: [{ style: NAVIGATION_STYLE_FADE }, { style: NAVIGATION_STYLE_FADE }]
        """,
        "navigation.timings[1].style: 'fade' already has a timing"
      ),
      (
        "navigation: { timings: [{ style: NAVIGATION_STYLE_FADE, duration: 0.04s }] }",
        "navigation.timings[0].duration: is 0.04 s; must be 0.05 to 10 s"
      ),
      (
        "navigation: { timings: [{ style: NAVIGATION_STYLE_FADE, duration: 11s }] }",
        "navigation.timings[0].duration: is 11 s;"
      ),
      (
        "navigation: { timings: [{ style: NAVIGATION_STYLE_FADE, easing: { x1: 2 } }] }",
        "navigation.timings[0].easing.x1: is 2;"
      ),
      (
        "second_floor: { source: list, page_easing: { x2: -1 } }",
        "second_floor.page_easing.x2: is -1;"
      ),
      (
        "second_floor: { source: list, prefetch: sometime }",
        "second_floor.prefetch: is 'sometime'; must be one of eager, lazy"
      ),
    ])
  func problems(yaml: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) { try self.read(yaml) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(error.map { "\($0)" } ?? "")")
  }
}
