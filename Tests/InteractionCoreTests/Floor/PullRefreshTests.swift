import InteractionCore
import Testing

/// Pull-to-refresh at 60 pt, before the tip distance (rule F13).
@Suite struct PullRefreshTests {
  @Test(
    "F13: released between line and trigger it refreshes; past the trigger the floor wins",
    arguments: [-10.0, -59, -61, -99, -101, -149, -150, -151, -300], Preset.allCases)
  func released(y: Double, preset: Preset) {
    var bench = FloorBench.refreshing(preset)
    #expect(bench.isRefreshing == false)
    let released = bench.pull(to: y, at: 1_000)
    let refreshes = y < -60 && y > -150
    #expect(bench.isRefreshing == refreshes)
    #expect(released.refreshed == (refreshes ? [.home] : []))
    #expect((bench.phase == .opening) == (y <= -150))
  }

  @Test("F13: only the place of the lift counts")
  func placeOfLift() {
    var bench = FloorBench.refreshing()
    bench.send(0, .list(.began, 0))
    bench.send(100, .list(.moved, -120))
    bench.send(200, .list(.moved, -20))
    #expect(bench.send(300, .list(.ended, -20, velocity: 0)).refreshed == [])
    bench.send(1_000, .list(.began, 0, drag: 2))
    bench.send(1_100, .list(.moved, -300, drag: 2))
    bench.send(1_200, .list(.moved, -80, drag: 2))
    #expect(bench.send(1_300, .list(.ended, -80, velocity: 0, drag: 2)).refreshed == [.home])
  }

  @Test("F13: it lasts until the data are there")
  func done() {
    var bench = FloorBench.refreshing()
    bench.pull(to: -80, at: 1_000)
    bench.send(1_300, .list(.settled, 0))
    bench.send(8_000, .tick)
    #expect(bench.isRefreshing == true)
    #expect(bench.send(8_100, .refreshDone).refreshed == [])
    #expect(bench.isRefreshing == false)
    #expect(bench.session.nextDeadline == nil)
    // A duplicate is ignored.
    #expect(bench.send(8_200, .refreshDone) == [])
  }

  @Test("F13 S5: or for 10 s, at that very time")
  func timeout() throws {
    var bench = FloorBench.refreshing()
    bench.pull(to: -80, at: 1_000)
    bench.send(1_300, .list(.settled, 0))
    #expect(bench.session.nextDeadline == .milliseconds(11_000))
    #expect(bench.send(10_999, .tick) == [])
    let ended = bench.send(20_000, .tick)
    #expect(ended.map(\.at) == [.milliseconds(11_000)])
    #expect(bench.isRefreshing == false)
    #expect(bench.session.nextDeadline == nil)
    #expect(bench.send(20_100, .refreshDone) == [])
  }

  @Test("F13: while it refreshes, another release starts nothing and prolongs nothing")
  func again() {
    var bench = FloorBench.refreshing()
    bench.pull(to: -80, at: 1_000)
    #expect(bench.pull(to: -80, at: 5_000, drag: 2).refreshed == [])
    bench.send(6_500, .tick)
    #expect(bench.session.nextDeadline == .milliseconds(11_000))
    bench.send(11_000, .tick)
    #expect(bench.isRefreshing == false)
    #expect(bench.pull(to: -80, at: 12_000, drag: 3).refreshed == [.home])
  }

  @Test("F13 F5: a drag that is taken away refreshes nothing")
  func cancelled() {
    for end in [
      InteractionEvent.Kind.list(.cancelled, -80), .background, .heldDrags([], pointers: []),
    ] {
      var bench = FloorBench.refreshing()
      bench.send(0, .list(.began, 0))
      bench.send(100, .list(.moved, -80))
      #expect(bench.send(200, end).refreshed == [])
      bench.send(5_000, .tick)
      #expect(bench.isRefreshing == false)
    }
  }

  @Test("F13: a bounce and the app's own moves refresh nothing")
  func withoutFinger() {
    var bench = FloorBench.refreshing()
    bench.send(0, .list(.began, 300))
    bench.send(100, .list(.ended, 200, velocity: -2_000))
    bench.send(200, .list(.decelerating, -80))
    bench.send(300, .list(.settled, 0))
    bench.send(400, .list(.programmaticBegan, 0))
    bench.send(500, .list(.programmaticMoved, -80))
    bench.send(600, .list(.programmaticEnded, -80))
    #expect(bench.isRefreshing == false)
  }

  @Test("F13: without a line there is nothing to refresh and nothing to say of it")
  func withoutLine() {
    var bench = FloorBench()
    #expect(bench.isRefreshing == nil)
    #expect(bench.pull(to: -80, at: 1_000).refreshed == [])
    #expect(bench.send(1_500, .refreshDone) == [])
  }

  @Test("F13: the line is among those at which a client has to report", arguments: [0.0, 60])
  func triggerLines(distance: Double) {
    let session = FloorBench(FloorBench.experience { $0.refreshDistance = distance }).session
    let lines = session.triggerLines(for: .home)
    #expect(lines.offsets.contains(-60) == (distance == 60))
    #expect([0, -100, -96, -146, -150].allSatisfy(lines.offsets.contains))
    #expect(lines.offsets == lines.offsets.sorted())
    #expect(lines.cellStarts == [0])
    #expect(lines.fingerOffsets == [-150, -146])
  }
}
