import InteractionCore
import Testing

/// Inputs from public reports about taps on the tab bar.
@Suite("Reported: the bar") struct TabCaseTests {
  @Test("F13: a refresh that a pull or a tap has begun is asked for once (A3)")
  func refresh() {
    var bench = ReportedCaseBench {
      $0.floor?.rule.refreshDistance = 60
      $0.tabBar.items[0].reselection = [.refresh]
    }
    bench.play([(0, .list(.began, 0)), (16, .list(.moved, -80))])
    #expect(bench.play(32, .list(.ended, -80, velocity: 0)).refreshed == [.home])
    #expect(bench.play([(500, .tapTab(index: 0)), (900, .tapTab(index: 0))]).isEmpty)
    bench.play(1_000, .refreshDone)
    #expect(bench.play(1_100, .tapTab(index: 0)).refreshed == [.home])
    #expect(bench.play(1_200, .tapTab(index: 0)).isEmpty)
    // Nor does a pull during the refresh.
    let pull: [(Int64, InteractionEvent.Kind)] = [
      (2_000, .list(.began, 0, drag: 2)), (2_032, .list(.ended, -80, velocity: 0, drag: 2)),
    ]
    #expect(bench.play(pull).refreshed.isEmpty)
    #expect(bench.play(11_500, .tapTab(index: 0)).refreshed == [.home])
  }

  @Test("F13: lists refresh one by one, with a floor or without")
  func lists() {
    var bench = ReportedCaseBench {
      $0.floor = nil
      $0.tabBar.items[0].reselection = [.refresh]
      $0.tabBar.items[1].reselection = [.refresh]
    }
    #expect(bench.play(0, .tapTab(index: 0)).refreshed == [.home])
    bench.play(100, .selectTab(index: 1))
    #expect(bench.play([(200, .tapTab(index: 1)), (300, .tapTab(index: 1))]).refreshed == [.feed])
    #expect(bench.session.nextDeadline == .milliseconds(2_850))
    #expect(bench.play(10_300, .tapTab(index: 1)).refreshed == [.feed])
  }

  @Test("T7: what waits is asked for once (A4)", arguments: [true, false])
  func once(isGated: Bool) {
    var bench = ReportedCaseBench {
      $0.tabBar.items[4].requiresLogin = isGated
      $0.tabBar.items[4].asksClient = !isGated
    }
    #expect(bench.play([(0, .tapTab(index: 4)), (50, .tapTab(index: 4))]).questions == 1)
    // Selecting another tab drops the request, and the tab can be asked for again.
    bench.play(100, .tapTab(index: 1))
    #expect(bench.play(200, .tapTab(index: 4)).questions == 1)
    // Another tap does not restart the timeout.
    bench.play(30_000, .tapTab(index: 4))
    #expect(bench.play(60_200, .tick).reasons == [.timedOut])
  }

  @Test("X4 R8: a tap on the tab whose page is coming does what it does otherwise")
  func coming() {
    var bench = ReportedCaseBench()
    bench.play([
      (0, .tapTab(index: 2)), (50, .selectTab(index: 0)), (60, .list(.began, 500)),
    ])
    #expect(bench.look == .above)
    let tap = bench.play(70, .tapTab(index: 0))
    #expect(tap.looks.map(\.look) == [.below])
    #expect(tap.flatMap(\.effects).contains(.scrollList(.home, y: 0, animated: true)))
    #expect(!tap.flatMap(\.changes).contains { $0.aspect == .transition })
  }

  @Test("T9: where the finger lifts decides, whether or not it was seen moving")
  func lift() {
    let item = ViewPath.tab(2)
    // The item spans 150 to 225 pt horizontally, and vertically from 756 pt on.
    let lifts: [(x: Double, y: Double, isTap: Bool)] = [
      (187, 790, true), (187, 340, false), (187, 747, true), (187, 745, false), (234, 790, true),
      (236, 790, false),
    ]
    for lift in lifts {
      for isSeen in [true, false] {
        var bench = ReportedCaseBench()
        bench.play(0, .finger(.down, on: item, y: 790))
        if isSeen { bench.play(50, .finger(.moved, on: item, x: lift.x, y: lift.y)) }
        bench.play(100, .finger(.up, on: item, x: lift.x, y: lift.y))
        #expect(
          bench.session.state.tabBar.selected == (lift.isTap ? 2 : 0),
          "\(lift.x), \(lift.y), \(isSeen)")
      }
    }
  }

  @Test("T7: a change of the account that changes nothing sends nothing")
  func account() {
    var bench = ReportedCaseBench { $0.tabBar.items[4].requiresLogin = true }
    #expect(bench.play(0, .account(.signedOut)).isEmpty)
    #expect(!bench.play(10, .account(.signedIn)).isEmpty)
    #expect(bench.play(20, .account(.signedIn)).isEmpty)
    #expect(bench.play(30, .account(.loginFailed)).isEmpty)
    // A gate that asks the client is independent of the login.
    var asking = ReportedCaseBench { $0.tabBar.items[4].asksClient = true }
    let login = asking.play(0, .account(.signedIn))
    #expect(!login.flatMap(\.changes).contains { $0.aspect == .selection })
  }
}
