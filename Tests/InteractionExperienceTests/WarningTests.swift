import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Warnings about valid fields without effect")
struct WarningTests {
  private func warnings(_ yaml: String) throws -> [String] {
    try Proto.ExperienceDefinition(yaml: yaml).warnings.map { "\($0.field): \($0.problem)" }
  }

  @Test("a toggle that no tab shows")
  func toggle() throws {
    let toggle = "toggles: [{ id: rocket, source: home }]"
    #expect(
      try self.warnings(toggle) == [
        "toggles[0]: no tab shows 'rocket'; set big_logo: true on a tab, or show it in the app"
      ])
    #expect(try self.warnings("\(toggle)\ntab_bar: { items: [{ big_logo: true }] }") == [])
    #expect(try self.warnings("toggles: [{ id: bar, source: home, hides_bar: true }]") == [])
    #expect(
      try self.warnings("toggles: [{ id: bar, timeline_above: t }]\ntimelines: [{ name: t }]") == []
    )
  }

  @Test("a timeline that nothing plays")
  func timeline() throws {
    let timelines = "timelines: [{ name: lift }, { name: rise }]"
    #expect(
      try self.warnings("\(timelines)\ntab_bar: { items: [{ timeline: lift }] }") == [
        "timelines[1].name: 'rise' is unused; refer to it or remove it"
      ])
    #expect(
      try self.warnings(
        "\(timelines)\nsecond_floor: { opening_timeline: lift }\n"
          + "navigation: { timings: [{ style: slide, back_timeline: rise }] }") == [])
  }

  @Test(
    "a second floor that no finger can pull that far (R13)",
    arguments: [
      ("trigger_distance: 300", "is 300 pt", "portrait pulls 288 pt", ""),
      ("trigger_distance: 288", nil, "", ""),
      ("unit: height, trigger_distance: 0.4", "is 324.8 pt", "portrait pulls 288 pt", ""),
      ("landscape: { trigger_distance: 140 }", "is 140 pt", "landscape pulls 133 pt", "landscape."),
      ("landscape: { trigger_distance: 120 }", nil, "", ""),
      ("source: home", nil, "", ""),
    ] as [(String, String?, String, String)])
  func reach(fields: String, value: String?, reach: String, place: String) throws {
    let warnings = try self.warnings("second_floor: { \(fields) }")
    #expect(warnings.count == (value == nil ? 0 : 1))
    guard let value, let warning = warnings.first else { return }
    #expect(warning.hasPrefix("second_floor.\(place)trigger_distance: \(value); a finger"))
    #expect(warning.contains(reach))
  }

  @Test("a second floor behind a page that turns, which no finger can pull that far (R13)")
  func landscape() throws {
    let warnings = try self.warnings(
      """
      sources: [{ id: home, tab: 0 }]
      tab_bar: { items: [{ orientations: { portrait: true, landscape_left: true } }] }
      second_floor: { source: home }
      """)
    #expect(warnings.count == 1)
    #expect(warnings.first?.contains("landscape pulls 133 pt; set a smaller distance") == true)
  }

  @Test(
    "a translation by a point or less without a unit",
    arguments: [
      ("property: translate_y, start_value: 0, end_value: 1", "height"),
      ("property: translate_x, keyframes: [{ value: -1 }, { value: 0.5 }]", "width"),
      ("property: translate_y, start_value: 0, end_value: 1, unit: points", nil),
      ("property: translate_y, start_value: 0, end_value: 1, unit: height", nil),
      ("property: translate_y, start_value: 0, end_value: 8", nil),
      ("property: translate_y, start_value: 0, end_value: 0", nil),
      ("property: opacity, start_value: 0, end_value: 1", nil),
    ] as [(String, String?)])
  func distance(track: String, side: String?) throws {
    let warnings = try self.warnings(
      "timelines: [{ name: t, tracks: [{ \(track) }] }]\nsecond_floor: { closing_timeline: t }")
    #expect(
      warnings
        == (side.map { side in
          [
            "timelines[0].tracks[0]: moves by at most 1 pt; set unit: \(side) for fractions of the"
              + " viewport's \(side), or unit: points"
          ]
        } ?? []))
  }

  @Test("experiences that ship have none", arguments: 0 ..< 11)
  func builtIn(index: Int) throws {
    #expect(try BuiltInExperiences.definitions[index].warnings == [])
  }
}
