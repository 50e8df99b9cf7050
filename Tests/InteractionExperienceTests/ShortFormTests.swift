import InteractionExperience
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Short forms define the same as the contract's own")
struct ShortFormTests {
  /// The same fields in the short and the full form.
  static let pairs: [(short: String, full: String)] = [
    ("preset: literal", "preset: PRESET_LITERAL"),
    ("\u{FEFF}preset: literal", "preset: PRESET_LITERAL"),
    ("navigation: { style: zoom_to }", "navigation: { style: NAVIGATION_STYLE_ZOOM_TO }"),
    ("navigation: { style: zoom-to }", "navigation: { style: NAVIGATION_STYLE_ZOOM_TO }"),
    (
      "timelines: [{ above: [page_incoming] }]",
      "timelines: [{ above: [ANIMATED_PART_PAGE_INCOMING] }]"
    ),
    ("sources: [home, { id: feed, tab: 1 }]", "sources: [{ id: home }, { id: feed, tab: 1 }]"),
    ("second_floor: { tip: Welcome }", "second_floor: { tip: { text: Welcome } }"),
    (
      "tab_bar: { items: [{ reselection: refresh }] }",
      "tab_bar: { items: [{ reselection: [RESELECTION_REFRESH] }] }"
    ),
    (
      "tab_bar: { items: [{ title: News, rich_title: [\"3\"] }] }",
      "tab_bar: { items: [{ title: { text: News }, rich_title: [{ text: { text: \"3\" } }] }] }"
    ),
    (
      "tab_bar: { items: [{ badge: 3 }] }",
      "tab_bar: { items: [{ badge: { content: { count: { count: 3 } } } }] }"
    ),
    (
      "tab_bar: { items: [{ badge: { content: 3 } }] }",
      "tab_bar: { items: [{ badge: { content: { count: { count: 3 } } } }] }"
    ),
    (
      "tab_bar: { items: [{ badge: { content: { count: 3 } } }] }",
      "tab_bar: { items: [{ badge: { content: { count: { count: 3 } } } }] }"
    ),
    (
      "tab_bar: { items: [{ badge: New }] }",
      "tab_bar: { items: [{ badge: { content: { text: New } } }] }"
    ),
    (
      "tab_bar: { items: [{ badge: 99+ }] }",
      "tab_bar: { items: [{ badge: { content: { text: \"99+\" } } }] }"
    ),
    ("tab_bar: { gate_timeout: 1500ms }", "tab_bar: { gate_timeout: 1.5s }"),
    ("tab_bar: { gate_timeout: 5ms }", "tab_bar: { gate_timeout: 0.005s }"),
    ("tab_bar: { gate_timeout: 0.25ms }", "tab_bar: { gate_timeout: 0.000250s }"),
    ("tab_bar: { gate_timeout: 2.50s }", "tabBar: { gateTimeout: 2.500s }"),
    ("toggles: [{ threshold: 456pt }]", "toggles: [{ threshold: 456 }]"),
    ("toggles: [{ threshold: 45.5pt }]", "toggles: [{ threshold: \"45.5\" }]"),
    ("second_floor: { asset_width: 750px }", "second_floor: { asset_width: 750 }"),
    ("second_floor: { close_velocity: 900pt/s }", "second_floor: { close_velocity: 900 }"),
    (
      "timelines: [{ tracks: [{ keyframes: [{ value: -8pt }] }] }]",
      "timelines: [{ tracks: [{ keyframes: [{ value: -8 }] }] }]"
    ),
    ("toggles: [{ easing_above: linear }]", "toggles: [{ easing_above: { x2: 1, y2: 1 } }]"),
    (
      "toggles: [{ easing_above: ease_in }]",
      "toggles: [{ easing_above: { x1: 0.42, x2: 1, y2: 1 } }]"
    ),
    (
      "toggles: [{ easing_above: ease_out }]",
      "toggles: [{ easing_above: { x2: 0.58, y2: 1 } }]"
    ),
    (
      "toggles: [{ easing_above: ease-in-out }]",
      "toggles: [{ easing_above: { x1: 0.42, x2: 0.58, y2: 1 } }]"
    ),
    (
      "toggles: [{ easing_above: ease }]",
      "toggles: [{ easing_above: { x1: 0.25, y1: 0.1, x2: 0.25, y2: 1 } }]"
    ),
  ]

  @Test("short forms have the digest of the full forms", arguments: Self.pairs)
  func digests(short: String, full: String) throws {
    let short = try Proto.ExperienceDefinition(yaml: short)
    let full = try Proto.ExperienceDefinition(yaml: full)
    #expect(short == full)
    #expect(short.digest == full.digest)
    #expect(short != Proto.ExperienceDefinition())
  }

  @Test("the JSON of a definition reads back as the same", arguments: 0 ..< 11)
  func json(index: Int) throws {
    let definition = try BuiltInExperiences.definitions[index]
    let again = try Proto.ExperienceDefinition(yaml: try definition.jsonString())
    #expect(again.digest == definition.digest)
  }
}
