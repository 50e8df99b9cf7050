import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("D2: an experience declares timelines and refers to them by name")
struct TimelineReadingTests {
  private func read(_ tracks: String, timeline: String = "lift") throws -> Experience {
    let yaml = """
      name: small
      sources: [{ id: list }]
      tab_bar: { items: [{ title: { text: One }, timeline: \(timeline) }] }
      timelines: [{ name: lift, tracks: [\(tracks)] }]
      """
    return try Experience(try Proto.ExperienceDefinition(yaml: yaml))
  }

  static let icon = "part: ANIMATED_PART_TAB_ICON, property: ANIMATED_PROPERTY_TRANSLATE_Y"

  @Test("absent fields of a track have defaults, and a reference holds a copy of the timeline")
  func defaults() throws {
    let experience = try self.read(
      "{ \(Self.icon), start_value: -8, end_value: 0, duration: 0.3s }")
    let timeline = TimelineDefinition(
      name: "lift",
      tracks: [
        TrackDefinition(
          .tabIcon, .translateY,
          keyframes: [Keyframe(position: 0, value: -8), Keyframe(position: 1, value: 0)],
          duration: .milliseconds(300))
      ])
    #expect(experience.timelines == [timeline])
    #expect(experience.tabBar.items[0].timeline == timeline)
  }

  @Test("a resolved definition reads back as the same experience")
  func resolved() throws {
    var experience = try self.read(
      """
      { \(Self.icon), keyframes: [{ value: -0.1 }, { position: 1 }], unit: LENGTH_UNIT_HEIGHT,
        delay: 0.1s, duration: 0.3s, spring: { damping_ratio: 0.5, initial_velocity: 1 },
        iterations: 3, direction: PLAYBACK_DIRECTION_ALTERNATE, fill: FILL_BOTH }
      """)
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  @Test(
    "a problem names its field and limit",
    arguments: [
      ("{ \(icon), start_value: 0, end_value: 1 }", "timelines[0].tracks[0].duration: is missing"),
      (
        "{ \(icon), start_value: 0, duration: 1s }",
        "timelines[0].tracks[0]: must have start_value and end_value"
      ),
      (
        "{ \(icon), start_value: 0, end_value: 11, unit: LENGTH_UNIT_WIDTH, duration: 1s }",
        "timelines[0].tracks[0].end_value: is 11; must be -10 to 10"
      ),
      (
        "{ \(icon), start_value: 0, end_value: 0, duration: 6s, iterations: 2 }",
        "timelines[0].tracks: last 12 s; at most 10 s are allowed"
      ),
      (
        "{ \(icon), start_value: 0, end_value: 8, duration: 1s, fill: FILL_FORWARDS }",
        "tab_bar.items[0].timeline: tracks[0] of 'lift' ends with another value"
      ),
      (
        "{ part: ANIMATED_PART_TAB_ICON, property: ANIMATED_PROPERTY_FRAME,"
          + " start_value: 0, end_value: 1, duration: 1s }",
        "timelines[0].tracks[0].property: is 'frame'; must be one of opacity"
      ),
    ] as [(String, String)])
  func problems(tracks: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) { try self.read(tracks) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(error.map { "\($0)" } ?? "")")
  }

  @Test("R7: a toggle refers to timelines that move what its swap has", arguments: [true, false])
  func toggles(fits: Bool) throws {
    let yaml = """
      name: small
      sources: [{ id: list }]
      tab_bar: { items: [{ title: { text: One } }] }
      toggles:
        - id: rocket
          source: list
          swap: \(fits ? "TOGGLE_SWAP_FADE" : "TOGGLE_SWAP_PAGE")
          timeline_below: sink
      timelines:
        - name: sink
          tracks:
            - part: ANIMATED_PART_TOGGLE_OUTGOING
              property: ANIMATED_PROPERTY_SCALE
              start_value: 1
              end_value: 0
              duration: 0.4s
      """
    let definition = try Proto.ExperienceDefinition(yaml: yaml)
    guard fits else {
      let error = #expect(throws: ExperienceError.self) { try Experience(definition) }
      #expect(
        "\(error.map { "\($0)" } ?? "")".contains(
          "toggles[0].timeline_below: 'sink' animates toggle_outgoing in tracks[0]"))
      return
    }
    var experience = try Experience(definition)
    #expect(experience.toggles[0].appearance.timelineToAbove == nil)
    #expect(experience.toggles[0].appearance.timelineToBelow == experience.timelines[0])
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  @Test("F6 F8: the floor's page may end anywhere when it closes, but at its place when it opens")
  func floor() throws {
    func read(_ field: String) throws -> Experience {
      let yaml = """
        name: small
        sources: [{ id: list }]
        tab_bar: { items: [{ title: { text: One } }] }
        second_floor: { source: list, \(field): leave }
        timelines:
          - name: leave
            tracks:
              - part: ANIMATED_PART_FLOOR_PAGE
                property: ANIMATED_PROPERTY_TRANSLATE_Y
                start_value: 0
                end_value: -1
                unit: LENGTH_UNIT_HEIGHT
                duration: 0.4s
        """
      return try Experience(try Proto.ExperienceDefinition(yaml: yaml))
    }
    var experience = try read("closing_timeline")
    #expect(experience.floor?.rule.closingTimeline == experience.timelines[0])
    #expect(experience.floor?.rule.closingDuration == .milliseconds(400))
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
    let error = #expect(throws: ExperienceError.self) { try read("opening_timeline") }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains(
        "second_floor.opening_timeline: tracks[0] of 'leave' ends with another"
          + " value"))
  }

  @Test("N4: a page ends at its place where it comes, and begins there where it leaves")
  func page() throws {
    func read(_ part: String, _ values: String, _ more: String = "") throws -> Experience {
      let yaml = """
        name: small
        sources: [{ id: list }]
        tab_bar: { items: [{ title: { text: One } }] }
        navigation:
          timings: [{ style: NAVIGATION_STYLE_SLIDE, timeline: rise\(more) }]
        timelines:
          - name: rise
            tracks:
              - part: ANIMATED_PART_PAGE_\(part)
                property: ANIMATED_PROPERTY_TRANSLATE_Y
                \(values)
                unit: LENGTH_UNIT_HEIGHT
                duration: 0.4s
        """
      return try Experience(try Proto.ExperienceDefinition(yaml: yaml))
    }
    var experience = try read(
      "INCOMING", "start_value: 1\n        end_value: 0", ", back_timeline: rise")
    let timing = try #require(experience.navigation?.timings.first)
    #expect(timing.timeline == experience.timelines[0] && timing.backTimeline == timing.timeline)
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
    for (part, values, more, problem) in [
      (
        "INCOMING", "start_value: 1\n        end_value: 0.5", "",
        ".timeline: tracks[0] of 'rise' ends with another value"
      ),
      (
        "OUTGOING", "start_value: 1\n        end_value: 0", "",
        ".timeline: tracks[0] of 'rise' starts with another value"
      ),
      (
        "INCOMING", "start_value: 1\n        end_value: 0", ", duration: 1s",
        ": has a timeline and also duration or easing"
      ),
    ] {
      let error = #expect(throws: ExperienceError.self) { try read(part, values, more) }
      #expect(
        "\(error.map { "\($0)" } ?? "")".contains("navigation.timings[0]\(problem)"))
    }
  }

  @Test("X1 B4: tabs and badges play declared timelines of their parts")
  func tabsAndBadges() throws {
    func read(
      pages: String = "pages", badge: String = "count", above: String = "PAGE_INCOMING",
      moved: String = "PAGE_INCOMING"
    ) throws -> Experience {
      let yaml = """
        name: small
        sources: [{ id: list }]
        tab_bar:
          items: [{ title: { text: One }, badge: { timeline: \(badge) } }]
          transition: { timeline: \(pages) }
        timelines:
          - name: pages
            above: [ANIMATED_PART_\(above)]
            tracks:
              - part: ANIMATED_PART_\(moved)
                property: ANIMATED_PROPERTY_OPACITY
                start_value: 0
                end_value: 1
                duration: 0.4s
          - name: count
            tracks:
              - part: ANIMATED_PART_TAB_COUNT
                property: ANIMATED_PROPERTY_TRANSLATE_Y
                start_value: -6
                end_value: 0
                duration: 0.4s
        """
      return try Experience(try Proto.ExperienceDefinition(yaml: yaml))
    }
    var experience = try read()
    #expect(experience.timelines[0].above == [.pageIncoming])
    #expect(experience.tabBar.transition?.timeline == experience.timelines[0])
    #expect(experience.tabBar.items[0].badge?.timeline == experience.timelines[1])
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
    for (problem, wrong) in [
      ("tab_bar.transition.timeline: 'count' animates tab_count", { try read(pages: "count") }),
      (
        "tab_bar.items[0].badge.timeline: 'pages' animates page_incoming",
        { try read(badge: "pages") }
      ),
      (
        "tab_bar.transition.timeline: 'pages' has another part in above",
        { try read(above: "TAB_ICON") }
      ),
      (
        "timelines[0].above[1]: 'page_incoming' is listed twice",
        { try read(above: "PAGE_INCOMING, ANIMATED_PART_PAGE_INCOMING") }
      ),
      ("timelines[0].above[0]: is missing", { try read(above: "UNSPECIFIED") }),
      (
        "tab_bar.transition.timeline: tracks[0] of 'pages' starts with another value",
        { try read(moved: "PAGE_OUTGOING") }
      ),
    ] as [(String, () throws -> Experience)] {
      let error = #expect(throws: ExperienceError.self) { try wrong() }
      #expect("\(error.map { "\($0)" } ?? "")".contains(problem))
    }
  }

  @Test("a name that no timeline has is refused, with those that there are")
  func unknown() {
    let error = #expect(throws: ExperienceError.self) {
      try self.read(
        "{ \(Self.icon), start_value: 0, end_value: 0, duration: 1s }", timeline: "drop")
    }
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains(
        "tab_bar.items[0].timeline: is 'drop'; must be a timeline of the experience: lift"))
  }
}
