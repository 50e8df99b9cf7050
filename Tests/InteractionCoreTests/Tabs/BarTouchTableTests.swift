import InteractionCore
import Testing

/// Every pointer report in every phase of a touch on the bar, by the client's timestamps,
/// independent of the reports' delay. `BarTouchNames` defines the words.
///
/// The item of `plain` has no menu, the others have one; the long press of `resting` is due at 10.5
/// s. Inputs with `late` have that timestamp or a later one, all others an earlier one.
@Suite struct BarTouchTableTests {
  static let table = TransitionTable(
    """
                  | idle                | plain          | resting                \
    | strayed         | pressed                    | moved
    down          | until 10.7 anew     | plain anew     | until 10.7 anew: failed \
    | until 10.7 anew | until 10.7 anew: cancelled | until 10.7 anew: cancelled
    near          | .                   | .              | .                      \
    | .               | .                          | .
    far           | .                   | strayed        | strayed: failed        \
    | .               | moved: changed             | .
    far late      | .                   | strayed        | moved: began, changed  \
    | .               | moved: changed             | .
    up            | .                   | idle: tap 0    | idle: tap 1            \
    | idle: tap 1     | idle: ended                | idle: ended
    up late       | .                   | idle: tap 0    | idle: began, ended     \
    | idle: tap 1     | idle: ended                | idle: ended
    up off        | .                   | idle           | idle: failed           \
    | idle            | idle: ended                | idle: ended
    cancelled     | .                   | idle           | idle: failed           \
    | idle            | idle: cancelled            | idle: cancelled
    2nd down      | until 10.7 2nd anew | .              | .                      \
    | .               | .                          | .
    2nd near      | .                   | .              | .                      \
    | .               | .                          | .
    2nd far       | .                   | .              | .                      \
    | .               | .                          | .
    2nd far late  | .                   | .              | .                      \
    | .               | .                          | .
    2nd up        | .                   | .              | .                      \
    | .               | .                          | .
    2nd up late   | .                   | .              | .                      \
    | .               | .                          | .
    2nd up off    | .                   | .              | .                      \
    | .               | .                          | .
    2nd cancelled | .                   | .              | .                      \
    | .               | .                          | .
    due           | .                   | .              | pressed: began         \
    | .               | .                          | .
    taken         | .                   | idle           | idle: failed           \
    | idle            | idle: cancelled            | idle: cancelled
    """)

  @Test("T9 T10: every report in every phase", arguments: table.pairs)
  func report(pair: TransitionTable.Pair) throws {
    let before = try #require(BarTouchNames.phases.first { $0.name == pair.phase }).phase
    let input = try #require(BarTouchNames.inputs.first { $0.name == pair.input }).input
    var touch = TabBarTouch(phase: before)
    let effects: [TabBarTouch.Effect]
    switch input {
    case .pointer(let pointer, let time, let isOver):
      let tab = pair.phase == "plain" ? 0 : 1
      effects = touch.handle(
        pointer, on: tab, at: .seconds(time), in: BarTouchNames.bar, isOver: { _ in isOver })
    case .due: effects = touch.expirePress()
    case .taken: effects = touch.cancel()
    }
    #expect(BarTouchNames.describe(touch, after: before, effects) == pair.expected)
    let tabs = effects.map { effect in
      switch effect {
      case .tap(let tab), .doubleTap(let tab), .press(let tab, _): tab
      }
    }
    #expect(tabs.allSatisfy { $0 == (pair.phase == "plain" ? 0 : 1) })
    #expect(touch.lastTap == nil)
  }

  @Test("T9 T10: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(
      inputs: BarTouchNames.inputs.map(\.name), phases: BarTouchNames.phases.map(\.name))
    #expect(Set(BarTouchNames.phases.map { BarTouchNames.kind($0.phase) }) == [0, 1, 2, 3])
    let phases = BarTouchNames.inputs.compactMap { entry -> Pointer.Phase? in
      if case .pointer(let pointer, _, _) = entry.input { pointer.phase } else { nil }
    }
    #expect(Set(phases) == Set(Pointer.Phase.allCases))
  }

  @Test("T9: only a press that can become long has a deadline")
  func deadlines() {
    let deadlines = BarTouchNames.phases.map { TabBarTouch(phase: $0.phase).pressDeadline }
    #expect(deadlines == [nil, nil, .seconds(10.5), nil, nil, nil])
    let fingers = BarTouchNames.phases.map { TabBarTouch(phase: $0.phase).finger?.pointer }
    #expect(fingers == [nil, 1, 1, 1, 1, 1])
  }

  @Test("T9: a finger strays beyond 10 pt in any direction; in literal beyond 1 pt")
  func slop() {
    let ways = [(10.0, 0.0, false), (6, 8, false), (-6.1, 8, true), (0, -10.01, true)]
    for (dx, dy, strays) in ways {
      for (slop, scale) in [(10.0, 1.0), (1, 0.1)] {
        var bar = BarTouchNames.bar
        bar.longPress.slop = slop
        var touch = TabBarTouch()
        for (phase, x, y) in [(Pointer.Phase.down, 0.0, 0.0), (.moved, dx * scale, dy * scale)] {
          let pointer = Pointer(
            id: 1, phase: phase, target: .tab(1), position: Point(x: 100 + x, y: 700 + y))
          _ = touch.handle(pointer, on: 1, at: .zero, in: bar, isOver: { _ in true })
        }
        #expect((touch.pressDeadline == nil) == strays, "\(dx), \(dy), \(slop)")
      }
    }
  }
}
