import InteractionCore
import Testing

/// The client holds the list at the release offset until the verdict (rule D7).
@Suite struct FloorHoldTests {
  @Test("D7: it holds while armed, and only then", arguments: Preset.allCases)
  func hold(preset: Preset) {
    var bench = FloorBench(FloorBench.experience(preset))
    #expect(bench.floor?.hold == nil)
    bench.send(100, .list(.began, 0))
    let places: [(Double, TimeSpan?)] = [
      (-50, nil), (-120, nil), (-149.9, nil), (-150, .milliseconds(400)),
      (-300, .milliseconds(400)), (-140, nil), (-160, .milliseconds(400)), (10, nil),
      (-200, .milliseconds(400)),
    ]
    for (index, (y, hold)) in places.enumerated() {
      bench.send(200 + Int64(index) * 20, .list(.moved, y))
      #expect(bench.floor?.hold == hold, "at \(y)")
    }
    bench.send(1_000, .list(.ended, -200, velocity: 0))
    #expect(bench.phase == .opening)
    #expect(bench.floor?.hold == nil)
  }

  @Test("D7 F4: a bounce holds nothing")
  func bounce() {
    var bench = FloorBench()
    bench.send(0, .list(.began, 300))
    bench.send(100, .list(.ended, 200, velocity: -3_000))
    bench.send(200, .list(.decelerating, -200))
    #expect(bench.floor?.hold == nil)
    bench.send(300, .list(.settled, 0))
    bench.send(1_000, .list(.programmaticMoved, -200))
    #expect(bench.floor?.hold == nil)
  }

  @Test("D7: a rule without a hold has none")
  func without() {
    var bench = FloorBench(FloorBench.experience { $0.hold = .zero })
    bench.send(0, .list(.began, 0))
    bench.send(100, .list(.moved, -160))
    #expect(bench.phase == .armed)
    #expect(bench.floor?.hold == nil)
  }

  /// The cases that are not an opening by a release: name, events, phase.
  static let others: [(String, [InteractionEvent.Kind], FloorState.Phase)] = [
    ("at rest", [], .closed),
    ("under a finger", [.list(.began, 0), .list(.moved, -160)], .armed),
    ("opened by command", [.floor(.open)], .opening),
    (
      "opened by command under a finger",
      [.list(.began, 0), .list(.moved, -160), .floor(.open), .list(.ended, -160, velocity: 0)],
      .opening
    ),
    ("open", [.floor(.open), .background, .foreground], .open),
    ("closing", [.floor(.open), .background, .foreground, .floor(.close)], .closing),
  ]

  @Test("D7: otherwise it means nothing", arguments: others.indices, Preset.allCases)
  func otherwise(index: Int, preset: Preset) {
    let (name, events, phase) = Self.others[index]
    var bench = FloorBench(FloorBench.experience(preset))
    for (step, kind) in events.enumerated() { bench.send(Int64(step) * 50, kind) }
    #expect(bench.phase == phase, "\(name)")
    let before = bench.session.snapshot
    #expect(bench.send(500, .holdExpired(.floor)) == [], "\(name)")
    #expect(bench.session.snapshot == before, "\(name)")
  }

  @Test("D7: nor does the hold of something else", arguments: [HoldTarget.tabs, .back])
  func otherTarget(target: HoldTarget) {
    var bench = FloorBench()
    bench.pull(to: -160, at: 1_000)
    #expect(bench.send(1_400, .holdExpired(target)) == [])
    #expect(bench.phase == .opening)
  }
}
