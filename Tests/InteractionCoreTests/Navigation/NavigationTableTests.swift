import InteractionCore
import Testing

/// Every input in every phase of the stack: the outcome and the resulting pages; `.` is no change.
/// Pages are letters, presented ones capitals, `-` is none. The animation is that of directive 7;
/// `popped` is one after a release, `back` one that restores a page.
@Suite struct NavigationTableTests {
  static let table = TransitionTable(
    """
                | empty  | pages    | sheet    | running | popped  | back    | pulled
    push        | push c | push abc | push aSc | busy    | busy    | busy    | undo push abc
    present     | show P | show abP | show aSP | busy    | busy    | busy    | undo show abP
    pop         | none   | pop a    | none     | busy    | busy    | busy    | undo pop a
    pop to root | none   | pop -    | pop -    | busy    | busy    | busy    | undo pop -
    dismiss     | none   | none     | pop a    | busy    | busy    | busy    | undo none ab
    ended       | .      | .        | .        | done ab | done a  | undo ab | .
    cut short   | .      | .        | .        | undo ab | undo a  | undo ab | .
    other ended | .      | .        | .        | .       | .       | .       | .
    interrupt   | .      | .        | .        | done ab | done a  | undo ab | undo ab
    pull in     | .      | pull ab  | .        | .       | .       | .       | .
    pull out    | .      | .        | .        | .       | .       | .       | .
    pull on     | .      | .        | .        | .       | .       | .       | .
    let far     | .      | .        | .        | .       | .       | .       | pop a
    let near    | .      | .        | .        | .       | .       | .       | back ab
    taken away  | .      | .        | .        | .       | .       | .       | back ab
    let go      | .      | .        | .        | .       | undo ab | .       | .
    """)

  /// Pans of scanned pages in the same phases.
  static let pans = TransitionTable(
    """
                | empty  | pages    | sheet    | running | popped  | back    | pulled
    pan down    | pull - | pull ab  | pull aS  | .       | .       | .       | .
    pan nowhere | .      | .        | .        | .       | .       | .       | .
    pan up      | .      | .        | .        | .       | .       | .       | .
    pan on      | .      | .        | .        | .       | .       | .       | .
    let down    | .      | .        | .        | .       | .       | .       | .
    let up      | .      | .        | .        | .       | .       | .       | .
    let short   | .      | .        | .        | .       | .       | .       | .
    pan taken   | .      | .        | .        | .       | .       | .       | .
    """)

  /// All inputs in the phases of such a pan: `brought` runs after the release.
  static let panned = TransitionTable(
    """
                | scanned  | brought | bringing     | removing
    push        | push aSc | busy    | undo push ac | undo push aSc
    present     | show aSP | busy    | undo show aP | undo show aSP
    pop         | none     | busy    | undo pop -   | undo none aS
    pop to root | pop -    | busy    | undo pop -   | undo pop -
    dismiss     | pop a    | busy    | undo none a  | undo pop a
    ended       | .        | done aS | .            | .
    cut short   | .        | undo aS | .            | .
    other ended | .        | .       | .            | .
    interrupt   | .        | done aS | undo a       | undo aS
    pull in     | .        | .       | .            | .
    pull out    | .        | .       | .            | .
    pull on     | .        | .       | .            | .
    let far     | .        | .       | .            | .
    let near    | .        | .       | .            | .
    taken away  | .        | .       | .            | .
    let go      | .        | undo a  | .            | .
    pan down    | pull aS  | .       | .            | .
    pan nowhere | .        | .       | .            | .
    pan up      | pull aS  | .       | .            | .
    pan on      | .        | .       | .            | .
    let down    | .        | .       | show aS      | back aS
    let up      | .        | .       | back a       | pop a
    let short   | .        | .       | back a       | back aS
    pan taken   | .        | .       | back a       | back aS
    """)

  private static let phases = NavigationNames.phases + NavigationNames.panPhases
  private static let inputs = NavigationNames.inputs + NavigationNames.panInputs

  @Test("N1 N2 N3 N5 D7: the stack", arguments: table.pairs + pans.pairs + panned.pairs)
  func stack(pair: TransitionTable.Pair) throws {
    let before = try #require(Self.phases.first { $0.name == pair.phase }).stack
    let input = try #require(Self.inputs.first { $0.name == pair.input })
    var stack = before
    let words = input.apply(&stack)
    if words.isEmpty || words == ["busy"] || words == ["none"] {
      #expect((words.first ?? ".") == pair.expected)
      #expect(stack == before)
    } else {
      let pages = NavigationNames.text(stack.pages)
      #expect((words + [pages]).joined(separator: " ") == pair.expected)
    }
    #expect(stack.hidesBar == stack.pages.contains { !$0.isPresented })
  }

  @Test("N1 N5: the tables leave no pair out")
  func coverage() {
    let (phases, panPhases) = (NavigationNames.phases, NavigationNames.panPhases)
    Self.table.expectCovers(
      inputs: NavigationNames.inputs.map(\.name), phases: phases.map(\.name))
    Self.pans.expectCovers(
      inputs: NavigationNames.panInputs.map(\.name), phases: phases.map(\.name))
    Self.panned.expectCovers(inputs: Self.inputs.map(\.name), phases: panPhases.map(\.name))
  }

  @Test("N1: only a pull begins a transition by itself; its number is the animation's, too")
  func numbers() {
    for phase in Self.phases {
      for input in Self.inputs {
        var stack = phase.stack
        let words = input.apply(&stack)
        let begun: UInt32 = words == ["pull"] ? 1 : 0
        #expect(stack.number == 4 + begun, "\(input.name) while \(phase.name)")
      }
      var stack = phase.stack
      let isPulled = if case .interactive = stack.phase { true } else { false }
      stack.start(directive: 9, until: .seconds(20))
      #expect(stack.number == (isPulled ? 4 : 5), "\(phase.name)")
    }
  }
}
