import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Advice on spelling")
struct SpellingSuggesterTests {
  @Test(
    "a wrong name or value comes with the nearest valid one",
    arguments: [
      ("nmae: x", "nmae: unknown field; did you mean name?"),
      (
        "preset: PRESET_REFIND",
        "preset: is 'PRESET_REFIND'; did you mean refined?"
      ),
      (
        "tab_bar: { items: [{ titel: { text: a } }] }",
        "tab_bar.items[0].titel: unknown field; did you mean title?"
      ),
      (
        "tabBar: { transitoin: {} }",
        "tabBar.transitoin: unknown field; did you mean transition?"
      ),
      ("navigation: { style: windows }", "navigation.style: is 'windows'; did you mean window?"),
      (
        "second_floor: { open_distance: 140 }",
        "second_floor.open_distance: unknown field;"
          + " did you mean trigger_distance?"
      ),
      (
        "second_floor: { refreshdistance: 60 }",
        "second_floor.refreshdistance: unknown field;"
          + " did you mean refresh_distance?"
      ),
    ])
  func nearest(yaml: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) {
      _ = try Proto.ExperienceDefinition(yaml: yaml)
    }
    #expect(error?.description == problem)
  }

  @Test("an unknown field without a near match lists the valid ones")
  func choices() {
    let error = #expect(throws: ExperienceError.self) {
      _ = try Proto.ExperienceDefinition(yaml: "carousels: [{ bananas: 3 }]")
    }
    #expect(
      error?.description
        == "carousels[0].bananas: unknown field; must be one of source, count, multiplier,"
        + " interval, width")
  }

  @Test("an empty message has no fields to suggest")
  func bare() {
    let error = #expect(throws: ExperienceError.self) {
      _ = try Proto.ExperienceDefinition(
        yaml: "tab_bar: { items: [{ badge: { content: { dot: { size: 3 } } } }] }")
    }
    #expect(error?.description == "tab_bar.items[0].badge.content.dot.size: unknown field")
  }

  @Test("everything that is misspelt is told at once")
  func all() {
    let yaml = "preset: PRESET_REFIND\ntab_bar: { itms: [], styel: 1 }\ncarousels: [{ cuont: 3 }]"
    let error = #expect(throws: ExperienceError.self) {
      _ = try Proto.ExperienceDefinition(yaml: yaml)
    }
    #expect(
      error?.violations.map(\.field) == [
        "preset", "tab_bar.itms", "tab_bar.styel", "carousels[0].cuont",
      ])
  }
}
