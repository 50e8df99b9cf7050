import InteractionCore
import Testing

/// Bars with system items, with buttons and with tap recognisers share one state machine.
@Suite struct BarStyleTests {
  @Test(
    "T12: the same touches lead to the same in every style",
    arguments: TabBarDefinition.Style.allCases)
  func oneMachine(style: TabBarDefinition.Style) {
    var plain = Self.driver(.system)
    var styled = Self.driver(style)
    let events: [InteractionEvent.Kind] = [
      .tapTab(index: 1), .tapTab(index: 1), .pointer(plain.pointer(.down, 2)), .tick,
      .pointer(plain.pointer(.up, 2)), .menu(.dismissed), .tapTab(index: 3), .tapTab(index: 4),
      .account(.signedIn), .selectTab(index: 0), .account(.signedOut),
    ]
    for (index, kind) in events.enumerated() {
      let time = Int64(index + 1) * 1_000
      #expect(styled.send(kind, at: time) == plain.send(kind, at: time), "\(index)")
    }
    #expect(styled.selection?.selected == plain.selection?.selected)
  }

  @Test("T12: a button looks pressed while its tab is selected; items of other bars never do")
  func pressedLook() {
    for style in TabBarDefinition.Style.allCases {
      var driver = Self.driver(style)
      for tab in [0, 2, 1] {
        driver.tap(tab, at: driver.session.now.microseconds / 1_000 + 1_000)
        let looks = (0 ..< 5).map { style == .buttons && $0 == tab }
        #expect(driver.selection?.items.map(\.isPressed) == looks)
      }
    }
  }

  @Test("T12: pressing the selected button leaves its tab selected and its look on")
  func pressedAgain() {
    var driver = Self.driver(.buttons)
    driver.tap(2, at: 1_000)
    let before = driver.selection
    #expect(driver.tap(2, at: 2_000) == [])
    #expect(driver.selection == before)
  }

  @Test("T12: in literal its look goes off, and on again; the tab stays selected all the while")
  func literal() {
    var driver = Self.driver(.buttons) { $0.togglesSelectedLook = true }
    driver.tap(2, at: 1_000)
    for (index, isOn) in [false, true, false].enumerated() {
      driver.tap(2, at: 2_000 + Int64(index) * 1_000)
      #expect(driver.selection?.selected == 2)
      #expect(driver.selection?.items[2].isPressed == isOn)
      #expect(driver.selection?.items[2].image == "messages_selected")
      #expect(driver.selections.isEmpty)
    }
    driver.tap(1, at: 6_000)
    #expect(driver.selection?.items.map(\.isPressed) == [false, true, false, false, false])
    driver.tap(2, at: 7_000)
    #expect(driver.selection?.items[2].isPressed == true)
  }

  @Test("T12: only a finger's press makes it go off, and only in a bar of buttons")
  func literalExceptions() {
    var buttons = Self.driver(.buttons) { $0.togglesSelectedLook = true }
    let before = buttons.session.snapshot
    buttons.send(.selectTab(index: 0), at: 1_000)
    #expect(buttons.directives == [])
    #expect(buttons.session.snapshot == before)
    var system = Self.driver(.system) { $0.togglesSelectedLook = true }
    system.tap(0, at: 1_000)
    #expect(system.directives == [])
  }

  @Test(
    "T12: a button's second title stands below the first, inside the button",
    arguments: TabItem.Alignment.allCases, Surface.Direction.allCases)
  func subtitle(alignment: TabItem.Alignment, direction: Surface.Direction) throws {
    var surface = Surface.phone
    surface.direction = direction
    surface.locale = "de"
    let driver = TabDriver(in: surface) {
      $0.style = .buttons
      $0.items[2].alignment = alignment
      $0.items[2].subtitle = LocalizedText(
        fallback: "3 new", translations: [.init(locale: "de", text: "3 neue")])
    }
    let item = try #require(driver.layout?.items[2])
    #expect(item.text == "messages")
    #expect(item.subtitleText == "3 neue")
    #expect(item.subtitle.height > 0)
    #expect(item.subtitle.y >= item.title.y + item.title.height)
    #expect(item.subtitle.y + item.subtitle.height <= item.frame.height)
    #expect([item.subtitle.x, item.subtitle.width] == [item.title.x, item.title.width])
    let other = try #require(driver.layout?.items[1])
    #expect(other.subtitle == .zero)
    #expect(other.subtitleText == "")
  }

  private static func driver(
    _ style: TabBarDefinition.Style, _ change: (inout TabBarDefinition) -> Void = { _ in }
  ) -> TabDriver {
    TabDriver {
      $0.style = style
      $0.items[1].reselection = [.scrollToTop]
      $0.items[2].menu = LongPressTests.menu
      $0.items[3].isEnabled = false
      $0.items[4].requiresLogin = true
      change(&$0)
    }
  }
}
