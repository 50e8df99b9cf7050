import InteractionCore
import Testing

/// A second tap within 0.3 s. On tab 1 it refreshes the list, and a reselection scrolls the list to
/// the top; whether the first tap acts at once depends on the test.
@Suite struct DoubleTapTests {
  @Test("T15: the first tap acts at once, the second within 0.3 s is the double tap")
  func actsAtOnce() throws {
    let marbles = Self.marbles(waits: false)
    try marbles.expect(events: "-a-a----t", sent: "-1-r")
    try marbles.expect(events: "-a---a--t", sent: "-1---^")
    let driver = try marbles.expect(events: "-a-------t", sent: "-1")
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T15: the third tap is a first one again")
  func thirdTap() throws {
    try Self.marbles(waits: false).expect(events: "-aaaa", sent: "-1r^")
    try Self.marbles(waits: false).expect(events: "-aadaaa", sent: "-1r-^r^")
  }

  @Test("T15: where the item says so the first tap waits, and acts alone when its time is over")
  func waits() throws {
    let marbles = Self.marbles(waits: true)
    try marbles.expect(events: "-a-----t", sent: "", due: "----1")
    try marbles.expect(events: "-s-a----t", sent: "-1", due: "------^")
    let driver = try marbles.expect(events: "-s-aad---t", sent: "-1--r")
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T15: on a tab that is not selected two taps that wait select it once")
  func selects() throws {
    try Self.marbles(waits: true).expect(events: "-aa---t", sent: "--1")
  }

  @Test("T15 S5: the deadline of a waiting tap is called `tap`; the server may let it pass")
  func deadline() {
    for tick in [InteractionEvent.Kind.tick, .serverTick] {
      var driver = Self.driver(waits: true)
      driver.tap(1, at: 100)
      #expect(driver.deadline == 400)
      #expect(driver.serverDeadline == 400)
      #expect(driver.send(tick, at: 4_000) == ["select 1 user pop"])
      #expect(driver.directives.map(\.deadlineName) == ["tap"])
      #expect(driver.directives.map(\.at) == [.milliseconds(400)])
    }
  }

  @Test("T14 T15: a tap on another item ends the wait and goes there, as its reaction has promised")
  func otherItem() throws {
    try Self.marbles(waits: true).expect(events: "-ab---t", sent: "--2")
    try Self.marbles(waits: false).expect(events: "-aba--t", sent: "-121")
  }

  @Test("T15: exactly 0.3 s are the same to an item whose first tap waits as to one whose acts")
  func edge() {
    let words = [false, true].map { waits in
      var driver = Self.driver(waits: waits, selected: 1)
      driver.tap(1, at: 100)
      return driver.tap(1, at: 400)
    }
    #expect(words[0] == words[1])
  }

  @Test("T15: of a finger the lifts count")
  func pointers() {
    for (lift, words) in [(390, ["refresh feed"]), (410, ["top feed"])] as [(Int64, [String])] {
      var driver = Self.driver(waits: false)
      driver.touch(.down, 1, at: 0)
      #expect(driver.touch(.up, 1, at: 100) == ["select 1 user pop"])
      #expect(driver.touch(.down, 1, at: 380) == [])
      #expect(driver.touch(.up, 1, at: lift) == words)
    }
  }

  @Test("T15 S5: while the second finger is down the server decides nothing; its stamp does")
  func lateSecondLift() {
    for (lift, words) in [
      (350, ["refresh feed"]), (450, ["top feed"]),
    ] as [(Int64, [String])] {
      var driver = Self.driver(waits: true, selected: 1)
      driver.touch(.down, 1, at: 0)
      driver.touch(.up, 1, at: 100)
      driver.touch(.down, 1, at: 250)
      #expect(driver.deadline == 400)
      #expect(driver.serverDeadline == nil)
      #expect(driver.send(.serverTick, at: 3_000) == [])
      #expect(driver.touch(.up, 1, at: lift) == words)
    }
  }

  @Test("T15: by default there is nothing to wait for, and a second tap is just a tap")
  func off() {
    var driver = TabDriver { $0.items[1].reselection = [.scrollToTop] }
    #expect(driver.tap(1, at: 100) == ["select 1 user pop"])
    #expect(driver.session.nextDeadline == nil)
    #expect(driver.tap(1, at: 200) == ["top feed"])
    #expect(driver.session.nextDeadline == nil)
  }

  @Test("T15 N3: while pages move the second tap is refused like the first")
  func busy() {
    var driver = Self.driver(waits: false, selected: 1)
    driver.send(.navigate(NavigationRequest(.present, route: "sheet")), at: 50)
    #expect(driver.tap(1, at: 100) == ["refuse 1 busy"])
    #expect(driver.tap(1, at: 200) == ["refuse 1 busy"])
  }

  private static func driver(waits: Bool, selected: Int = 0) -> TabDriver {
    TabDriver(
      restoring: RestoredState(selectedTab: selected), navigation: NavigationDefinition()
    ) {
      $0.items[1].reselection = [.scrollToTop]
      $0.items[1].doubleTap = TabItem.DoubleTap(action: .refresh, waits: waits)
    }
  }

  private static func marbles(waits: Bool) -> TabMarbles {
    TabMarbles(
      driver: Self.driver(waits: waits),
      legend: [
        "a": .tapTab(index: 1), "b": .tapTab(index: 2), "s": .selectTab(index: 1),
        "d": .refreshDone,
      ])
  }
}
