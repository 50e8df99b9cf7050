import InteractionCore
import Testing

/// The history of the selection and the pages is part of the snapshot: a client that only applies
/// directives knows it as well as one that receives a snapshot. The driver compares the two after
/// each event.
@Suite struct HistoryTests {
  /// Returns a driver with five tabs and sliding pages; tab 2 requires a login and tab 4 is
  /// disabled.
  private static func driver(restoring restoration: RestoredState? = nil) -> TabDriver {
    TabDriver(restoring: restoration) {
      $0.items[2].requiresLogin = true
      $0.items[4].isEnabled = false
      $0.transition = TransitionDefinition(swipes: true)
    }
  }

  @Test("T6 D1: the selection says which tab it followed, and who asked for it")
  func selection() {
    var driver = Self.driver()
    var former = Self.choice(of: driver)
    #expect(former == "0 by programmatic")
    func play(_ time: Int64, _ kind: InteractionEvent.Kind, _ expected: String) {
      driver.send(kind, at: time)
      #expect(Self.choice(of: driver) == expected, "\(time) ms")
      #expect(driver.selections.isEmpty == (expected == former), "\(time) ms")
      former = expected
    }
    play(100, .tapTab(index: 1), "1 after 0 by user")
    play(5_000, .selectTab(index: 3), "3 after 1 by programmatic")
    // Neither a reselection, nor a refused request, nor a pending one.
    play(10_000, .tapTab(index: 3), "3 after 1 by programmatic")
    play(10_100, .tapTab(index: 4), "3 after 1 by programmatic")
    play(10_200, .tapTab(index: 2), "3 after 1 by programmatic")
    play(10_300, .foreground, "3 after 1 by programmatic")
    play(10_400, .account(.signedIn), "2 after 3 by user")
    play(15_000, .account(.signedOut), "0 after 2 by programmatic")
    // The reacting tabs change, and nothing else.
    play(15_100, .account(.signedIn), "0 after 2 by programmatic")
    play(20_000, .swipe(.began, -20), "0 after 2 by programmatic")
    play(20_100, .swipe(.cancelled), "0 after 2 by programmatic")
    play(25_000, .swipe(.began, -20), "0 after 2 by programmatic")
    play(25_100, .swipe(.ended, -300), "1 after 0 by user")
    play(25_500, .holdExpired(.tabs), "0 after 1 by programmatic")
  }

  @Test("T6: what a session starts with has followed nothing")
  func restoration() {
    let starts: [(restoration: RestoredState?, choice: String, tab: Int)] = [
      (nil, "0 by programmatic", 0), (RestoredState(), "0 by restore", 0),
      (RestoredState(selectedTab: 3), "3 by restore", 3),
      (RestoredState(selectedTab: 2, isSignedIn: true), "2 by restore", 2),
      // The fallback: the first selectable tab.
      (RestoredState(selectedTab: 2), "0 by restore", 0),
    ]
    for start in starts {
      var driver = Self.driver(restoring: start.restoration)
      #expect(Self.choice(of: driver) == start.choice)
      driver.tap(1, at: 100)
      #expect(Self.choice(of: driver) == "1 after \(start.tab) by user")
    }
  }

  @Test("N1 N4 N5 D1: the pages say what happened to them last, a pull that was taken back, too")
  func pages() {
    var driver = TabDriver(navigation: NavigationDefinition())
    #expect(Self.pages(of: driver) == "nothing")
    func play(_ time: Int64, _ kind: InteractionEvent.Kind, _ expected: String) {
      driver.send(kind, at: time)
      #expect(Self.pages(of: driver) == expected, "\(time) ms")
    }
    play(100, .navigate(.pop), "nothing")
    play(200, .navigate(.push, "a"), "push a by window; a")
    play(5_000, .tick, "push a by window; a")
    play(5_100, .navigate(.push, "b", by: .fade), "push b by fade; a b")
    // During the transition: refused.
    play(5_200, .navigate(.pop), "push b by fade; a b")
    play(10_000, .pull(.began, 12), "pop b by fade; a b")
    play(10_100, .pull(.cancelled), "pop b by fade; a b")
    // The pulled page must be restored first.
    play(10_200, .navigate(.push, "c"), "pop b by fade; a b")
    play(14_000, .navigate(.push, "c"), "push c by window; a b c")
    play(17_500, .pull(.began, 12), "pop c by window; a b c")
    play(17_600, .pull(.ended, 40), "pop c by window; a b c")
    play(20_000, .pull(.began, 12), "pop c by window; a b c")
    play(20_100, .pull(.ended, 200), "pop c by window; a b")
    play(20_500, .holdExpired(.back), "pop c by window; a b c")
    play(25_000, .foreground, "pop c by window; a b c")
    play(30_000, .navigate(.popToRoot, by: .omni), "popToRoot c by omni;")
    play(35_000, .navigate(.present, "s"), "present s by popTip; s")
    play(40_000, .navigate(.dismiss), "dismiss s by popTip;")
    play(45_000, .pan(.began, 12, to: "t"), "present t by scan;")
    play(45_100, .pan(.ended, 40), "present t by scan;")
    play(50_000, .pan(.began, 12, to: "t"), "present t by scan;")
    play(50_100, .pan(.ended, 400), "present t by scan; t")
    play(55_000, .pan(.began, -12), "dismiss t by scan; t")
    play(55_100, .pan(.ended, -400), "dismiss t by scan;")
    play(55_500, .holdExpired(.back), "dismiss t by scan; t")
  }

  private static func choice(of driver: TabDriver) -> String {
    guard let state = driver.selection else { return "none" }
    let previous = state.previous.map { " after \($0)" } ?? ""
    return "\(state.selected)\(previous) by \(state.origin)"
  }

  private static func pages(of driver: TabDriver) -> String {
    guard let state = driver.session.snapshot.upperPages, let change = state.change else {
      return "nothing"
    }
    let routes = state.pages.map { " \($0.route)" }.joined()
    return "\(change.operation) \(change.route) by \(change.style);\(routes)"
  }
}
