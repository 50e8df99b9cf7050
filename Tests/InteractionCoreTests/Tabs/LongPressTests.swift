import InteractionCore
import Testing

/// A long press on an item with a menu; in these marbles on tab 1.
@Suite struct LongPressTests {
  static let menu = [
    TabItem.MenuEntryDefinition(
      id: "share", text: LocalizedText(fallback: "Share"), image: "arrow"),
    TabItem.MenuEntryDefinition(
      id: "mute",
      text: LocalizedText(
        fallback: "Mute", translations: [.init(locale: "fr", text: "Silence")])),
  ]

  private static let driver = TabDriver {
    $0.items[1].menu = menu
    $0.longPress.haptic = .heavy
  }

  private static func marbles(_ driver: TabDriver) -> TabMarbles {
    TabMarbles(
      driver: driver,
      legend: [
        "d": .pointer(driver.pointer(.down, 1)), "u": .pointer(driver.pointer(.up, 1)),
        "n": .pointer(driver.pointer(.moved, 1, dx: 6, dy: 8)),
        "f": .pointer(driver.pointer(.moved, 1, dx: 10.5)),
        "x": .pointer(driver.pointer(.cancelled, 1)),
      ])
  }

  @Test("T9: after 0.5 s a haptic, then the menu; the finger's lift is no tap any more")
  func press() throws {
    let driver = try Self.marbles(Self.driver).expect(
      events: "-d-------- --t------- u",
      sent: "  ---------- ---------- e",
      due: "   ------(hm)")
    let menu = [
      MenuEntry(id: "share", text: "Share", image: "arrow"), MenuEntry(id: "mute", text: "Mute"),
    ]
    #expect(driver.press == PressState(tab: 1, phase: .ended, menu: menu))
    #expect(driver.selection?.selected == 0)
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T9: nothing happens before that, and a lift before it is a tap")
  func tap() throws {
    let driver = try Self.marbles(Self.driver).expect(events: "-d--tu---t", sent: "-----1")
    #expect(driver.selection?.selected == 1)
    #expect(driver.press?.menu == [])
  }

  @Test("T9: a lift at the deadline itself is a long press")
  func edge() throws {
    try Self.marbles(Self.driver).expect(
      events: "-d----u", sent: "------e", due: "------(hm)")
  }

  @Test("T9: up to 10 pt the finger rests; beyond that the press fails, once")
  func slop() throws {
    try Self.marbles(Self.driver).expect(
      events: "-d-nn----t", due: "------(hm)")
    let driver = try Self.marbles(Self.driver).expect(events: "-d-fnf---t", sent: "---f")
    #expect(driver.press == PressState(tab: 1, phase: .failed))
  }

  @Test("T9: each phase of the press can be seen in the state")
  func phases() throws {
    let marbles = Self.marbles(Self.driver)
    #expect(Self.driver.press == PressState())
    let phases: [(String, String, PressState.Phase)] = [
      ("-d-----t", "-", .began), ("-d-----f", "-------c", .changed),
      ("-d-----ffu", "-------c-e", .ended), ("-d-----x", "-------x", .cancelled),
      ("-d-----fx", "-------cx", .cancelled), ("-d-x---t", "---f", .failed),
    ]
    for (events, sent, phase) in phases {
      let fails = phase == .failed
      let driver = try marbles.expect(
        events: events, sent: sent, due: fails ? "" : "------(hm)")
      #expect(driver.press?.tab == 1)
      #expect(driver.press?.phase == phase)
      #expect(driver.press?.menu.isEmpty == (fails || phase == .cancelled))
    }
  }

  @Test("T9: without a haptic the menu comes alone; the deadline is called `press`")
  func withoutHaptic() {
    var driver = TabDriver { $0.items[1].menu = Self.menu }
    driver.touch(.down, 1, at: 100)
    #expect(driver.deadline == 600)
    #expect(driver.send(.tick, at: 599) == [])
    #expect(driver.send(.tick, at: 700) == ["menu 1 share mute"])
    #expect(driver.directives.map(\.deadlineName) == ["press"])
    #expect(driver.directives.map(\.at) == [.milliseconds(600)])
  }

  @Test("T9: the original's press takes 0.1 s and strays beyond 1 pt")
  func literal() {
    var driver = TabDriver {
      $0.items[1].menu = Self.menu
      $0.longPress = .init(delay: .milliseconds(100), slop: 1)
    }
    driver.touch(.down, 1, at: 100)
    #expect(driver.touch(.moved, 1, at: 150, dx: 1) == [])
    #expect(driver.send(.tick, at: 200) == ["menu 1 share mute"])
    driver.touch(.up, 1, at: 300)
    driver.touch(.down, 1, at: 1_000)
    driver.touch(.moved, 1, at: 1_050, dx: 1.1)
    #expect(driver.press?.phase == .failed)
    #expect(driver.send(.tick, at: 1_200) == [])
  }

  @Test("T9: an item without a menu knows no long press: however late, a lift is a tap")
  func withoutMenu() {
    var driver = Self.driver
    driver.touch(.down, 2, at: 100)
    #expect(driver.session.nextDeadline == nil)
    #expect(driver.touch(.up, 2, at: 9_000) == ["select 2 user pop"])
  }
}
