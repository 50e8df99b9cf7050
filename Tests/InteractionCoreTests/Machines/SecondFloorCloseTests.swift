import InteractionCore
import Testing

/// Pulling up and closing the open page (rules F7, F8).
@Suite struct SecondFloorCloseTests {
  /// The touch-down position, and whether a pull from there can close the page.
  static let starts: [(Double, Bool)] = [
    (812, true), (677, true), (676, false), (406, false), (0, false),
  ]

  @Test("F8: a closing pull starts in the bottom sixth", arguments: starts)
  func zone(y: Double, starts: Bool) {
    #expect(Self.pull(from: y, by: []).phase == .open(pull: starts ? Self.held(at: y) : nil))
  }

  @Test("F8: or anywhere, by policy")
  func anywhere() {
    let rule = FloorDefinition.Rule(closeZone: 1)
    #expect(Self.pull(from: 0, by: [], rule: rule).phase == .open(pull: Self.held(at: 0)))
  }

  @Test(
    "F8: it closes beyond half the height, however slowly",
    arguments: [(100.0, false), (406, false), (407, true), (700, true)])
  func distance(way: Double, closes: Bool) {
    // One sample per 100 ms: the velocity at the lift is 0.
    let floor = Self.pull(from: 800, by: [way / 2, way / 2, 0], every: 100)
    #expect(floor.phase.visible == (closes ? .closing : .open))
  }

  @Test("F8: or faster than 1000 pt/s, however near", arguments: [(9.0, false), (11, true)])
  func speed(step: Double, closes: Bool) {
    let floor = Self.pull(from: 800, by: Array(repeating: step, count: 8), every: 10)
    #expect(floor.phase.visible == (closes ? .closing : .open))
    // A downward pull never closes it.
    let down = Self.pull(from: 700, by: Array(repeating: -step, count: 8), every: 10)
    #expect(down.phase == .open(pull: nil))
  }

  @Test("F8: after a pull that was not enough, the next one counts from its own start")
  func secondPull() {
    var floor = Self.pull(from: 800, by: [200, 0], every: 100)
    #expect(floor.phase == .open(pull: nil))
    floor = Self.pull(floor, from: 790, by: [300, 0], every: 100)
    #expect(floor.phase == .open(pull: nil))
    floor = Self.pull(floor, from: 780, by: [450, 0], every: 100)
    #expect(floor.phase.visible == .closing)
  }

  @Test(
    "F8: a close during the opening waits, and runs when the opening ends",
    arguments: [SecondFloor.Input.animationEnded(directive: 42), .expire])
  func remembered(end: SecondFloor.Input) {
    var floor = SecondFloor()
    _ = floor.handle(.command(.open), by: .refined, in: Self.context(now: .zero))
    #expect(floor.handle(.command(.close), by: .refined, in: Self.context(now: .zero)) == [])
    #expect(floor.phase.visible == .opening)
    let effects = floor.handle(end, by: .refined, in: Self.context(now: .seconds(1)))
    #expect(effects == [.entered(.open), .entered(.closing)])
    #expect(floor.deadline == .seconds(3.5))
  }

  @Test("F7: the watchdogs give up 2 s after the expected end")
  func watchdogs() {
    var floor = SecondFloor()
    _ = floor.handle(.command(.open), by: .refined, in: Self.context(now: .zero))
    #expect(floor.deadline == .seconds(3.5))
    #expect(floor.handle(.expire, by: .refined, in: Self.context(now: .seconds(3.5))) != [])
    #expect(floor == SecondFloor(phase: .open(pull: nil)))
    #expect(floor.deadline == nil)
    _ = floor.handle(.command(.close), by: .refined, in: Self.context(now: .seconds(4)))
    #expect(floor.deadline == .seconds(6.5))
    #expect(floor.handle(.expire, by: .refined, in: Self.context(now: .seconds(6.5))) != [])
    #expect(floor == SecondFloor())
  }

  @Test("F7: literal restores after the choreography's own time, whatever the client says")
  func fixedDelay() {
    var floor = SecondFloor()
    _ = floor.handle(.command(.open), by: .literal, in: Self.context(now: .zero))
    #expect(floor.deadline == .seconds(1.5))
    let early = floor.handle(
      .animationEnded(directive: 42), by: .literal, in: Self.context(now: .seconds(1)))
    #expect(early == [])
    let effects = floor.handle(.expire, by: .literal, in: Self.context(now: .seconds(1.5)))
    #expect(effects == [.entered(.open)])
  }

  /// Returns a floor after a touch-down at `start`, upward moves by `steps`, and a lift.
  private static func pull(
    _ floor: SecondFloor = SecondFloor(phase: .open(pull: nil)), from start: Double,
    by steps: [Double], every milliseconds: Int64 = 10, rule: FloorDefinition.Rule = .refined
  ) -> SecondFloor {
    var floor = floor
    var y = start
    let down = FloorNames.finger(1, .down, y: y)
    _ = floor.handle(.pointer(down), by: rule, in: Self.context(now: .zero))
    for (index, step) in steps.enumerated() {
      y -= step
      let phase: Pointer.Phase = index == steps.count - 1 ? .up : .moved
      _ = floor.handle(
        .pointer(FloorNames.finger(1, phase, y: y)), by: rule,
        in: Self.context(now: .milliseconds(Int64(index + 1) * milliseconds)))
    }
    return floor
  }

  private static func held(at y: Double) -> SecondFloor.ClosingPull {
    SecondFloor.ClosingPull(pointer: 1, start: y)
  }

  private static func context(now: Instant) -> SecondFloor.Context {
    SecondFloor.Context(
      now: now, y: 0, viewportHeight: 812, reducedMotion: false, nextDirective: 42)
  }
}
