import InteractionCore
import Testing

/// All phases of the second floor × an expired hold and requests under a veto, at 10 s, with the
/// list at −160 (past the trigger). The running choreography is that of directive 7; `released` is
/// an opening by a release, `+cl` an opening with a pending close.
@Suite struct FloorVetoTableTests {
  /// `shut` closes the floor, `login` and `asset` refuse with that reason, `shut login` does both;
  /// `busy` refuses since the floor is open or in transition.
  static let table = TransitionTable(
    """
               | closed | pulling    | tip        | armed      | opening | opening+cl | released | \
    released+cl | open | pulled | closing
    hold       | .      | .          | .          | .          | .       | .          | shut     | \
    shut        | .    | .      | .
    open out   | login  | login      | login      | login      | busy    | busy       | busy     | \
    busy        | busy | busy   | busy
    open bare  | asset  | asset      | asset      | asset      | busy    | busy       | busy     | \
    busy        | busy | busy   | busy
    lift out   | login  | shut login | shut login | shut login | .       | .          | .        | \
    .           | .    | .      | .
    lift bare  | asset  | shut asset | shut asset | shut asset | .       | .          | .        | \
    .           | .    | .      | .
    """)

  private static func opening(close: Bool, release: Bool) -> SecondFloor.Phase {
    .opening(
      SecondFloor.Opening(
        directive: 7, until: .seconds(11), closeRequested: close,
        heldUntil: release ? .seconds(10.2) : nil))
  }

  static let phases: [(name: String, phase: SecondFloor.Phase)] = [
    ("closed", .closed), ("pulling", .pulling), ("tip", .tip), ("armed", .armed),
    ("opening", opening(close: false, release: false)),
    ("opening+cl", opening(close: true, release: false)),
    ("released", opening(close: false, release: true)),
    ("released+cl", opening(close: true, release: true)),
    ("open", .open(pull: nil)),
    ("pulled", .open(pull: SecondFloor.ClosingPull(pointer: 1, start: 750))),
    ("closing", .closing(directive: 7, until: .seconds(11))),
  ]

  static let inputs: [(name: String, input: SecondFloor.Input)] = [
    ("hold", .holdExpired), ("open out", .command(.open)), ("open bare", .command(.open)),
    ("lift out", .step(.ended(velocity: 0))), ("lift bare", .step(.ended(velocity: 0))),
  ]

  @Test("F5 D7: the table", arguments: table.pairs, Preset.allCases)
  func cell(pair: TransitionTable.Pair, preset: Preset) throws {
    let before = try #require(Self.phases.first { $0.name == pair.phase }).phase
    let input = try #require(Self.inputs.first { $0.name == pair.input }).input
    var rule: FloorDefinition.Rule = preset == .literal ? .literal : .refined
    rule.requiresLogin = true
    rule.requiresAsset = true
    let isBare = pair.input.hasSuffix("bare")
    let picture = Asset(slot: "floor", kind: .still, size: Size(width: 750, height: 600))
    var floor = SecondFloor(phase: before, asset: isBare ? nil : picture)
    let effects = floor.handle(
      input, by: rule,
      in: SecondFloor.Context(
        now: .seconds(10), y: -160, viewportHeight: 812, reducedMotion: false,
        isSignedIn: !pair.input.hasSuffix("out"), nextDirective: 42))
    let expected = try Self.expected(pair.expected, while: before)
    #expect(floor.phase == expected.phase)
    #expect(effects == expected.effects)
  }

  @Test("F5 D7: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(inputs: Self.inputs.map(\.name), phases: Self.phases.map(\.name))
    let visible = Self.phases.map(\.phase.visible)
    #expect(Set(visible) == Set(FloorState.Phase.allCases))
  }

  private static func expected(
    _ words: String, while before: SecondFloor.Phase
  ) throws -> (phase: SecondFloor.Phase, effects: [SecondFloor.Effect]) {
    var phase = before
    var effects: [SecondFloor.Effect] = []
    for word in words.split(separator: " ") {
      switch word {
      case "shut":
        phase = .closed
        effects.append(.entered(.closed))
      case "login": effects.append(.refuse(.open, .loginRequired))
      case "asset": effects.append(.refuse(.open, .assetNotReady))
      case "busy": effects.append(.refuse(.open, .busy))
      default: try #require(word == ".")
      }
    }
    return (phase, effects)
  }
}
