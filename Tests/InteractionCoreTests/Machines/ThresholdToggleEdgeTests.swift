import InteractionCore
import Testing

/// The rocket exactly at its thresholds, and with policies that the tables do not cover.
@Suite struct ThresholdToggleEdgeTests {
  typealias Rule = ToggleDefinition.Rule

  /// Reference, offset, look before, look after.
  static let crossings: [(Double, Double, ToggleLook, ToggleLook)] = [
    (400, 456, .below, .below), (456, 456.1, .below, .above), (400, 456.1, .below, .above),
    (457, 500, .below, .below), (500, 456, .above, .above), (456, 455.9, .above, .below),
    (500, 455.9, .above, .below), (455, 300, .above, .above),
  ]

  @Test("R1 R3: refined fires when it crosses the threshold, never on it", arguments: crossings)
  func crossing(reference: Double, y: Double, before: ToggleLook, after: ToggleLook) {
    let (toggle, decision) = Self.drag(from: reference, to: y, look: before)
    #expect(toggle.look == after)
    #expect((decision != nil) == (before != after))
    #expect(toggle.phase == (before == after ? .armed(reference: y) : .resting))
  }

  /// Start offset, offset, and the look after the drag; nil if it does not change.
  static let fromStart: [(Double, Double, ToggleLook?)] = [
    (300, 456, nil), (300, 456.1, .above), (600, 700, .above), (600, 456, nil),
    (600, 455.9, .below), (600, 500, nil), (300, 300, .below), (300, 400, nil),
    (500, 500, nil), (-10, -20, .below),
  ]

  @Test(
    "R1 R2 R3 R4: literal compares with the drag's start; equal counts as down, redundancy fires",
    arguments: fromStart, ToggleLook.allCases)
  func fromDragStart(case drag: (start: Double, y: Double, fires: ToggleLook?), look: ToggleLook) {
    let (toggle, decision) = Self.drag(from: drag.start, to: drag.y, look: look, rule: .literal)
    #expect(toggle.look == drag.fires ?? look)
    #expect((decision != nil) == (drag.fires != nil))
    #expect(toggle.phase == (drag.fires == nil ? .armed(reference: drag.start) : .resting))
  }

  @Test("R3 R6: hysteresis moves the lines apart; between them the look stays")
  func hysteresis() {
    let rule = Rule(hysteresis: 10)
    #expect(Self.drag(from: 400, to: 466, look: .below, rule: rule).toggle.look == .below)
    #expect(Self.drag(from: 466, to: 466.1, look: .below, rule: rule).toggle.look == .above)
    #expect(Self.drag(from: 500, to: 446, look: .above, rule: rule).toggle.look == .above)
    #expect(Self.drag(from: 446, to: 445.9, look: .above, rule: rule).toggle.look == .below)
    for (y, look) in [(446.0, ToggleLook.below), (446.1, nil), (466, nil), (466.1, .above)] {
      for before in ToggleLook.allCases {
        var toggle = ThresholdToggle(look: before)
        _ = toggle.handle(.step(.settled), by: rule, in: Self.context(y: y))
        #expect(toggle.look == look ?? before, "at \(y)")
      }
    }
  }

  @Test("R4: refined keeps the latch when it already shows what the crossing calls for")
  func redundancy() {
    let (toggle, decision) = Self.drag(from: 300, to: 500, look: .above)
    #expect(decision == nil)
    #expect(toggle.phase == .armed(reference: 500))
  }

  @Test("R5: a step larger than the viewport is not animated; literal knows no such thing")
  func leap() {
    #expect(Self.drag(from: 0, to: 812, look: .below).decision == .swap(animated: true))
    #expect(Self.drag(from: 0, to: 812.1, look: .below).decision == .swap(animated: false))
    #expect(Self.drag(from: 900, to: 0, look: .above).decision == .swap(animated: false))
    let literal = Self.drag(from: 0, to: 900, look: .below, rule: .literal)
    #expect(literal.decision == .swap(animated: true))
  }

  @Test("S4: below 0 refined sees nothing, and the first sample above comes from 0")
  func overscroll() {
    var (toggle, decision) = Self.drag(from: 400, to: -5, look: .below)
    #expect(decision == nil)
    #expect(toggle.phase == .armed(reference: 0))
    decision = toggle.handle(.step(.moved), by: .refined, in: Self.context(y: 500))
    #expect(decision == .swap(animated: true))
    var began = ThresholdToggle()
    _ = began.handle(.step(.began), by: .refined, in: Self.context(y: -40))
    #expect(began.phase == .armed(reference: 0))
    _ = began.handle(.step(.began), by: .literal, in: Self.context(y: -40))
    #expect(began.phase == .armed(reference: -40))
  }

  @Test("R9: hidden, refined follows the list without switching; literal switches")
  func hidden() {
    let (toggle, decision) = Self.drag(from: 300, to: 500, look: .below, isVisible: false)
    #expect(decision == nil)
    #expect(toggle == ThresholdToggle(phase: .armed(reference: 500)))
    var resting = ThresholdToggle()
    let context = Self.context(y: 500, isVisible: false)
    #expect(resting.handle(.step(.settled), by: .refined, in: context) == nil)
    #expect(resting.look == .below)
    let literal = Self.drag(
      from: 300, to: 500, look: .below, rule: .literal, isVisible: false)
    #expect(literal.decision == .swap(animated: true))
  }

  @Test("R11: a toggle may fire at every crossing instead of once per drag")
  func everyCrossing() {
    let rule = Rule(latch: .everyCrossing)
    var toggle = ThresholdToggle(phase: .armed(reference: 400))
    for (y, look) in [(500.0, ToggleLook.above), (400, .below), (470, .above)] {
      let decision = toggle.handle(.step(.moved), by: rule, in: Self.context(y: y))
      #expect(decision == .swap(animated: true))
      #expect(toggle == ThresholdToggle(phase: .armed(reference: y), look: look))
    }
  }

  @Test("R8: where the policy is off, tapping the tab again leaves the rocket")
  func noReturn() {
    var toggle = ThresholdToggle(look: .above)
    let rule = Rule(returnsOnReselect: false)
    #expect(toggle.handle(.reselect, by: rule, in: Self.context(y: 500)) == nil)
    #expect(toggle == ThresholdToggle(look: .above))
  }

  /// Applies one sample at `y` of a drag with the reference `reference`.
  private static func drag(
    from reference: Double, to y: Double, look: ToggleLook, rule: Rule = .refined,
    isVisible: Bool = true
  ) -> (toggle: ThresholdToggle, decision: ThresholdToggle.Decision?) {
    var toggle = ThresholdToggle(phase: .armed(reference: reference), look: look)
    let context = Self.context(y: y, isVisible: isVisible)
    let decision = toggle.handle(.step(.moved), by: rule, in: context)
    return (toggle, decision)
  }

  private static func context(y: Double, isVisible: Bool = true) -> ThresholdToggle.Context {
    ThresholdToggle.Context(
      now: .seconds(10), y: y, viewportHeight: 812, isVisible: isVisible)
  }
}
