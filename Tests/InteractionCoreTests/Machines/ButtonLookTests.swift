import InteractionCore
import Testing

/// The appearance of the bar's buttons, as in a snapshot.
@Suite struct ButtonLookTests {
  private static let look = ButtonLook(
    titleFont: TextFont(family: "Serif", size: 15), subtitleColor: "8E8E93",
    backgroundColor: "F2F2F7", cornerRadius: 6, border: ButtonLook.Border(width: 0.5))

  @Test("T12: what an item says of its button reaches the client with the bar's layout")
  func look() throws {
    let items = try Self.items { $0.items[1].button = Self.look }
    #expect(items[1].button == Self.look)
    #expect(items[0].button == ButtonLook())
    #expect(items.allSatisfy { $0.richTitle.isEmpty && $0.richSubtitle.isEmpty })
  }

  @Test("T12: rich texts come in the session's locale, beside the plain ones")
  func richTexts() throws {
    let count = LocalizedText(
      fallback: "3", translations: [LocalizedText.Translation(locale: "zh-Hans", text: "三")])
    let item = try Self.items {
      $0.items[0].subtitle = LocalizedText(fallback: "cards")
      $0.items[0].richSubtitle = RichText(spans: [
        RichText.Span(text: count, color: "FF3B30", font: TextFont(weight: 700)),
        RichText.Span(text: LocalizedText(fallback: " 张")),
      ])
    }[0]
    #expect(
      item.richSubtitle == [
        TextSpan(text: "三", color: "FF3B30", font: TextFont(weight: 700)), TextSpan(text: " 张"),
      ])
    #expect(item.subtitleText == "cards")
  }

  @Test("T12: without a plain text a client that shows no rich ones has that of their parts")
  func plainText() throws {
    let spans = ["a", "b"].map { RichText.Span(text: LocalizedText(fallback: $0)) }
    let item = try Self.items {
      $0.items[0].title = LocalizedText()
      $0.items[0].richTitle = RichText(spans: spans)
      $0.items[0].richSubtitle = RichText(spans: spans)
    }[0]
    #expect(item.text == "ab")
    #expect(item.subtitleText == "ab")
    // The second title has its height, as with a plain look.
    #expect(item.subtitle.height == 9)
  }

  private static func items(
    _ change: (inout TabBarDefinition) -> Void
  ) throws -> [BarLayout.Item] {
    var experience = Experience.refinedHome
    experience.tabBar.style = .buttons
    change(&experience.tabBar)
    var surface = Surface.phone
    surface.locale = "zh-Hans"
    return try #require(Session(experience: experience, surface: surface).snapshot.bar)
      .items
  }
}
