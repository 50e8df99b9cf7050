import InteractionCore
import Testing

/// The pull distance and the release that open the floor (rules F2–F5).
@Suite struct SecondFloorPullTests {
  typealias Step = ScrollTracker.Step

  /// Offset, phase during a drag, phase during a bounce or a programmatic scroll.
  static let levels: [(Double, SecondFloor.Phase, SecondFloor.Phase)] = [
    (10, .closed, .closed), (0, .closed, .closed), (-0.1, .pulling, .pulling),
    (-99.9, .pulling, .pulling), (-100, .tip, .tip), (-149.9, .tip, .tip), (-150, .armed, .tip),
    (-151, .armed, .tip), (-800, .armed, .tip),
  ]

  @Test("F2 F3 F4: the distance decides, and only a finger arms", arguments: levels)
  func level(y: Double, byFinger: SecondFloor.Phase, otherwise: SecondFloor.Phase) {
    #expect(Self.floor(.closed, after: .moved, y: y).phase == byFinger)
    #expect(Self.floor(.closed, after: .decelerated, y: y).phase == otherwise)
    #expect(Self.floor(.closed, after: .programmaticMoved, y: y).phase == otherwise)
  }

  /// Hysteresis: offset, phase if the tip was shown, phase if it was not.
  static let hysteresis: [(Double, SecondFloor.Phase, SecondFloor.Phase)] = [
    (-100, .tip, .tip), (-99.9, .tip, .pulling), (-96, .tip, .pulling), (-95.9, .pulling, .pulling),
  ]

  @Test("F3: a tip that shows hides 4 pt below its distance", arguments: hysteresis)
  func tipHysteresis(y: Double, shown: SecondFloor.Phase, hidden: SecondFloor.Phase) {
    for step in [Step.moved, .decelerated] {
      #expect(Self.floor(.tip, after: step, y: y).phase == shown)
      #expect(Self.floor(.armed, after: step, y: y).phase == shown)
      #expect(Self.floor(.pulling, after: step, y: y).phase == hidden)
      #expect(Self.floor(.closed, after: step, y: y).phase == hidden)
    }
  }

  /// Offset and velocity of the release, whether it opens in refined, whether in literal.
  static let releases: [(Double, Double?, Bool, Bool)] = [
    (-150, nil, true, true), (-150, 0, true, true), (-150, -3_000, true, true),
    (-150, 1_000, true, true), (-150, 1_000.1, false, true), (-150, 9_000, false, true),
    (-145.9, 0, false, false), (-145.9, -3_000, false, false), (0, 0, false, false),
  ]

  @Test(
    "F5: released past the trigger it opens, unless flung back up; literal by distance alone",
    arguments: releases)
  func release(y: Double, velocity: Double?, refined: Bool, literal: Bool) {
    let lifted = Step.ended(velocity: velocity)
    let opening = SecondFloor.Phase.opening(
      .init(directive: 42, until: .seconds(13.5), heldUntil: .seconds(10.4)))
    let fixed = SecondFloor.Phase.opening(
      .init(directive: 42, until: .seconds(11.5), heldUntil: .seconds(10.4)))
    #expect((Self.floor(.armed, after: lifted, y: y).phase == opening) == refined)
    #expect((Self.floor(.armed, after: lifted, y: y, rule: .literal).phase == fixed) == literal)
  }

  @Test("F5 F4: what was flung back is no longer armed, though the list is still that far down")
  func flungBack() {
    let (phase, effects) = Self.floor(.armed, after: .ended(velocity: 1_500), y: -160)
    #expect(phase == .tip)
    #expect(effects == [.entered(.tip)])
  }

  @Test(
    "F5 S7: without a velocity from the client, the samples tell how it was flung",
    arguments: [(5.0, true), (9.9, true), (10.1, false), (15, false)])
  func flungBackBySamples(step: Double, opens: Bool) {
    // Eight samples, 10 ms apart: `step` pt each, so 100 × `step` pt/s, up to −160.
    var floor = SecondFloor()
    for index in 0 ... 8 {
      let y = -160 - step * Double(8 - index)
      let input: Step = index == 0 ? .began : index == 8 ? .ended(velocity: nil) : .moved
      _ = floor.handle(
        .step(input), by: .refined, in: Self.context(y: y, now: .milliseconds(Int64(index) * 10)))
    }
    #expect(floor.phase.visible == (opens ? .opening : .tip))
  }

  @Test(
    "F5: a drag that is taken away never opens",
    arguments: [Step.cancelled, .endedAfterRelease, .settled])
  func cancelled(step: Step) {
    let (phase, effects) = Self.floor(.armed, after: step, y: -300)
    #expect(phase == .closed)
    #expect(effects == [.entered(.closed)])
  }

  @Test("F7 D4: with reduced motion the watchdog alone remains")
  func reducedMotion() {
    var floor = SecondFloor()
    var context = Self.context(y: 0)
    context.reducedMotion = true
    _ = floor.handle(.command(.open), by: .refined, in: context)
    #expect(floor.deadline == .seconds(12))
    _ = floor.handle(.expire, by: .refined, in: context)
    _ = floor.handle(.command(.close), by: .refined, in: context)
    #expect(floor.deadline == .seconds(12))
  }

  private static func floor(
    _ phase: SecondFloor.Phase, after step: Step, y: Double,
    rule: FloorDefinition.Rule = .refined
  ) -> (phase: SecondFloor.Phase, effects: [SecondFloor.Effect]) {
    var floor = SecondFloor(phase: phase)
    let effects = floor.handle(.step(step), by: rule, in: Self.context(y: y))
    return (floor.phase, effects)
  }

  private static func context(y: Double, now: Instant = .seconds(10)) -> SecondFloor.Context {
    SecondFloor.Context(
      now: now, y: y, viewportHeight: 812, reducedMotion: false, nextDirective: 42)
  }
}
