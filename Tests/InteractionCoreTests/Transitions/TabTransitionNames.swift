import InteractionCore

/// The names of the phases and inputs of ``TabTransition`` in its table.
enum TabTransitionNames {
  /// An input of the transition.
  struct Input: Sendable {
    var name: String
    /// Applies the input. Returns the outcome in words.
    var apply: @Sendable (inout TabTransition, TransitionDefinition) -> [String]
  }

  /// Tab 1 of three, in a 375 pt container.
  fileprivate static let context = TabTransition.SwipeContext(
    selected: 1, right: 2, left: 0, width: 375)

  static let phases: [(name: String, transition: TabTransition)] = [
    ("idle", TabTransition(number: 4, swipes: true)),
    ("held", TabTransition(number: 4, isDragged: true, swipes: true)),
    ("off", TabTransition(number: 4)),
    ("running", Self.running(.finished, followsRelease: false)),
    ("released", Self.running(.finished, followsRelease: true)),
    ("returning", Self.running(.cancelled, followsRelease: true)),
    (
      "dragged",
      TabTransition(
        phase: .interactive(from: 1, to: 2), number: 4, isDragged: true, swipes: true)
    ),
  ]

  static let inputs: [Input] = [
    .drag("began left", .began, -40), .drag("moved left", .moved, -60),
    .drag("moved right", .moved, 60), .drag("moved back", .moved, 0),
    .drag("ended far", .ended, -150), .drag("ended near", .ended, -149),
    .drag("taken away", .cancelled, 0),
    Input(name: "turned off") { transition, _ in transition.cancelDrag().map(Self.word) },
    Input(name: "request") { transition, rule in
      let finished = transition.finish(by: rule).map { [Self.word($0)] } ?? []
      transition.start(from: 1, to: 3, directive: 9, until: .seconds(20))
      return finished
    },
    Input(name: "ended") { Self.words($0.animationEnded(7, .finished, by: $1)) },
    Input(name: "cut short") { Self.words($0.animationEnded(7, .cancelled, by: $1)) },
    Input(name: "other ended") { Self.words($0.animationEnded(8, .finished, by: $1)) },
    Input(name: "expire") { Self.words($0.expire(by: $1)) },
    Input(name: "interrupt") { Self.words($0.finish(by: $1)) },
    Input(name: "let go") { transition, rule in
      guard let (completion, back) = transition.revertRelease(by: rule) else { return [] }
      return [Self.word(completion), "to \(back)"]
    },
  ]

  private static func running(
    _ outcome: TransitionOutcome, followsRelease: Bool
  ) -> TabTransition {
    // Tab 2 is selected already, unless the pages return.
    TabTransition(
      phase: .running(
        TabTransition.TransitionAnimation(
          from: 1, to: 2, directive: 7, until: .seconds(10), outcome: outcome,
          followsRelease: followsRelease)),
      number: 4, swipes: true)
  }

  private static func words(_ completion: TabTransition.Completion?) -> [String] {
    completion.map { [Self.word($0)] } ?? []
  }

  private static func word(_ completion: TabTransition.Completion) -> String {
    completion.outcome == .finished ? "done" : "undo"
  }

  fileprivate static func word(_ effect: TabTransition.Effect) -> String {
    switch effect {
    case .completed(let completion): Self.word(completion)
    case .began(_, let to): "take \(to)"
    case .switched(_, let to, _): "switch \(to)"
    case .returned: "return"
    }
  }

  /// Returns the phase of a transition, in words.
  static func phase(of transition: TabTransition) -> String {
    switch transition.phase {
    case .idle: transition.isDragged ? "held" : "idle"
    case .running(let run): "runs \(run.to)"
    case .interactive(_, let to): transition.isDragged ? "drags \(to)" : "waits \(to)"
    }
  }
}

extension TabTransitionNames.Input {
  fileprivate static func drag(
    _ name: String, _ phase: PageDrag.Phase, _ translation: Double
  ) -> Self {
    Self(name: name) { transition, rule in
      transition.handle(
        PageDrag(.tabs, phase, translation: translation), by: rule,
        in: TabTransitionNames.context
      ).map(TabTransitionNames.word)
    }
  }
}
