import InteractionCore
import Testing

/// Every input in every phase of the pages' transition with the number 4, between tabs 1 and 2 of
/// four; tab 1 was selected when it began. `held` is a finger without a neighbouring page, `off`
/// has swipes disabled. The words are the outcome; `.` is no change.
@Suite struct TabTransitionTableTests {
  static let table = TransitionTable(
    """
                | idle   | held          | off  | running | released  | returning | dragged
    began left  | take 2 | take 2        | .    | .       | .         | .         | undo take 2
    moved left  | .      | take 2        | .    | .       | .         | .         | .
    moved right | .      | take 0        | .    | .       | .         | .         | undo take 0
    moved back  | .      | .             | .    | .       | .         | .         | .
    ended far   | .      | take 2 switch | .    | .       | .         | .         | switch
    ended near  | .      | take 2 return | .    | .       | .         | .         | return
    taken away  | .      | drop          | .    | .       | .         | .         | return
    turned off  | .      | drop          | .    | .       | .         | .         | return
    request     | run    | run           | run  | done run| done run  | undo run  | undo run
    ended       | .      | .             | .    | done    | done      | undo      | .
    cut short   | .      | .             | .    | undo    | undo      | undo      | .
    other ended | .      | .             | .    | .       | .         | .         | .
    expire      | .      | .             | .    | done    | done      | undo      | .
    interrupt   | .      | drop          | .    | done    | done      | undo      | undo
    let go      | .      | .             | .    | .       | undo to 1 | .         | .
    """)

  /// The differences of `literal`, with `=` for none: the next transition cuts off the running one
  /// (X4).
  static let exceptions = TransitionTable(
    """
                | idle   | held          | off  | running | released  | returning | dragged
    request     | =      | =             | =    | undo run| undo run  | =         | =
    interrupt   | =      | =             | =    | undo    | undo      | =         | =
    """)

  static let refined = TransitionDefinition(swipes: true)
  static let literal = TransitionDefinition(
    animatesFirst: false, finishesRunning: false, resetsBoth: false, swipes: true)

  @Test("X4 X5 X7 D7: refined", arguments: table.pairs)
  func refined(pair: TransitionTable.Pair) throws {
    try Self.check(pair, expected: pair.expected, rule: Self.refined)
  }

  @Test("X4 X5: literal", arguments: table.pairs)
  func literal(pair: TransitionTable.Pair) throws {
    let exception = Self.exceptions.expected(pair.input, while: pair.phase) ?? "="
    try Self.check(
      pair, expected: exception == "=" ? pair.expected : exception, rule: Self.literal)
  }

  @Test("X4 X7: the table leaves no pair out")
  func coverage() {
    Self.table.expectCovers(
      inputs: TabTransitionNames.inputs.map(\.name),
      phases: TabTransitionNames.phases.map(\.name))
    Self.exceptions.expectRefines(Self.table)
  }

  @Test("X4: each begun transition gets the next number, and keeps it until its one end")
  func numbers() throws {
    for phase in TabTransitionNames.phases {
      for input in TabTransitionNames.inputs {
        var transition = phase.transition
        let words = input.apply(&transition, Self.refined)
        let begun = words.count { $0.hasPrefix("take") } + (input.name == "request" ? 1 : 0)
        #expect(transition.number == 4 + UInt32(begun), "\(input.name) while \(phase.name)")
        let ended = words.count { $0 == "done" || $0 == "undo" }
        let wasOpen = phase.transition.movingTabs == nil ? 0 : 1
        let isOpen = transition.movingTabs == nil ? 0 : 1
        #expect(wasOpen + begun - ended == isOpen, "\(input.name) while \(phase.name)")
      }
    }
  }

  @Test("X5: what is cut off puts back both pages, literal the one that leaves")
  func resets() throws {
    for (rule, expected) in [(Self.refined, [1, 2]), (Self.literal, [1])] {
      for phase in TabTransitionNames.phases where phase.transition.movingTabs != nil {
        var transition = phase.transition
        _ = transition.animationEnded(7, .cancelled, by: rule)
        _ = transition.finish(by: rule)
        #expect(transition.last?.outcome == .cancelled)
        #expect(transition.last?.reset == expected, "\(phase.name)")
      }
    }
  }

  private static func check(
    _ pair: TransitionTable.Pair, expected: String, rule: TransitionDefinition
  ) throws {
    let before = try #require(
      TabTransitionNames.phases.first { $0.name == pair.phase }
    ).transition
    let input = try #require(TabTransitionNames.inputs.first { $0.name == pair.input })
    var transition = before
    let effects = input.apply(&transition, rule)
    var words = effects.map { $0.hasPrefix("switch") ? "switch" : $0 }
    let phase = TabTransitionNames.phase(of: transition)
    switch phase {
    case "runs 3": words.append("run")
    case "idle" where words.isEmpty && TabTransitionNames.phase(of: before) == "held":
      words.append("drop")
    default: break
    }
    #expect(words.isEmpty ? expected == "." : words.joined(separator: " ") == expected)
    // The final phase follows from the last word.
    switch words.last {
    case nil: #expect(transition == before)
    case "take 2": #expect(phase == "drags 2")
    case "take 0": #expect(phase == "drags 0")
    case "switch", "return": #expect(phase == "waits 2")
    case "run": #expect(phase == "runs 3")
    default: #expect(phase == "idle")
    }
  }
}
