import InteractionCore
import Testing

/// Touches with delayed reports: the client's timestamps decide.
///
/// A finger touches tab 1, which has a menu, at 0.1 s: the long press is due at 0.6 s. At 4 s the
/// server, which has received nothing since, makes a tick.
@Suite struct LateTouchTests {
  private static let silence: Int64 = 4_000

  @Test("T9 S5: the server never decides a touch while a finger is down, but knows when it is due")
  func serverTick() {
    var driver = Self.touched()
    #expect(driver.deadline == 600)
    #expect(driver.serverDeadline == nil)
    driver.send(.serverTick, at: Self.silence)
    #expect(driver.directives == [])
    #expect(driver.deadline == 600)
    #expect(driver.serverDeadline == nil)
    #expect(driver.session.heldPointers == [1])
  }

  @Test("S5: what is due besides the touch the server does let happen")
  func otherDeadlines() {
    var driver = TabDriver {
      $0.items[1].menu = LongPressTests.menu
      $0.items[2].requiresLogin = true
      $0.gateTimeout = .seconds(3)
    }
    driver.tap(2, at: 50)
    driver.touch(.down, 1, at: 100)
    #expect(driver.deadline == 600)
    #expect(driver.serverDeadline == 3_050)
    #expect(driver.send(.serverTick, at: Self.silence) == ["refuse 2 timedOut"])
    #expect(driver.deadline == 600)
    #expect(driver.serverDeadline == nil)
  }

  @Test(
    "T9: a lift stamped before the deadline is a tap, however late", arguments: [101, 400, 599])
  func tap(stamp: Int64) {
    for isLate in [false, true] {
      var driver = Self.touched()
      if isLate { driver.send(.serverTick, at: Self.silence) }
      #expect(driver.touch(.up, 1, at: stamp) == ["select 1 user pop"])
      #expect(driver.session.lateEvents == (isLate ? 1 : 0))
      #expect(driver.session.nextDeadline == nil)
    }
  }

  @Test(
    "T9: a lift stamped at the deadline or later is never a tap, however late",
    arguments: [600, 601, 3_999])
  func press(stamp: Int64) {
    for isLate in [false, true] {
      var driver = Self.touched()
      if isLate { driver.send(.serverTick, at: Self.silence) }
      #expect(driver.touch(.up, 1, at: stamp) == ["haptic heavy", "menu 1 share mute"])
      #expect(driver.press?.phase == .ended)
      #expect(driver.press?.menu.count == 2)
      #expect(driver.selection?.selected == 0)
      #expect(driver.session.nextDeadline == nil)
    }
  }

  @Test("T9: a move that strays counts by its stamp, too", arguments: [599, 600])
  func stray(stamp: Int64) {
    for isLate in [false, true] {
      var driver = Self.touched()
      if isLate { driver.send(.serverTick, at: Self.silence) }
      let isLong = stamp >= 600
      let words = driver.touch(.moved, 1, at: stamp, dx: 20)
      #expect(words == (isLong ? ["haptic heavy", "menu 1 share mute"] : []))
      #expect(driver.press?.phase == (isLong ? .changed : .failed))
    }
  }

  @Test("T9 S5: the client's own tick decides the touch, even if the server's came first")
  func clientTick() {
    for stamp in [600, 900, Self.silence, 5_000] {
      var driver = Self.touched()
      driver.send(.serverTick, at: Self.silence)
      #expect(driver.send(.tick, at: stamp) == ["haptic heavy", "menu 1 share mute"], "\(stamp)")
      #expect(driver.press?.phase == .began, "\(stamp)")
    }
  }

  @Test("T9 S5: a backend's command past the deadline does not turn a tap into a long press")
  func command() {
    var driver = Self.touched()
    driver.send(.selectTab(index: 3), at: 700, command: "promotion")
    #expect(driver.touch(.up, 1, at: 400) == ["select 1 user pop"])
    #expect(driver.press?.menu == [])
  }

  @Test("T9: a touch whose every report comes late is told the same way")
  func allLate() {
    for (stamp, expected) in [
      (599, ["select 1 user pop"]), (600, ["haptic heavy", "menu 1 share mute"]),
    ] as [(Int64, [String])] {
      var driver = Self.driver
      driver.send(.serverTick, at: Self.silence)
      #expect(driver.touch(.down, 1, at: 100) == [])
      #expect(driver.touch(.up, 1, at: stamp) == expected)
    }
  }

  private static let driver = TabDriver {
    $0.items[1].menu = LongPressTests.menu
    $0.longPress.haptic = .heavy
  }

  private static func touched() -> TabDriver {
    var driver = Self.driver
    driver.touch(.down, 1, at: 100)
    return driver
  }
}
