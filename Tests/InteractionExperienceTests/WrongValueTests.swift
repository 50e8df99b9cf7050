import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("A wrong value is named with what its field takes")
struct WrongValueTests {
  static let cases: [(String, String)] = [
    // A number.
    (
      "toggles: [{ threshold: 380px }]",
      "toggles[0].threshold: is '380px'; must be a number in pt such as 1 or 1pt"
    ),
    (
      "toggles: [{ threshold: [1] }]",
      "toggles[0].threshold: is a list; must be a number in pt such as 1 or 1pt"
    ),
    (
      "toggles: [{ threshold: 0x10 }]",
      "toggles[0].threshold: is '0x10'; must be a number in pt such as 1 or 1pt"
    ),
    (
      "toggles: [{ threshold: NaN }]",
      "toggles[0].threshold: is 'NaN'; must be a number in pt such as 1 or 1pt"
    ),
    (
      "toggles: [{ threshold: true }]",
      "toggles[0].threshold: is true; must be a number in pt such as 1 or 1pt"
    ),
    (
      "navigation: { scan_fraction: 30% }",
      "navigation.scan_fraction: is '30%'; must be a number"
    ),
    // A whole number.
    (
      "carousels: [{ count: 1.5 }]",
      "carousels[0].count: is 1.5; must be an integer from 0 to 4294967295"
    ),
    (
      "carousels: [{ count: -1 }]",
      "carousels[0].count: is -1; must be an integer from 0 to 4294967295"
    ),
    (
      "sources: [{ tab: 5000000000 }]",
      "sources[0].tab: is 5000000000; must be an integer from -2147483648 to 2147483647"
    ),
    (
      "sources: [{ tab: first }]",
      "sources[0].tab: is 'first'; must be an integer from -2147483648 to 2147483647"
    ),
    // A Boolean.
    ("tab_bar: { badges_off: yes }", "tab_bar.badges_off: is 'yes'; must be true or false"),
    ("tab_bar: { badges_off: 1 }", "tab_bar.badges_off: is 1; must be true or false"),
    ("tab_bar: { badges_off: {} }", "tab_bar.badges_off: is a mapping; must be true or false"),
    // A text.
    ("name: 5", "name: is the number 5; must be a string; put it in quotes"),
    ("name: true", "name: is true; must be a string; put it in quotes"),
    ("name: { text: a }", "name: is a mapping; must be a string"),
    (
      "tab_bar: { background_color: 000000 }",
      "tab_bar.background_color: is the number 000000; must be a string; put it in quotes"
    ),
    // An enumeration value.
    ("preset: odd", "preset: is 'odd'; must be one of refined, literal"),
    ("preset: 1", "preset: is 1; must be one of refined, literal"),
    ("preset: [refined]", "preset: is a list; must be one of refined, literal"),
    ("preset: UNSPECIFIED", "preset: is 'UNSPECIFIED'; must be one of refined, literal"),
    // A duration.
    (
      "tab_bar: { gate_timeout: 60 }",
      "tab_bar.gate_timeout: is 60; must be a duration such as 0.25s or 250ms"
    ),
    (
      "tab_bar: { gate_timeout: 1min }",
      "tab_bar.gate_timeout: is '1min'; must be a duration such as 0.25s or 250ms"
    ),
    (
      "tab_bar: { gate_timeout: 1.s }",
      "tab_bar.gate_timeout: is '1.s'; must be a duration such as 0.25s or 250ms"
    ),
    (
      "tab_bar: { gate_timeout: 99999999999999999999s }",
      "tab_bar.gate_timeout: is '99999999999999999999s'; must be a duration such as 0.25s or 250ms"
    ),
    (
      "tab_bar: { gate_timeout: { seconds: 1 } }",
      "tab_bar.gate_timeout: is a mapping; must be a duration such as 0.25s or 250ms"
    ),
    // A message.
    ("tab_bar: 5", "tab_bar: is 5; must be a mapping such as { style: big_logo }"),
    (
      "second_floor: { tip: [a] }",
      "second_floor.tip: is a list; must be a string, or a mapping such as { text: … }"
    ),
    (
      "second_floor: { tip: 3 }",
      "second_floor.tip: is 3; must be a string, or a mapping such as { text: … }"
    ),
    (
      "toggles: [{ easing_above: smooth }]",
      "toggles[0].easing_above: is 'smooth'; must be one of linear, ease_in, ease_out, ease_in_out,"
        + " ease, or a mapping such as { x1: 1, y1: 1, x2: 1, y2: 1 }"
    ),
    (
      "tab_bar: { items: [{ badge: true }] }",
      "tab_bar.items[0].badge: is true; must be a value of content, or a mapping such as"
        + " { content: { text: … } }"
    ),
    (
      "tab_bar: { items: [{ badge: { content: { dot: true } } }] }",
      "tab_bar.items[0].badge.content.dot: is true; must be {}"
    ),
    // A list and its elements.
    ("sources: home", "sources: is 'home'; must be a list such as [{ id: … }]"),
    ("sources: { id: home }", "sources: is a mapping; must be a list such as [{ id: … }]"),
    (
      "sources: [[home]]",
      "sources[0]: is a list; must be a string, or a mapping such as { id: … }"
    ),
    ("timelines: [{ above: [all] }]", "timelines[0].above[0]: is 'all'; must be one of tab_icon,"),
    // A map.
    (
      "second_floor: { tip: { translations: en } }",
      "second_floor.tip.translations: is 'en'; must be a mapping such as { en: … }"
    ),
    (
      "second_floor: { tip: { translations: { en: 3 } } }",
      "second_floor.tip.translations.en: is the number 3; must be a string; put it in quotes"
    ),
    // An absent value.
    (
      "toggles: [{ id: t, threshold: }]",
      "toggles[0].threshold: has no value; must be a number in pt such as 1 or 1pt"
    ),
    ("preset: ~", "preset: has no value; must be one of refined, literal"),
    ("sources:", "sources: has no value; must be a list such as [{ id: … }]"),
    ("sources:\n  -", "sources[0]: has no value; must be a string, or a mapping such as { id: … }"),
    ("navigation:", "navigation: has no value; must be a mapping such as { style: window }"),
    (
      "tab_bar:\n  background_color: #FF00AA",
      "tab_bar.background_color: has no value (# starts a comment unless quoted);"
        + " must be a string"
    ),
    // Two fields of which only one can be set.
    (
      "timelines: [{ tracks: [{ easing: linear, spring: {} }] }]",
      "timelines[0].tracks[0].spring: is set together with easing; remove one"
    ),
    (
      "tab_bar: { gate_timeout: 1s, gateTimeout: 2s }",
      "tab_bar.gateTimeout: is set twice, in line 1 and in line 1"
    ),
    // Names.
    ("? [name]\n: a", "a field name must be a string"),
  ]

  @Test("the problem has the field, the value and what would be right", arguments: Self.cases)
  func problems(yaml: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) {
      try Proto.ExperienceDefinition(yaml: yaml)
    }
    #expect(error?.description.hasPrefix(problem) == true, "\(error?.description ?? "")")
    #expect(error?.violations.count == 1)
  }

  @Test("at most 20 problems are told")
  func limit() {
    let fields = (0 ..< 30).map { "f\($0): 1" }.joined(separator: "\n")
    let error = #expect(throws: ExperienceError.self) {
      try Proto.ExperienceDefinition(yaml: fields)
    }
    #expect(error?.violations.count == 20)
  }
}
