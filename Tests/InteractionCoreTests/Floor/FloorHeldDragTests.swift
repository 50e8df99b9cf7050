import InteractionCore
import Testing

/// A new drag of a list that the client still holds for the verdict on the previous one (rule D7).
@Suite struct FloorHeldDragTests {
  @Test("D7 F2 S8: it ends the hold, the floor follows it, and an expiry is ignored")
  func vector() {
    var bench = FloorBench()
    bench.send(0, .list(.began, -160))
    bench.send(33, .list(.ended, -160, velocity: 0))
    #expect(bench.phase == .opening)
    #expect(bench.send(200, .list(.began, -120, drag: 2)).floorPhases == [.closed, .tip])
    #expect(bench.links?.count == 1)
    #expect(bench.send(433, .holdExpired(.floor)) == [])
    bench.send(450, .list(.ended, -120, velocity: 0, drag: 2))
    #expect(bench.phase == .tip)
    #expect(bench.send(500, .list(.decelerating, 300, drag: 2)).floorPhases == [.closed])
    #expect(bench.session.nextDeadline == .milliseconds(1_500))
  }

  @Test("D7: it may open the floor, which is held anew", arguments: Preset.allCases)
  func again(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.pull(to: -160, at: 1_000)
    bench.send(1_100, .list(.began, -160, drag: 2))
    #expect(bench.phase == .armed)
    #expect(bench.send(1_300, .list(.ended, -160, velocity: 0, drag: 2)).floorPhases == [.opening])
    #expect(bench.send(1_600, .list(.moved, -150, drag: 3)).floorPhases == [.closed, .armed])
  }

  @Test("D7: once the hold is over, and where there is none, the list is hidden")
  func tooLate() {
    var late = FloorBench()
    late.pull(to: -160, at: 1_000)
    #expect(late.send(1_400, .list(.began, -120, drag: 2)) == [])
    #expect(late.phase == .opening)
    var unheld = FloorBench(FloorBench.experience { $0.hold = .zero })
    unheld.pull(to: -160, at: 1_000)
    #expect(unheld.send(1_001, .list(.began, -120, drag: 2)) == [])
    var ordered = FloorBench()
    ordered.send(0, .floor(.open))
    #expect(ordered.send(1, .list(.began, -120)) == [])
    #expect(ordered.phase == .opening)
  }

  @Test("D7 F2 S8: a hold that expires under a newer drag does not silence that one's bounce")
  func expiredUnderDrag() {
    var bench = FloorBench()
    bench.pull(to: -160, at: 1_000)
    bench.send(1_410, .list(.began, -120, drag: 2))
    #expect(bench.send(1_430, .holdExpired(.floor)).floorPhases == [.closed])
    #expect(bench.send(1_450, .list(.ended, -120, velocity: 0, drag: 2)).floorPhases == [.tip])
    #expect(bench.send(1_500, .list(.decelerating, 300, drag: 2)).floorPhases == [.closed])
  }
}
