import InteractionCore
import Testing

/// Every input in every phase of the rocket, at 10 s, visible, in an 812 pt viewport.
///
/// In the tables `.` means no change, `swap` a change of the look with its animation and `set` one
/// without; numbers are the reference of `armed`, pt, and the end of `returning`, s.
@Suite struct ThresholdToggleTableTests {
  /// The look is the logo and the offset 500: every rule that checks the offset decides for the
  /// rocket.
  static let upwards = TransitionTable(
    """
                     | resting         | armed 300       | ordered       | returning 11
    began            | armed 500, swap | armed 500, swap | armed 500, swap | armed 500, swap
    joined           | armed 500, swap | armed 500, swap | armed 500, swap | armed 500, swap
    appeared         | armed 500, swap | armed 500, swap | armed 500, swap | armed 500, swap
    dragged          | .               | resting, swap   | .             | resting, swap
    lifted           | .               | .               | .             | .
    slipped          | .               | .               | .             | .
    coasted          | .               | resting, swap   | .             | returning 12
    settled          | resting, swap   | resting, swap   | .             | .
    cancelled        | resting, swap   | resting, swap   | .             | .
    jumpBegan        | .               | .               | resting       | .
    jumped           | .               | resting, swap   | .             | returning 12
    jumpEnded        | resting, swap   | armed 300, swap | .             | resting, swap
    other began      | .               | .               | .             | .
    other joined     | .               | .               | .             | .
    other appeared   | .               | .               | .             | .
    other dragged    | .               | .               | .             | .
    other lifted     | .               | .               | .             | .
    other slipped    | .               | .               | .             | .
    other coasted    | .               | .               | .             | .
    other settled    | .               | .               | .             | .
    other cancelled  | .               | .               | .             | .
    other jumpBegan  | .               | .               | .             | .
    other jumped     | .               | .               | .             | .
    other jumpEnded  | .               | .               | .             | .
    order logo       | ordered         | ordered         | .             | ordered
    order rocket     | ordered, swap   | ordered, swap   | ordered, swap | ordered, swap
    reselect         | .               | .               | .             | .
    reconsider       | resting, swap   | armed 300, swap | .             | .
    reconsider still | resting, set    | armed 300, set  | .             | .
    expire           | .               | .               | .             | resting, swap
    """)

  /// The look is the rocket and the offset 300: only explicit requests differ.
  static let downwards = TransitionTable(
    """
                     | resting         | armed 500       | ordered       | returning 11
    began            | armed 300, swap | armed 300, swap | armed 300, swap | armed 300, swap
    joined           | armed 300, swap | armed 300, swap | armed 300, swap | armed 300, swap
    appeared         | armed 300, swap | armed 300, swap | armed 300, swap | armed 300, swap
    dragged          | .               | resting, swap   | .             | resting, swap
    lifted           | .               | .               | .             | .
    slipped          | .               | .               | .             | .
    coasted          | .               | resting, swap   | .             | returning 12
    settled          | resting, swap   | resting, swap   | .             | .
    cancelled        | resting, swap   | resting, swap   | .             | .
    jumpBegan        | .               | .               | resting       | .
    jumped           | .               | resting, swap   | .             | returning 12
    jumpEnded        | resting, swap   | armed 500, swap | .             | resting, swap
    other began      | .               | .               | .             | .
    other joined     | .               | .               | .             | .
    other appeared   | .               | .               | .             | .
    other dragged    | .               | .               | .             | .
    other lifted     | .               | .               | .             | .
    other slipped    | .               | .               | .             | .
    other coasted    | .               | .               | .             | .
    other settled    | .               | .               | .             | .
    other cancelled  | .               | .               | .             | .
    other jumpBegan  | .               | .               | .             | .
    other jumped     | .               | .               | .             | .
    other jumpEnded  | .               | .               | .             | .
    order logo       | ordered, swap   | ordered, swap   | ordered, swap | ordered, swap
    order rocket     | ordered         | ordered         | .             | ordered
    reselect         | returning 12, swap and scroll | returning 12, swap and scroll \
    | returning 12, swap and scroll | .
    reconsider       | resting, swap   | armed 500, swap | .             | .
    reconsider still | resting, set    | armed 500, set  | .             | .
    expire           | .               | .               | .             | resting, swap
    """)

  /// The differences of `literal` from ``upwards``, with `=` for none: it never reconciles (R6),
  /// keeps the latch until it fires (R2), sends redundant directives (R4) and follows every list
  /// (S2).
  static let exceptions = TransitionTable(
    """
                     | resting         | armed 300       | ordered       | returning 11
    began            | armed 500       | armed 500       | armed 500     | armed 500
    joined           | .               | resting, swap   | .             | resting
    appeared         | .               | .               | .             | .
    dragged          | =               | =               | =             | resting
    settled          | .               | .               | =             | =
    cancelled        | .               | .               | =             | =
    jumpEnded        | .               | .               | =             | resting
    other joined     | =               | resting, swap   | =             | returning 12
    other dragged    | =               | resting, swap   | =             | returning 12
    other coasted    | =               | resting, swap   | =             | returning 12
    other jumped     | =               | resting, swap   | =             | returning 12
    order logo       | ordered, swap   | armed 300, swap | ordered, swap | ordered, swap
    order rocket     | =               | armed 300, swap | =             | =
    reconsider       | .               | .               | =             | =
    reconsider still | .               | .               | =             | =
    expire           | =               | =               | =             | resting
    """)

  @Test("R1 R2 R3 R4 R6 R8 R10 S2: refined, logo at 500 pt", arguments: upwards.pairs)
  func refinedUpwards(pair: TransitionTable.Pair) throws {
    let actual = try Self.outcome(of: pair, look: .below, y: 500, rule: .refined)
    #expect(actual == pair.expected)
  }

  @Test("R1 R2 R3 R4 R6 R8 R10 S2: refined, rocket at 300 pt", arguments: downwards.pairs)
  func refinedDownwards(pair: TransitionTable.Pair) throws {
    let actual = try Self.outcome(of: pair, look: .above, y: 300, rule: .refined)
    #expect(actual == pair.expected)
  }

  @Test("R2 R3 R4 R6 S2: literal, logo at 500 pt", arguments: upwards.pairs)
  func literalUpwards(pair: TransitionTable.Pair) throws {
    let exception = Self.exceptions.expected(pair.input, while: pair.phase) ?? "="
    let actual = try Self.outcome(of: pair, look: .below, y: 500, rule: .literal)
    #expect(actual == (exception == "=" ? pair.expected : exception))
  }

  @Test("R1 R2 R8 R10: the tables leave no pair out")
  func coverage() {
    Self.upwards.expectCovers(
      inputs: ToggleNames.inputs.map(\.name), phases: ["armed 300"] + ToggleNames.otherPhases)
    Self.downwards.expectCovers(
      inputs: ToggleNames.inputs.map(\.name), phases: ["armed 500"] + ToggleNames.otherPhases)
    Self.exceptions.expectRefines(Self.upwards)
    let phases = Self.upwards.phases.compactMap { ToggleNames.phase($0) }
    #expect(Set(phases.map { ToggleNames.Phase($0) }) == Set(ToggleNames.Phase.allCases))
    let inputs = ToggleNames.inputs.map { ToggleNames.Input($0.input) }
    #expect(Set(inputs) == Set(ToggleNames.Input.allCases))
  }

  /// Returns the outcome of an input, in the words of the tables.
  private static func outcome(
    of pair: TransitionTable.Pair, look: ToggleLook, y: Double, rule: ToggleDefinition.Rule
  ) throws -> String {
    let phase = try #require(ToggleNames.phase(pair.phase))
    let input = try #require(ToggleNames.inputs.first { $0.name == pair.input }).input
    var toggle = ThresholdToggle(phase: phase, look: look)
    let decision = toggle.handle(
      input, by: rule,
      in: ThresholdToggle.Context(now: .seconds(10), y: y, viewportHeight: 812, isVisible: true))
    if case .command(let ordered) = input {
      #expect(toggle.look == ordered)
    } else {
      // A redundant switch is sent without a change; any other one flips the look.
      #expect((toggle.look != look) == (decision != nil))
    }
    return ToggleNames.describe(toggle.phase, after: phase, decision)
  }
}
