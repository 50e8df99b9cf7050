import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("Problems are told with line, column and field")
struct YAMLPlaceTests {
  static let cases: [(String, String)] = [
    ("name: a\ntoggles:\n  - id: t\n    treshold: 1", "4:5: toggles[0].treshold: unknown field;"),
    ("name: a\ntoggles:\n  - id: t\n    threshold: px", "4:5: toggles[0].threshold: is 'px';"),
    ("{\"name\": \"a\",\n \"sources\": 3}", "2:2: sources: is 3; must be a list"),
    // A duplicate field.
    ("name: a\npreset: refined\nname: b", "3:1: name: is set twice, in line 1 and in line 3"),
    (
      "tab_bar:\n  style: system\n  \"style\": taps",
      "tab_bar.style: is set twice, in line 2 and in line 3"
    ),
    (
      "second_floor:\n  tip:\n    translations:\n      en: a\n      en: b",
      "second_floor.tip.translations.en: is set twice, in line 4 and in line 5"
    ),
    ("? []\n: 1\n? []\n: 2", "a field name must be a string"),
    // Invalid YAML.
    ("tab_bar:\n\titems: []", "2:1: the line is indented with a tab; indent with spaces"),
    (
      "toggles:\n  - id: t\n\tsource: home",
      "3:1: the line is indented with a tab; indent with spaces"
    ),
    ("name: a\nsources: [", "invalid YAML: did not find expected node content"),
    ("name: a\ntab: \u{1}", "2:6: invalid YAML: control characters are not allowed"),
    ("name: éé\ntab: \u{1}", "2:6: invalid YAML: control characters are not allowed"),
    ("- a", "1:1: must be a mapping from field names to values"),
    ("", "1:1: must be a mapping from field names to values"),
  ]

  @Test("the line begins with the place", arguments: Self.cases)
  func places(yaml: String, line: String) throws {
    let error = try #require(throws: ExperienceError.self) {
      try Proto.ExperienceDefinition(yaml: yaml)
    }
    let first = YAMLPositions(yaml).line(for: error.violations[0])
    #expect(first.contains(line), "\(first)")
  }

  @Test("a problem of an entry in short is at the entry")
  func short() {
    let violation = Violation(field: "sources[1].id", problem: "is wrong")
    let line = YAMLPositions("name: a\nsources:\n  - b\n  - c\n").line(for: violation)
    #expect(line == "4:5: sources[1].id: is wrong")
  }

  @Test("several names that stand twice are all told")
  func twice() {
    let error = #expect(throws: ExperienceError.self) {
      try Proto.ExperienceDefinition(
        yaml: "name: a\nname: b\nname: c\ntab_bar: { style: taps, style: taps }")
    }
    #expect(
      error?.violations.map(\.problem) == [
        "is set twice, in line 1 and in line 2; remove one",
        "is set twice, in line 1 and in line 3; remove one",
        "is set twice, in line 4 and in line 4; remove one",
      ])
  }

  @Test("tabs that do not indent are no mistake")
  func tabs() throws {
    let definition = try Proto.ExperienceDefinition(yaml: "{\n\t\"name\":\t\"a\"\n}")
    #expect(definition.name == "a")
  }
}
