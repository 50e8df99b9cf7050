import InteractionCore
import Testing

/// Tabs that a tap selects only if the client allows it: tab 2 and, in some tests, others.
@Suite struct AskingTests {
  private static func asking(_ bar: inout TabBarDefinition) { bar.items[2].asksClient = true }
  private static let waits = GateState.Pending(tab: 2, condition: .client)

  private static func answer(_ tab: Int, _ isAllowed: Bool) -> InteractionEvent.Kind {
    .selectionVerdict(SelectionVerdict(tab: tab, isAllowed: isAllowed))
  }

  @Test("T5: a tap asks the client, and is carried out when the client allows it")
  func allowed() {
    var driver = TabDriver(Self.asking)
    #expect(driver.tap(2, at: 100) == ["ask 2"])
    #expect(driver.gate == GateState(isSignedIn: false, pending: Self.waits))
    #expect(driver.selection?.selected == 0)
    #expect(driver.send(Self.answer(2, true), at: 5_000) == ["select 2 user pop"])
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T5: a veto changes nothing but that, and sends its reason")
  func vetoed() {
    var driver = TabDriver(Self.asking)
    let before = driver.selection
    driver.tap(2, at: 100)
    #expect(driver.send(Self.answer(2, false), at: 200) == ["refuse 2 vetoed"])
    #expect(driver.selection == before)
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.tap(2, at: 300) == ["ask 2"])
  }

  @Test("T5: an answer that no tab waits for is ignored", arguments: [true, false])
  func lateAnswer(isAllowed: Bool) {
    var driver = TabDriver(Self.asking)
    #expect(driver.send(Self.answer(2, isAllowed), at: 100) == [])
    driver.tap(2, at: 200)
    // An answer about another tab.
    #expect(driver.send(Self.answer(1, isAllowed), at: 300) == [])
    #expect(driver.gate?.pending == Self.waits)
    driver.send(Self.answer(2, isAllowed), at: 400)
    #expect(driver.send(Self.answer(2, isAllowed), at: 500) == [])
  }

  @Test("T5: an answer about a tab that is none is refused by name", arguments: [-1, 5])
  func noTab(tab: Int) {
    let driver = TabDriver(Self.asking)
    let event = InteractionEvent(time: .zero, kind: Self.answer(tab, true))
    #expect(driver.session.violations(in: event).map(\.field) == ["selection_verdict.tab"])
  }

  @Test("T5 S5: a client that does not answer in a login's time has refused it")
  func timeOut() {
    var driver = TabDriver {
      Self.asking(&$0)
      $0.gateTimeout = .seconds(10)
    }
    driver.tap(2, at: 1_000)
    #expect(driver.deadline == 11_000)
    #expect(driver.send(.tick, at: 11_000) == ["refuse 2 timedOut"])
    #expect(driver.send(Self.answer(2, true), at: 11_100) == [])
    #expect(driver.selection?.selected == 0)
  }

  @Test("T5: a tap on another tab takes the question back; one on the same tab asks nothing")
  func otherTab() {
    var driver = TabDriver(Self.asking)
    driver.tap(2, at: 100)
    #expect(driver.tap(2, at: 1_000) == [])
    #expect(driver.deadline == 60_100)
    #expect(driver.tap(1, at: 2_000) == ["select 1 user pop"])
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.send(Self.answer(2, true), at: 3_000) == [])
    #expect(driver.selection?.selected == 1)
  }

  @Test("T5 T6: the app and backends do not ask, and what they select waits no more")
  func programmatic() {
    var driver = TabDriver(Self.asking)
    driver.tap(2, at: 100)
    #expect(driver.send(.selectTab(index: 2), at: 200) == ["select 2 programmatic"])
    #expect(driver.gate == GateState(isSignedIn: false))
    #expect(driver.send(Self.answer(2, false), at: 300) == [])
    driver.tap(0, at: 400)
    #expect(
      driver.send(.selectTab(index: 2), at: 500, command: "c") == ["select 2 programmatic"])
  }

  @Test("T5 R8: the selected tab is not asked about")
  func selected() {
    var driver = TabDriver {
      $0.items[1].asksClient = true
      $0.items[1].reselection = [.scrollToTop]
    }
    driver.tap(1, at: 100)
    driver.send(Self.answer(1, true), at: 200)
    #expect(driver.tap(1, at: 1_000) == ["top feed"])
  }

  @Test("T5 T7: the login comes first, then the question, then the jump")
  func order() {
    var driver = TabDriver {
      Self.asking(&$0)
      $0.items[2].requiresLogin = true
      $0.items[2].jump = TabItem.Jump(kind: .route, value: LocalizedText(fallback: "/cart"))
    }
    #expect(driver.tap(2, at: 100) == ["login 2"])
    #expect(driver.send(Self.answer(2, true), at: 200) == [])
    #expect(driver.send(.account(.signedIn), at: 300) == ["ask 2"])
    // The pending selection does not depend on either.
    #expect(driver.send(.account(.signedIn), at: 400) == [])
    #expect(driver.send(.account(.loginFailed), at: 500) == [])
    #expect(driver.gate == GateState(isSignedIn: true, pending: Self.waits))
    #expect(driver.send(Self.answer(2, true), at: 600) == ["perform 2 route /cart"])
  }

  @Test("T5 T7: who signs out before the answer has to sign in after it")
  func signedOut() {
    var driver = TabDriver(restoring: RestoredState(isSignedIn: true)) {
      Self.asking(&$0)
      $0.items[2].requiresLogin = true
    }
    #expect(driver.tap(2, at: 100) == ["ask 2"])
    driver.send(.account(.signedOut), at: 200)
    #expect(driver.gate?.pending == Self.waits)
    #expect(driver.send(Self.answer(2, true), at: 300) == ["login 2"])
  }

  @Test("T5 T14: such a tab has no reaction at hand, and no swipe leads to it")
  func noReaction() {
    var driver = TabDriver {
      $0.items[1].asksClient = true
      $0.transition = TransitionDefinition(swipes: true)
    }
    #expect(driver.selection?.items.map(\.reacts) == [false, false, true, true, true])
    #expect(driver.layout?.items[1].reaction == nil)
    #expect(driver.layout?.items[2].reaction != nil)
    driver.send(.pageDrag(PageDrag(.tabs, .began, translation: -20)), at: 100)
    #expect(driver.send(.pageDrag(PageDrag(.tabs, .ended, translation: -300)), at: 200) == [])
    #expect(driver.selection?.selected == 0)
  }
}
