import InteractionCore
import Testing

/// Every input in every phase of the second floor, at 10 s, with the list at −120 (past the tip
/// distance, short of the trigger), in an 812 pt viewport. The running choreography is that of
/// directive 7, until 11 s; the next directive is 42; `left` is closing from the offset at which a
/// finger released the page. `FloorNames.outcome` defines the words.
@Suite struct SecondFloorTableTests {
  static let table = TransitionTable(
    """
                | closed | pulling | tip    | armed  | opening | op+cl   | open   | pulled | closing | left
    began       | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    joined      | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    appeared    | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    dragged     | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    lifted      | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    slipped     | .      | closed  | closed | closed | .       | .       | .      | .      | .       | .
    coasted     | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    settled     | .      | closed  | closed | closed | .       | .       | .      | .      | .       | .
    cancelled   | .      | closed  | closed | closed | .       | .       | .      | .      | .       | .
    jumpBegan   | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    jumped      | tip    | tip     | .      | tip    | .       | .       | .      | .      | .       | .
    jumpEnded   | .      | closed  | closed | closed | .       | .       | .      | .      | .       | .
    down low    | .      | .       | .      | .      | .       | .       | held   | redone | .       | taken
    down high   | .      | .       | .      | .      | .       | .       | .      | put    | .       | .
    move        | .      | .       | .      | .      | .       | .       | .      | moved  | .       | .
    up far      | .      | .       | .      | .      | .       | .       | .      | shuts  | .       | .
    up near     | .      | .       | .      | .      | .       | .       | .      | back   | .       | .
    take away   | .      | .       | .      | .      | .       | .       | .      | put    | .       | .
    2nd down    | .      | .       | .      | .      | .       | .       | 2nd    | .      | .       | 2nd took
    2nd move    | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    2nd up      | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    2nd away    | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    open        | opens  | opens   | opens  | opens  | busy    | busy    | busy   | busy   | busy    | busy
    close       | shut   | shut    | shut   | shut   | noted   | .       | closes | closes | .       | .
    peek        | hint   | .       | .      | .      | busy    | busy    | busy   | busy   | busy    | busy
    turn off    | closed | closed  | closed | closed | busy    | busy    | closes | closes | busy    | busy
    turn on     | .      | .       | .      | .      | busy    | busy    | .      | .      | busy    | busy
    ended       | .      | .       | .      | .      | open    | reclose | .      | .      | closed  | closed
    other ended | .      | .       | .      | .      | .       | .       | .      | .      | .       | .
    expire      | .      | .       | .      | .      | open    | reclose | .      | .      | closed  | closed
    hold over   | .      | .       | .      | .      | .       | .       | .      | .      | .       | open
    background  | .      | closed  | closed | closed | open    | all 3   | .      | let go | closed  | closed
    """)

  /// The differences of `literal`, with `=` for none: it restores after a fixed time, so it ignores
  /// the client's report that the opening has ended (F7).
  static let exceptions = TransitionTable(
    """
                | closed | pulling | tip    | armed  | opening | op+cl   | open   | pulled | closing | left
    open        | fixed  | fixed   | fixed  | fixed  | =       | =       | =      | =      | =       | =
    ended       | =      | =       | =      | =      | .       | .       | =      | =      | =       | =
    """)

  @Test("F1 F2 F5 F7 F8 F9 S8: refined", arguments: table.pairs)
  func refined(pair: TransitionTable.Pair) throws {
    try Self.check(pair, expected: pair.expected, rule: .refined)
  }

  @Test("F7: literal", arguments: table.pairs)
  func literal(pair: TransitionTable.Pair) throws {
    let exception = Self.exceptions.expected(pair.input, while: pair.phase) ?? "="
    let expected = exception == "=" ? pair.expected : exception
    try Self.check(pair, expected: expected, rule: .literal)
  }

  @Test("F1 F8: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(
      inputs: FloorNames.inputs.map(\.name), phases: FloorNames.phases.map(\.name))
    Self.exceptions.expectRefines(Self.table)
    let phases = FloorNames.phases.map(\.phase.visible)
    #expect(Set(phases) == Set(FloorState.Phase.allCases))
    let inputs = FloorNames.inputs.map { FloorNames.Input($0.input) }
    #expect(Set(inputs) == Set(FloorNames.Input.allCases))
    let commands = FloorNames.inputs.compactMap { entry -> FloorCommand? in
      if case .command(let command) = entry.input { command } else { nil }
    }
    #expect(Set(commands) == Set(FloorCommand.allCases))
  }

  private static func check(
    _ pair: TransitionTable.Pair, expected: String, rule: FloorDefinition.Rule
  ) throws {
    let before = try #require(FloorNames.phases.first { $0.name == pair.phase }).phase
    let input = try #require(FloorNames.inputs.first { $0.name == pair.input }).input
    let outcome = try #require(FloorNames.outcome(expected, of: input, while: before))
    var floor = SecondFloor(phase: before)
    let effects = floor.handle(
      input, by: rule,
      in: SecondFloor.Context(
        now: .seconds(10), y: -120, viewportHeight: 812, reducedMotion: false, nextDirective: 42))
    #expect(floor.phase == outcome.phase)
    #expect(effects == outcome.effects)
  }
}
