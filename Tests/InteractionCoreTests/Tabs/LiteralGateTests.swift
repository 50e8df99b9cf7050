import InteractionCore
import Testing

/// In literal, one gated tab gates every tap, since the original ignores the tapped index.
@Suite struct LiteralGateTests {
  private static func gated(_ bar: inout TabBarDefinition) {
    bar.gatesEveryTab = true
    bar.items[3].requiresLogin = true
  }

  @Test("T7: literal asks for a login whatever tab is tapped", arguments: 0 ..< 5)
  func everyTap(tab: Int) {
    var driver = TabDriver(Self.gated)
    #expect(driver.tap(tab, at: 100) == ["login \(tab)"])
    #expect(driver.gate?.pendingTab == tab)
    let selects = tab == 0 ? [] : ["select \(tab) user pop"]
    #expect(driver.send(.account(.signedIn), at: 200) == selects)
  }

  @Test("T7: signed in, literal gates nothing", arguments: 1 ..< 5)
  func signedIn(tab: Int) {
    var driver = TabDriver(restoring: RestoredState(isSignedIn: true), Self.gated)
    #expect(driver.tap(tab, at: 100) == ["select \(tab) user pop"])
  }

  @Test("T7: without a gated tab literal gates nothing")
  func nothingGated() {
    var driver = TabDriver { $0.gatesEveryTab = true }
    #expect(driver.gate == nil)
    #expect(driver.tap(1, at: 100) == ["select 1 user pop"])
  }

  @Test("T5 T7: literal, too, asks first whether the tab is enabled")
  func disabled() {
    var driver = TabDriver {
      Self.gated(&$0)
      $0.items[1].isEnabled = false
    }
    #expect(driver.tap(1, at: 100) == ["refuse 1 disabled"])
  }

  @Test("T7 T14: where every tap is gated no tab reacts by itself")
  func reactions() {
    var driver = TabDriver(Self.gated)
    #expect(driver.selection?.items.map(\.reacts) == [false, false, false, false, false])
    driver.send(.account(.signedIn), at: 100)
    #expect(driver.selection?.items.map(\.reacts) == [false, true, true, true, true])
  }

  @Test("T7 T15: the second of two quick taps is as gated as the first, and asks nothing again")
  func doubleTap() {
    var driver = TabDriver(restoring: RestoredState(selectedTab: 1)) {
      Self.gated(&$0)
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .refresh)
    }
    #expect(driver.tap(1, at: 100) == ["login 1"])
    #expect(driver.tap(1, at: 200) == [])
  }

  @Test("T7: refined gates the gated tab alone", arguments: 0 ..< 5)
  func refined(tab: Int) {
    var driver = TabDriver {
      Self.gated(&$0)
      $0.gatesEveryTab = false
    }
    let expected = tab == 3 ? ["login 3"] : tab == 0 ? [] : ["select \(tab) user pop"]
    #expect(driver.tap(tab, at: 100) == expected)
  }
}
