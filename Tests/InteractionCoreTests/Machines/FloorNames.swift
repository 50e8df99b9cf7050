import InteractionCore

/// The names of the second floor's phases, inputs and outcomes in its tables.
enum FloorNames {
  /// The kinds of inputs; an additional one fails to compile in `init`.
  enum Input: Hashable, CaseIterable {
    case step, pointer, command, animationEnded, expire, holdExpired, background

    init(_ input: SecondFloor.Input) {
      switch input {
      case .step: self = .step
      case .pointer: self = .pointer
      case .command: self = .command
      case .animationEnded: self = .animationEnded
      case .expire: self = .expire
      case .holdExpired: self = .holdExpired
      case .background: self = .background
      }
    }
  }

  private static let pull = SecondFloor.ClosingPull(pointer: 1, start: 750)

  /// All phases, by name.
  static let phases: [(name: String, phase: SecondFloor.Phase)] = [
    ("closed", .closed), ("pulling", .pulling), ("tip", .tip), ("armed", .armed),
    ("opening", .opening(.init(directive: 7, until: .seconds(11), closeRequested: false))),
    ("op+cl", .opening(.init(directive: 7, until: .seconds(11), closeRequested: true))),
    ("open", .open(pull: nil)), ("pulled", .open(pull: pull)),
    ("closing", .closing(directive: 7, until: .seconds(11))),
    ("left", .closing(directive: 7, until: .seconds(11), heldUntil: .seconds(10.4))),
  ]

  /// All inputs, by name. The first finger is the one that pulls the page.
  static let inputs: [(name: String, input: SecondFloor.Input)] =
    StepName.allCases.map { ($0.rawValue, .step($0.step)) }
    + [
      ("down low", .pointer(finger(1, .down, y: 750))),
      ("down high", .pointer(finger(1, .down, y: 400))),
      ("move", .pointer(finger(1, .moved, y: 600))),
      ("up far", .pointer(finger(1, .up, y: 300))),
      ("up near", .pointer(finger(1, .up, y: 600))),
      ("take away", .pointer(finger(1, .cancelled, y: 300))),
      ("2nd down", .pointer(finger(2, .down, y: 800))),
      ("2nd move", .pointer(finger(2, .moved, y: 100))),
      ("2nd up", .pointer(finger(2, .up, y: 100))),
      ("2nd away", .pointer(finger(2, .cancelled, y: 100))),
      ("open", .command(.open)), ("close", .command(.close)), ("peek", .command(.peek)),
      ("turn off", .command(.turnOff)), ("turn on", .command(.turnOn)),
      ("ended", .animationEnded(directive: 7)), ("other ended", .animationEnded(directive: 6)),
      ("expire", .expire), ("hold over", .holdExpired), ("background", .background),
    ]

  /// Returns the outcome that a word of the tables stands for; nil for an unknown word.
  static func outcome(
    _ word: String, of input: SecondFloor.Input, while before: SecondFloor.Phase
  ) -> (phase: SecondFloor.Phase, effects: [SecondFloor.Effect])? {
    switch word {
    case ".": (before, [])
    case "closed": (.closed, [.entered(.closed)])
    case "tip": (.tip, [.entered(.tip)])
    // A choreography of 1.5 s, and its watchdog 2 s after it (F7).
    case "opens": (opening(until: 13.5), [.entered(.opening)])
    // The fixed duration alone.
    case "fixed": (opening(until: 11.5), [.entered(.opening)])
    case "open": (.open(pull: nil), [.entered(.open)])
    // 0.5 s, and the watchdog 2 s after it.
    case "closes": (.closing(directive: 42, until: .seconds(12.5)), [.entered(.closing)])
    // The pending close, which is the second directive from here.
    case "reclose":
      (
        .closing(directive: 43, until: .seconds(12.5)), [.entered(.open), .entered(.closing)]
      )
    // All remaining phases at once (F9).
    case "all 3": (.closed, [.entered(.open), .entered(.closing), .entered(.closed)])
    // The close is pending until the opening ends.
    case "noted": (.opening(.init(directive: 7, until: .seconds(11), closeRequested: true)), [])
    case "held": (.open(pull: pull), [])
    case "2nd": (.open(pull: SecondFloor.ClosingPull(pointer: 2, start: 800)), [])
    // From the offset at which the finger released the page (F16).
    case "back": (.open(pull: nil), [.springBack(from: 150)])
    case "put": (.open(pull: nil), [.springBack(from: 0)])
    case "redone": (.open(pull: pull), [.springBack(from: 0)])
    // The client's hold of the page, and its end (D7).
    case "taken": (.open(pull: pull), [.entered(.open)])
    case "2nd took":
      (.open(pull: SecondFloor.ClosingPull(pointer: 2, start: 800)), [.entered(.open)])
    case "moved": (.open(pull: SecondFloor.ClosingPull(pointer: 1, start: 750, y: 600)), [])
    case "shuts":
      (
        .closing(directive: 42, until: .seconds(12.5), heldUntil: .seconds(10.4)),
        [.entered(.closing, pulled: 450)]
      )
    case "let go": (.open(pull: nil), [])
    case "hint": (before, [.peek])
    case "busy": refusal(.busy, of: input, while: before)
    case "shut": refusal(.notOpen, of: input, while: before)
    default: nil
    }
  }

  private static func opening(until: Double) -> SecondFloor.Phase {
    .opening(.init(directive: 42, until: .seconds(until)))
  }

  private static func refusal(
    _ reason: Refusal.Reason, of input: SecondFloor.Input, while before: SecondFloor.Phase
  ) -> (phase: SecondFloor.Phase, effects: [SecondFloor.Effect])? {
    guard case .command(let command) = input else { return nil }
    return (before, [.refuse(command, reason)])
  }

  /// Returns a pointer event on the open page.
  static func finger(_ id: UInt32, _ phase: Pointer.Phase, y: Double) -> Pointer {
    Pointer(id: id, phase: phase, target: .floor, position: Point(x: 180, y: y))
  }
}
