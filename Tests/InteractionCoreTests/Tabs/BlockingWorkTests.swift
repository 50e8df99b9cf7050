import InteractionCore
import Testing

/// Tabs that require a login: tab 2 and, in some tests, tab 3.
@Suite struct BlockingWorkTests {
  private static func gated(_ bar: inout TabBarDefinition) { bar.items[2].requiresLogin = true }

  @Test("T7: a gate passes at once when signed in")
  func signedIn() {
    var driver = TabDriver(Self.gated)
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.send(.account(.signedIn), at: 100) == [])
    #expect(driver.gate == GateState(isSignedIn: true))
    #expect(driver.tap(2, at: 200) == ["select 2 user pop"])
    let restored = TabDriver(restoring: RestoredState(isSignedIn: true), Self.gated)
    #expect(restored.gate == GateState(isSignedIn: true))
  }

  @Test("T7: otherwise a login is asked for, and the tab waits until the user has signed in")
  func waits() {
    var driver = TabDriver(Self.gated)
    #expect(driver.tap(2, at: 100) == ["login 2"])
    #expect(driver.gate?.isSignedIn == false)
    #expect(driver.gate?.pending == GateState.Pending(tab: 2, condition: .login))
    #expect(driver.selection?.selected == 0)
    #expect(driver.send(.account(.signedIn), at: 5_000) == ["select 2 user pop"])
    #expect(driver.gate == GateState(isSignedIn: true))
    #expect(driver.selection?.selected == 2)
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T7: a login that fails drops it, for this reason")
  func failure() {
    var driver = TabDriver(Self.gated)
    driver.tap(2, at: 100)
    #expect(driver.send(.account(.loginFailed), at: 200) == ["refuse 2 loginFailed"])
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.send(.account(.loginFailed), at: 300) == [])
    #expect(driver.send(.account(.signedIn), at: 400) == [])
    #expect(driver.selection?.selected == 0)
  }

  @Test("T7: a tap on another tab drops it", arguments: [0, 1, 4])
  func otherTab(tab: Int) {
    var driver = TabDriver {
      Self.gated(&$0)
      $0.items[4].jump = TabItem.Jump(kind: .route, value: LocalizedText(fallback: "/me"))
    }
    driver.tap(2, at: 100)
    driver.tap(tab, at: 200)
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.send(.account(.signedIn), at: 300) == [])
    #expect(driver.selection?.selected == (tab == 1 ? 1 : 0))
  }

  @Test("T7: a tap on another gated tab makes that one wait instead")
  func otherGatedTab() {
    var driver = TabDriver {
      Self.gated(&$0)
      $0.items[3].requiresLogin = true
    }
    driver.tap(2, at: 100)
    #expect(driver.tap(3, at: 200) == ["login 3"])
    #expect(driver.gate?.pendingTab == 3)
    #expect(driver.send(.account(.signedIn), at: 300) == ["select 3 user pop"])
  }

  @Test("T7 T15: two quick taps on another tab drop it, too")
  func otherTabTwice() {
    var driver = TabDriver {
      Self.gated(&$0)
      $0.items[0].doubleTap = TabItem.DoubleTap(action: .scrollToTop, waits: true)
    }
    driver.tap(2, at: 100)
    driver.tap(0, at: 200)
    driver.tap(0, at: 300)
    #expect(driver.gate?.pendingTab == nil)
    #expect(driver.send(.account(.signedIn), at: 400) == [])
  }

  @Test("T7 N3: who signs in while the login page leaves finds the tab selected")
  func loginPage() throws {
    var driver = TabDriver(navigation: NavigationDefinition(), Self.gated)
    driver.tap(2, at: 100)
    driver.send(.navigate(NavigationRequest(.present, route: "login")), at: 200)
    let present = try #require(driver.directives.last).sequence
    driver.send(.animationEnded(directive: present, outcome: .finished), at: 600)
    driver.send(.navigate(NavigationRequest(.dismiss)), at: 5_000)
    #expect(driver.send(.account(.signedIn), at: 5_050) == ["select 2 user pop"])
    #expect(driver.gate == GateState(isSignedIn: true))
  }

  @Test("T7: signing out on a gated tab selects the first ungated one that can be selected")
  func signingOut() {
    var driver = TabDriver(restoring: RestoredState(selectedTab: 2, isSignedIn: true)) {
      Self.gated(&$0)
      $0.items[0].requiresLogin = true
      $0.items[1].isEnabled = false
      $0.items[3].jump = TabItem.Jump(kind: .toast, value: LocalizedText(fallback: "soon"))
    }
    #expect(driver.send(.account(.signedOut), at: 100) == ["select 4 programmatic"])
    #expect(driver.gate == GateState(isSignedIn: false))
  }

  @Test("T7: signing out on another tab leaves it selected; so does it where there is no refuge")
  func signingOutElsewhere() {
    let signedIn = RestoredState(selectedTab: 1, isSignedIn: true)
    var driver = TabDriver(restoring: signedIn, Self.gated)
    #expect(driver.send(.account(.signedOut), at: 100) == [])
    #expect(driver.selection?.selected == 1)
    var walled = TabDriver(restoring: signedIn) { bar in
      for index in bar.items.indices { bar.items[index].requiresLogin = true }
    }
    #expect(walled.send(.account(.signedOut), at: 100) == [])
    #expect(walled.selection?.selected == 1)
  }

  @Test("T7 D7: a swipe that is taken back does not lead back through a gate that has shut since")
  func heldSwipe() {
    var driver = TabDriver(restoring: RestoredState(selectedTab: 2, isSignedIn: true)) {
      Self.gated(&$0)
      $0.transition = TransitionDefinition(swipes: true)
    }
    driver.send(.pageDrag(PageDrag(.tabs, .began, translation: -20)), at: 100)
    driver.send(.pageDrag(PageDrag(.tabs, .ended, translation: -300)), at: 200)
    #expect(driver.selection?.selected == 3)
    driver.send(.account(.signedOut), at: 300)
    driver.send(.holdExpired(.tabs), at: 600)
    #expect(driver.selection?.selected != 2)
  }
}
