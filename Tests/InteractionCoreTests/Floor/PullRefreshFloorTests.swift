import InteractionCore
import Testing

/// Pull-to-refresh and the second floor on the same list (rule F13).
@Suite struct PullRefreshFloorTests {
  @Test(
    "F13: the end of a refresh closes no floor, whatever the floor is doing",
    arguments: [InteractionEvent.Kind.refreshDone, .tick])
  func floorStays(end: InteractionEvent.Kind) throws {
    // The refresh starts at 1 s and times out at 11 s.
    let stages: [(FloorState.Phase, [(Int64, InteractionEvent.Kind)])] = [
      (.pulling, [(10_900, .list(.began, -50, drag: 2))]),
      (.armed, [(10_800, .list(.began, 0, drag: 2)), (10_900, .list(.moved, -160, drag: 2))]),
      (.opening, [(10_900, .floor(.open))]),
      (.open, [(5_000, .floor(.open)), (10_900, .tick)]),
      (.closing, [(5_000, .floor(.open)), (10_900, .floor(.close))]),
    ]
    for (phase, events) in stages {
      var bench = FloorBench.refreshing()
      bench.pull(to: -80, at: 1_000)
      bench.send(1_300, .list(.settled, 0))
      for (time, kind) in events { bench.send(time, kind) }
      #expect(bench.phase == phase)
      #expect(bench.isRefreshing == true, "\(phase)")
      let floor = try #require(bench.floor)
      #expect(bench.send(11_000, end).floorPhases == [], "\(phase)")
      #expect(bench.floor == floor, "\(phase)")
      #expect(bench.isRefreshing == false, "\(phase)")
    }
  }

  @Test("F13: while it refreshes, the floor opens as ever")
  func opensMeanwhile() {
    var bench = FloorBench.refreshing()
    bench.pull(to: -80, at: 1_000)
    #expect(bench.pull(to: -160, at: 2_000, drag: 2).floorPhases == [.opening])
    #expect(bench.isRefreshing == true)
  }

  @Test("F13 F5: past the trigger nothing refreshes, though the floor is kept shut")
  func vetoed() {
    var bench = FloorBench(
      FloorBench.experience {
        $0.refreshDistance = 60
        $0.requiresLogin = true
      })
    let released = bench.pull(to: -160, at: 1_000)
    #expect(released.reasons == [.loginRequired])
    #expect(released.refreshed == [])
    #expect(bench.isRefreshing == false)
  }

  @Test("F13: a list that is hidden behind the open floor does not refresh")
  func behindFloor() {
    var bench = FloorBench.refreshing()
    bench.send(0, .floor(.open))
    #expect(bench.pull(to: -80, at: 1_000).refreshed == [])
    bench.send(10_000, .tick)
    #expect(bench.pull(to: -80, at: 11_000, drag: 2).refreshed == [])
    #expect(bench.isRefreshing == false)
  }
}
