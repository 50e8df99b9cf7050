import InteractionCore
import Testing

/// The vetoes that keep the floor closed (rules F5, F9, F10).
@Suite struct FloorVetoTests {
  @Test(
    "F5 F10: a release past the trigger is refused with the reason; the floor is closed",
    arguments: FloorVeto.all, Preset.allCases)
  func release(veto: FloorVeto, preset: Preset) {
    var bench = veto.bench(preset)
    let released = bench.pull(to: -160, at: 1_000)
    #expect(released.reasons == [veto.reason])
    #expect(released.floorPhases == [.closed])
    #expect(released.map(\.content).contains(.refusal(.floor(.open), veto.reason)))
    #expect(bench.floor?.hidesViews == false)
    #expect(bench.links?.count == 1)
    // It stays closed after the list has settled and all deadlines have passed.
    bench.send(1_300, .list(.settled, 0))
    bench.send(60_000, .tick)
    #expect(bench.phase == .closed)
    #expect(bench.session.nextDeadline == nil)
  }

  @Test("F5: once it is lifted the next release opens", arguments: FloorVeto.all, Preset.allCases)
  func lifted(veto: FloorVeto, preset: Preset) {
    var bench = veto.bench(preset)
    bench.pull(to: -160, at: 1_000)
    bench.send(1_300, .list(.settled, 0))
    bench.send(1_400, veto.end)
    #expect(bench.phase == .closed)
    let released = bench.pull(to: -160, at: 2_000, drag: 2)
    #expect(released.floorPhases == [.opening])
    #expect(released.reasons == [])
  }

  @Test("F5: what counts is the moment of the lift", arguments: FloorVeto.all, Preset.allCases)
  func duringDrag(veto: FloorVeto, preset: Preset) {
    var bench = veto.bench(preset)
    bench.send(100, .list(.began, 0))
    bench.send(200, .list(.moved, -160))
    #expect(bench.phase == .armed)
    bench.send(300, veto.end)
    #expect(bench.phase == .armed)
    bench.send(400, .list(.ended, -160, velocity: 0))
    #expect(bench.phase == .opening)
    // The reverse order: the veto ends first and begins again.
    guard veto.comesLater else { return }
    bench = veto.bench(preset)
    bench.send(50, veto.end)
    bench.send(100, .list(.began, 0))
    bench.send(200, .list(.moved, -160))
    bench.send(300, veto.begin)
    #expect(bench.send(400, .list(.ended, -160, velocity: 0)).reasons == [veto.reason])
    #expect(bench.phase == .closed)
  }

  @Test("F5: who would not have got in anyway is given no reason", arguments: FloorVeto.all)
  func noReason(veto: FloorVeto) {
    for (y, velocity) in [(-149.0, 0.0), (-50, 0), (-160, 1_500)] {
      var bench = veto.bench(.refined)
      #expect(bench.pull(to: y, at: 1_000, velocity: velocity).reasons == [])
      bench.send(10_000, .tick)
      #expect(bench.phase == .closed)
    }
    var bench = veto.bench(.refined)
    bench.send(100, .list(.began, 0))
    bench.send(200, .list(.moved, -160))
    #expect(bench.send(300, .list(.cancelled, -160)).reasons == [])
    #expect(bench.phase == .closed)
  }
}
