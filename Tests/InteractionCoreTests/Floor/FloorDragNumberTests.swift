import InteractionCore
import Testing

/// Lost, duplicated and delayed reports, distinguished by their drag numbers, and their effect on
/// the second floor.
@Suite struct FloorDragNumberTests {
  /// Returns the floor's phase after these reports, 20 ms apart, and optionally a tick at 30 s.
  private static func phase(
    _ preset: Preset = .refined, after kinds: [InteractionEvent.Kind], tick: Bool = false
  ) -> FloorState.Phase? {
    var bench = FloorBench(FloorBench.experience(preset))
    for (index, kind) in kinds.enumerated() { bench.send(Int64(index) * 20, kind) }
    if tick { bench.send(30_000, .tick) }
    return bench.phase
  }

  @Test("S3 F5: a repeated `began` of a drag that is over leaves the running one alone")
  func repeatedBegan() {
    let kinds: [InteractionEvent.Kind] = [
      .list(.began, 0, drag: 6), .list(.settled, 0, drag: 6), .list(.began, -160, drag: 7),
      .list(.began, 0, drag: 6),
    ]
    #expect(Self.phase(after: kinds) == .armed)
    let lifted = InteractionEvent.Kind.list(.ended, -160, velocity: 0, drag: 7)
    #expect(Self.phase(after: kinds + [lifted]) == .opening)
  }

  @Test("S3 S8: a repeated `began` at rest arms nothing", arguments: Preset.allCases)
  func repeatedAtRest(preset: Preset) {
    let kinds: [InteractionEvent.Kind] = [
      .list(.began, -160, drag: 6), .list(.cancelled, 0, drag: 6), .list(.began, -160, drag: 6),
    ]
    #expect(Self.phase(preset, after: kinds) == .closed)
  }

  @Test(
    "S3 S8: the end of a newer drag, whose start was lost, ends the one that runs",
    arguments: [Scroll.Phase.settled, .cancelled], Preset.allCases)
  func newerEnd(end: Scroll.Phase, preset: Preset) {
    let kinds: [InteractionEvent.Kind] = [
      .list(.began, 0), .list(.moved, -160), .list(end, 0, drag: 2),
    ]
    #expect(Self.phase(preset, after: kinds) == .closed)
    #expect(Self.phase(preset, after: kinds, tick: true) == .closed)
  }

  @Test("S3 F5: a late report of an older drag is dropped", arguments: Scroll.Phase.allCases)
  func older(phase: Scroll.Phase) {
    // Programmatic scrolls belong to no drag: they end it (S3).
    let isApps =
      switch phase {
      case .programmaticBegan, .programmaticMoved, .programmaticEnded: true
      case .began, .moved, .ended, .cancelled, .decelerating, .settled: false
      }
    let kinds: [InteractionEvent.Kind] = [
      .list(.began, -160, drag: 2), .list(phase, 0, drag: 1),
      .list(.ended, -160, velocity: 0, drag: 2),
    ]
    #expect((Self.phase(after: kinds) == .opening) == !isApps)
  }

  @Test("S3 F5: an `ended` whose start was lost decides at once", arguments: Preset.allCases)
  func endedAlone(preset: Preset) {
    let lifted = InteractionEvent.Kind.list(.ended, -160, velocity: 0, drag: 2)
    #expect(Self.phase(preset, after: [lifted]) == .opening)
    let running: [InteractionEvent.Kind] = [.list(.began, 0), .list(.moved, -120)]
    #expect(Self.phase(preset, after: running + [lifted]) == .opening)
    let near = InteractionEvent.Kind.list(.ended, -149, velocity: 0, drag: 2)
    #expect(Self.phase(preset, after: running + [near]) == .tip)
  }

  @Test("S3 F4: a bounce whose drag was lost shows the floor, and never arms it")
  func bounceAlone() {
    let kinds: [InteractionEvent.Kind] = [.list(.decelerating, -160, drag: 3)]
    #expect(Self.phase(after: kinds) == .tip)
    #expect(Self.phase(after: kinds, tick: true) == .closed)
  }

  @Test("F2: after `cancelled` the bounce shows nothing more", arguments: Preset.allCases)
  func cancelledBounce(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    bench.send(0, .list(.began, 0))
    bench.send(20, .list(.moved, -160))
    #expect(bench.send(40, .list(.cancelled, -160)).floorPhases == [.closed])
    for (index, y) in [-140.0, -90, -30, 0].enumerated() {
      #expect(bench.send(60 + Int64(index) * 20, .list(.decelerating, y)) == [])
    }
    // The next drag is applied as usual, and so is a programmatic scroll of a settled list.
    #expect(bench.send(200, .list(.programmaticMoved, -40)).floorPhases == [.pulling])
    #expect(bench.send(300, .list(.began, -120, drag: 2)).floorPhases == [.closed, .tip])
  }
}
