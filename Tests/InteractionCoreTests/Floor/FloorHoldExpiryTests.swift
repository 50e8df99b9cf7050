import InteractionCore
import Testing

/// The client's hold has expired before the verdict: the release is undone (rule D7).
@Suite struct FloorHoldExpiryTests {
  @Test(
    "D7: a hold that has expired closes what the release opened, and the views are back",
    arguments: Preset.allCases)
  func expired(preset: Preset) throws {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.send(0, FloorBench.picture())
    let opening = try #require(
      bench.pull(to: -160, at: 1_000).first { $0.timeline != nil })
    #expect(bench.floor?.hidesViews == true)
    let closed = bench.send(1_400, .holdExpired(.floor))
    #expect(closed.floorPhases == [.closed])
    #expect(bench.session.snapshot.floor == FloorBench().floor)
    #expect(bench.links?.count == 1)
    // The choreography is gone, with its watchdog and its end.
    #expect(bench.session.nextDeadline == .milliseconds(2_000))
    let late = InteractionEvent.Kind.animationEnded(
      directive: opening.sequence, outcome: .cancelled)
    #expect(bench.send(1_500, late) == [])
    bench.send(60_000, .tick)
    #expect(bench.phase == .closed)
    #expect(bench.session.nextDeadline == nil)
  }

  @Test("D7: the list's way back then means nothing", arguments: Preset.allCases)
  func bounceAfter(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.pull(to: -160, at: 1_000)
    bench.send(1_400, .holdExpired(.floor))
    for (index, y) in [-160.0, -130, -90, -40, -10, 5].enumerated() {
      #expect(bench.send(1_420 + Int64(index) * 20, .list(.decelerating, y)) == [])
    }
    #expect(bench.send(1_600, .list(.settled, 0)) == [])
    #expect(bench.phase == .closed)
  }

  @Test("D7: until the next drag, which counts as always", arguments: Preset.allCases)
  func nextDrag(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.pull(to: -160, at: 1_000)
    bench.send(1_400, .holdExpired(.floor))
    bench.send(1_500, .list(.decelerating, -120))
    // The finger catches the list while it bounces back.
    #expect(bench.send(1_600, .list(.began, -110, drag: 2)).floorPhases == [.tip])
    #expect(bench.send(1_700, .list(.moved, -160, drag: 2)).floorPhases == [.armed])
    #expect(bench.send(1_800, .list(.moved, -120, drag: 2)).floorPhases == [.tip])
    bench.send(1_900, .list(.ended, -120, velocity: 0, drag: 2))
    #expect(bench.send(2_000, .list(.decelerating, -50, drag: 2)).floorPhases == [.pulling])
    #expect(bench.send(2_100, .list(.decelerating, 0, drag: 2)).floorPhases == [.closed])
    #expect(bench.pull(to: -160, at: 3_000, drag: 3).floorPhases == [.opening])
  }

  @Test("D7 F2: even if that drag begins while the floor is open")
  func nextDragWhileOpen() {
    var bench = FloorBench()
    bench.pull(to: -160, at: 1_000)
    bench.send(1_400, .holdExpired(.floor))
    bench.send(1_500, .list(.settled, 0))
    bench.send(1_600, .floor(.open))
    bench.send(1_700, .list(.began, 0, drag: 2))
    bench.send(10_000, .tick)
    bench.send(10_100, .floor(.close))
    bench.send(20_000, .tick)
    #expect(bench.phase == .closed)
    #expect(bench.send(20_100, .list(.moved, -120, drag: 2)).floorPhases == [.tip])
    bench.send(20_200, .list(.ended, -120, velocity: 0, drag: 2))
    #expect(bench.send(20_300, .list(.decelerating, -50, drag: 2)).floorPhases == [.pulling])
    #expect(bench.send(20_400, .list(.decelerating, 0, drag: 2)).floorPhases == [.closed])
  }

  @Test("D7 F8: a close that waited for the opening is done with it, too")
  func withClose() {
    var bench = FloorBench()
    bench.pull(to: -160, at: 1_000)
    bench.send(1_100, .floor(.close))
    #expect(bench.send(1_400, .holdExpired(.floor)).floorPhases == [.closed])
    bench.send(1_500, .list(.settled, 0))
    #expect(bench.send(1_600, .floor(.open)).floorPhases == [.opening])
    bench.send(60_000, .tick)
    #expect(bench.phase == .open)
  }

  private static let marbles = Marbles(
    experience: FloorBench.experience(),
    legend: [
      "b": .list(.began, 0), "a": .list(.moved, -160), "e": .list(.ended, -160, velocity: 0),
      "H": .holdExpired(.floor), "d": .list(.decelerating, -120), "s": .list(.settled, 0),
      "B": .list(.began, -120, drag: 2), "A": .list(.moved, -160, drag: 2),
      "E": .list(.ended, -160, velocity: 0, drag: 2), "x": .list(.cancelled, -160),
    ])

  @Test("D7 F5 F7: expired, then a drag that opens and ends by its watchdog")
  func expiredThenOpened() throws {
    try Self.marbles.expect(
      events: "b-ae---H d-d-s--- B-A-E--- -------- -------- -------- -------- -t",
      sent: "  --aO---c -------- T-a-O",
      due: "   -------- -------- -------- -------- -------- -------- -------o")
  }

  @Test("D7: a hold that expires twice, or after a drag that was taken away, says nothing")
  func idle() throws {
    try Self.marbles.expect(
      events: "b-ae---H H-d-H-s-t", sent: "--aO---c")
    try Self.marbles.expect(events: "b-ax-H-t", sent: "--ac")
  }
}
