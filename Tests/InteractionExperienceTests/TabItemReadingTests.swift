import InteractionCore
import InteractionExperience
import InteractionWire
import Testing

@Suite("T5 T12 T13: what a tab says of its button, its page and its client is read and checked")
struct TabItemReadingTests {
  private static func read(_ fields: String) throws -> Experience {
    let line = fields.split(separator: "\n").joined(separator: " ")
    let yaml = "name: small\nsources: [{ id: list }]\ntab_bar: { items: [{ \(line) }] }"
    return try Experience(try Proto.ExperienceDefinition(yaml: yaml))
  }

  @Test("absent fields have their defaults")
  func defaults() throws {
    let item = try Self.read("title: { text: One }").tabBar.items[0]
    #expect(item == TabItem(title: LocalizedText(fallback: "One")))
    #expect(item.autorotates && item.preferredOrientation == nil && !item.asksClient)
    #expect(item.button == ButtonLook())
  }

  @Test("all fields are read, and a resolved definition reads back as the same")
  func everything() throws {
    var experience = try Self.read(
      """
      button: {
        title_font: { family: Serif, size: 13, weight: 600 }, subtitle_font: { size: 8 },
        subtitle_color: "8E8E93", background_color: "F2F2F7", background_image: paper,
        corner_radius: 8, border: { color: "C7C7CC" } },
      rich_title: [{ text: { text: "3" }, color: "FF3B30", font: { weight: 700 } }],
      rich_subtitle: [{ text: { text: a } }, { text: { text: b } }],
      orientations: { portrait: true, landscape_left: true }, autorotates: false,
      preferred_orientation: ORIENTATION_LANDSCAPE_LEFT, asks_client: true
      """)
    let item = experience.tabBar.items[0]
    #expect(
      item.button
        == ButtonLook(
          titleFont: TextFont(family: "Serif", size: 13, weight: 600),
          subtitleFont: TextFont(size: 8), subtitleColor: "8E8E93", backgroundColor: "F2F2F7",
          backgroundImage: "paper", cornerRadius: 8,
          border: ButtonLook.Border(width: 1, color: "C7C7CC")))
    let three = RichText.Span(
      text: LocalizedText(fallback: "3"), color: "FF3B30", font: TextFont(weight: 700))
    #expect(item.richTitle == RichText(spans: [three]))
    #expect(item.richSubtitle.spans.map(\.text.fallback) == ["a", "b"])
    #expect(!item.autorotates && item.preferredOrientation == .landscapeLeft && item.asksClient)
    var again = try Experience(experience.definition)
    experience.digest = ""
    again.digest = ""
    #expect(again == experience)
  }

  private static let mistakes: [(String, String)] = [
    ("button: { title_font: { size: 300 } }", "title_font.size: is 300; must be 1 to 200"),
    ("button: { subtitle_font: { weight: 0 } }", "button.subtitle_font.weight: is 0;"),
    ("button: { title_font: { family: \(long) } }", "family: has 65 bytes; at most 64 are allowed"),
    (
      "button: { background_image: \(long) }",
      "background_image: has 65 bytes; at most 64 are allowed"
    ),
    ("button: { background_color: red }", "tab_bar.items[0].button.background_color: is 'red'"),
    ("button: { border: { color: grey } }", "button.border.color: is 'grey'"),
    ("button: { border: { width: 0 } }", "button.border.width: is 0; must be 0.1 to 100"),
    ("button: { corner_radius: -1 }", "button.corner_radius: is -1;"),
    ("rich_title: [{ color: red }]", "tab_bar.items[0].rich_title[0].color: is 'red'"),
    (
      "rich_subtitle: [{},{},{},{},{},{},{},{},{}]",
      "rich_subtitle: has 9 entries; at most 8 are allowed; remove entries"
    ),
    (
      "orientations: { portrait: true }, preferred_orientation: ORIENTATION_UPSIDE_DOWN",
      "tab_bar.items[0].preferred_orientation: is 'upside_down'; must be one of"
    ),
  ]

  private static let long = String(repeating: "x", count: 65)

  @Test("a problem names its field and limit", arguments: mistakes)
  func naming(fields: String, problem: String) {
    let error = #expect(throws: ExperienceError.self) { try Self.read(fields) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(problem), "\(error.map { "\($0)" } ?? "")")
  }
}
