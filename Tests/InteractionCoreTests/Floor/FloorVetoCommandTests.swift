import InteractionCore
import Testing

/// A veto on commands, and the commands that it does not affect (rules F5, F8, F9, F10).
@Suite struct FloorVetoCommandTests {
  @Test(
    "F5 F9: an order is refused with the same reason and changes nothing",
    arguments: FloorVeto.all, Preset.allCases)
  func byCommand(veto: FloorVeto, preset: Preset) {
    for y in [0.0, -50, -120, -160] {
      var bench = veto.bench(preset)
      bench.send(100, .list(.began, 0))
      bench.send(200, .list(.moved, y))
      let before = bench.session.snapshot
      let answer = bench.send(300, .floor(.open)).map(\.content)
      #expect(answer == [.refusal(.floor(.open), veto.reason)])
      #expect(bench.session.snapshot == before)
      bench.send(400, veto.end)
      #expect(bench.send(500, .floor(.open)).floorPhases == [.opening])
    }
  }

  @Test(
    "F5 F8: a veto neither closes an open floor nor keeps it from closing",
    arguments: FloorVeto.all, Preset.allCases)
  func whileOpen(veto: FloorVeto, preset: Preset) throws {
    var bench = veto.bench(preset)
    bench.send(10, veto.end)
    let opened = bench.send(100, .floor(.open))
    bench.send(200, veto.begin)
    #expect(bench.phase == .opening)
    bench.send(
      1_600,
      .animationEnded(directive: try #require(opened.first).sequence, outcome: .finished))
    bench.send(5_000, veto.begin)
    #expect(bench.phase == .open)
    #expect(bench.send(6_000, .floor(.close)).floorPhases == [.closing])
    bench.send(20_000, .tick)
    #expect(bench.phase == .closed)
  }

  @Test(
    "F5: without a rule that asks for them, neither login nor picture counts",
    arguments: Preset.allCases)
  func unasked(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.send(0, .account(.signedOut))
    bench.send(0, .assetFailed(slot: "floor"))
    #expect(bench.pull(to: -160, at: 1_000).floorPhases == [.opening])
  }

  @Test("F2 F10: a picture without a size does not play", arguments: [(0.0, 600.0), (750, 0)])
  func notPlaying(width: Double, height: Double) {
    var bench = FloorBench()
    bench.send(0, FloorBench.picture(width, height))
    bench.send(100, .list(.began, 0))
    bench.send(200, .list(.moved, -50))
    #expect(bench.floor?.isBehindList == true)
    #expect(bench.floor?.isPlaying == false)
    bench.send(300, FloorBench.picture())
    #expect(bench.floor?.isPlaying == true)
  }
}
