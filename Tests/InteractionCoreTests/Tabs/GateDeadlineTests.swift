import InteractionCore
import Testing

/// The timeout of a tab that waits for a login; 1 s in these marbles.
@Suite struct GateDeadlineTests {
  private static let marbles = TabMarbles(
    driver: TabDriver {
      $0.gateTimeout = .seconds(1)
      $0.items[2].requiresLogin = true
      $0.items[3].requiresLogin = true
    },
    legend: [
      "a": .tapTab(index: 1), "b": .tapTab(index: 2), "c": .tapTab(index: 3),
      "i": .account(.signedIn), "o": .account(.signedOut), "x": .account(.loginFailed),
    ])

  @Test("T7 S5: a login that takes too long drops the tab, at the deadline's own time")
  func timeOut() throws {
    let driver = try Self.marbles.expect(
      events: "-b-------- ---t--i",
      sent: "  -?-------- ------g",
      due: "   ---------- -(g!)")
    #expect(driver.gate == GateState(isSignedIn: true))
    #expect(driver.selection?.selected == 0)
  }

  @Test("T7 S5: up to the deadline it waits; at the deadline it has been dropped")
  func edge() throws {
    try Self.marbles.expect(
      events: "-b-------- i",
      sent: "  -?-------- (g2)")
    try Self.marbles.expect(
      events: "-b-------- -i",
      sent: "  -?-------- -g",
      due: "   ---------- -(g!)")
  }

  @Test("T7: whatever drops or selects the tab takes the deadline with it")
  func noDeadlineLeft() throws {
    for (events, sent) in [
      ("-b-i------ -----t", "-?-(g2)"), ("-b-x------ -----t", "-?-(g!)"),
      ("-b-a------ -----t", "-?-(g1)"),
    ] {
      let driver = try Self.marbles.expect(events: events, sent: sent)
      #expect(driver.session.nextDeadline == nil)
    }
  }

  @Test("T7: the tab that took the other's place waits from its own tap on")
  func replaced() throws {
    try Self.marbles.expect(
      events: "-b----c--- -----t---- i",
      sent: "  -?----(g?)--- ---------- g",
      due: "   ---------- ------(g!)")
  }

  @Test("T7 S5: the server's own tick lets the deadline pass, too")
  func serverTick() throws {
    try Self.marbles.expect(
      events: "-b-------- ---------- ---------- -v",
      sent: "  -?",
      due: "   ---------- -(g!)")
  }

  @Test("T7: the deadline is 60 s unless the experience says otherwise, and is called `gate`")
  func standard() {
    var driver = TabDriver { $0.items[2].requiresLogin = true }
    driver.tap(2, at: 1_000)
    #expect(driver.deadline == 61_000)
    #expect(driver.send(.tick, at: 60_999) == [])
    #expect(driver.gate?.pendingTab == 2)
    #expect(driver.send(.tick, at: 61_000) == ["refuse 2 timedOut"])
    #expect(driver.directives.allSatisfy { $0.deadlineName == "gate" })
  }
}
