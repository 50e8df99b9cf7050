import InteractionCore
import Testing

/// The menu that a long press opens.
@Suite struct MenuTests {
  @Test("T9: the menu stays until it is used or put away", arguments: [true, false])
  func closing(isChosen: Bool) {
    var driver = Self.opened()
    #expect(driver.press?.menu.map(\.id) == ["share", "mute"])
    driver.send(.menu(isChosen ? .chosen(entry: 1) : .dismissed), at: 2_000)
    #expect(driver.press?.menu == [])
    driver.send(.menu(.dismissed), at: 2_100)
    #expect(driver.directives == [])
    driver.send(.menu(.chosen(entry: 7)), at: 2_200)
    #expect(driver.directives == [])
  }

  @Test("T9 S6: an entry that the open menu does not have is refused by name", arguments: [-1, 2])
  func unknownEntry(entry: Int) {
    var session = Self.opened().session
    let before = session
    let event = InteractionEvent.at(2_000, .menu(.chosen(entry: entry)))
    #expect(session.violations(in: event).map(\.field) == ["menu.chosen"])
    #expect(session.handle(event) == [])
    #expect(session == before)
  }

  @Test("T9: its entries are in the session's language")
  func language() {
    var surface = Surface.phone
    surface.locale = "fr-CA"
    #expect(Self.opened(in: surface).press?.menu.map(\.text) == ["Share", "Silence"])
  }

  @Test("T9 D5: another language while it is open shows it in that language")
  func otherLanguage() {
    var driver = Self.opened()
    var surface = Surface.phone
    surface.locale = "fr"
    driver.send(.surface(surface), at: 2_000)
    #expect(driver.press?.menu.map(\.text) == ["Share", "Silence"])
  }

  @Test("T9: a new press on another item takes the menu there")
  func otherItem() {
    var driver = Self.opened()
    driver.touch(.down, 3, at: 2_000)
    #expect(driver.send(.tick, at: 2_500) == ["menu 3 mute"])
    #expect(driver.press == PressState(tab: 3, phase: .began, menu: Self.muteAlone))
  }

  private static let muteAlone = [MenuEntry(id: "mute", text: "Mute")]

  /// Returns a session at 1 s whose tab 1 has its menu open, without a finger down.
  private static func opened(in surface: Surface = .phone) -> TabDriver {
    var driver = TabDriver(in: surface) {
      $0.items[1].menu = LongPressTests.menu
      $0.items[3].menu = Array(LongPressTests.menu.suffix(1))
    }
    driver.touch(.down, 1, at: 100)
    driver.touch(.up, 1, at: 1_000)
    return driver
  }
}
