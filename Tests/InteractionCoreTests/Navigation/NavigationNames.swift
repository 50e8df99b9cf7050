import InteractionCore

/// The names of the phases and inputs of ``NavigationStack``.
enum NavigationNames {
  /// An input of the stack.
  struct Input: Sendable {
    var name: String
    /// Applies the input. Returns the outcome in words.
    var apply: @Sendable (inout NavigationStack) -> [String]
  }

  static let phases: [(name: String, stack: NavigationStack)] = [
    ("empty", NavigationStack(number: 4)),
    ("pages", NavigationStack(pages: Self.pages("ab"), number: 4)),
    ("sheet", NavigationStack(pages: Self.pages("aS"), number: 4)),
    ("running", Self.running("ab", .finished)),
    ("popped", Self.running("a", .finished, release: .removed(Self.pages("b")[0]))),
    ("back", Self.running("ab", .cancelled)),
    ("pulled", NavigationStack(phase: .interactive(.popping), pages: Self.pages("ab"), number: 4)),
  ]

  /// The phases of a page `S` that a pan presents or dismisses.
  static let panPhases: [(name: String, stack: NavigationStack)] = [
    ("scanned", NavigationStack(pages: Self.scanned, number: 4)),
    ("brought", Self.running("aS", .finished, release: .added)),
    (
      "bringing",
      NavigationStack(
        phase: .interactive(.presenting(route: "S")), pages: Self.pages("a"), number: 4)
    ),
    ("removing", NavigationStack(phase: .interactive(.dismissing), pages: Self.scanned, number: 4)),
  ]

  static let inputs: [Input] = [
    .request("push", .push, "c"), .request("present", .present, "P"), .request("pop", .pop),
    .request("pop to root", .popToRoot), .request("dismiss", .dismiss),
    Input(name: "ended") { stack in Self.end(&stack) { $0.animationEnded(7, .finished) } },
    Input(name: "cut short") { stack in Self.end(&stack) { $0.animationEnded(7, .cancelled) } },
    Input(name: "other ended") { stack in Self.end(&stack) { $0.animationEnded(8, .finished) } },
    Input(name: "interrupt") { stack in Self.end(&stack) { $0.finish() } },
    .drag("pull in", .began, 20), .drag("pull out", .began, -20), .drag("pull on", .moved, 200),
    .drag("let far", .ended, 112.6), .drag("let near", .ended, 112.5),
    .drag("taken away", .cancelled, 0),
    Input(name: "let go") { stack in Self.end(&stack) { $0.revertRelease() } },
  ]

  static let panInputs: [Input] = [
    .drag("pan down", .began, 20, of: .scan, to: "P"), .drag("pan nowhere", .began, 20, of: .scan),
    .drag("pan up", .began, -20, of: .scan, to: "P"), .drag("pan on", .moved, 200, of: .scan),
    .drag("let down", .ended, 244, of: .scan), .drag("let up", .ended, -244, of: .scan),
    .drag("let short", .ended, 243, of: .scan), .drag("pan taken", .cancelled, 0, of: .scan),
  ]

  private static let scanned =
    Self.pages("a") + [NavigationState.Page(route: "S", style: .scan, isPresented: true)]

  static func pages(_ letters: String) -> [NavigationState.Page] {
    letters.map {
      NavigationState.Page(route: String($0), style: .slide, isPresented: $0.isUppercase)
    }
  }

  static func text(_ pages: [NavigationState.Page]) -> String {
    pages.isEmpty ? "-" : pages.map(\.route).joined()
  }

  private static func running(
    _ letters: String, _ outcome: TransitionOutcome, release: NavigationStack.ReleasedChange? = nil
  ) -> NavigationStack {
    let run = NavigationStack.NavigationAnimation(
      directive: 7, until: .seconds(10), outcome: outcome, release: release)
    return NavigationStack(phase: .running(run), pages: Self.pages(letters), number: 4)
  }

  fileprivate static func end(
    _ stack: inout NavigationStack, by end: (inout NavigationStack) -> Bool
  ) -> [String] {
    guard end(&stack) else { return [] }
    return [stack.last == .finished ? "done" : "undo"]
  }
}

extension NavigationNames.Input {
  fileprivate static func request(
    _ name: String, _ operation: NavigationRequest.Operation, _ route: String = ""
  ) -> Self {
    Self(name: name) { stack in
      // A pull that has not been released yields to a request.
      var ended: [String] = []
      if case .interactive = stack.phase { ended = NavigationNames.end(&stack) { $0.finish() } }
      let request = NavigationRequest(operation, route: route)
      switch stack.handle(request, style: .slide) {
      case .refuse(.busy): return ended + ["busy"]
      case .refuse: return ended + ["none"]
      case .change:
        let words = ["push": "push", "present": "show"]
        return ended + [words["\(operation)"] ?? "pop"]
      }
    }
  }

  fileprivate static func drag(
    _ name: String, _ phase: PageDrag.Phase, _ distance: Double,
    of subject: PageDrag.Subject = .back, to route: String = ""
  ) -> Self {
    Self(name: name) { stack in
      let drag = PageDrag(subject, phase, translation: distance, route: route)
      switch stack.handle(drag, in: .phone, by: NavigationDefinition()) {
      case .began: return ["pull"]
      case .finished(.presenting, _, _): return ["show"]
      case .finished: return ["pop"]
      case .returned, .cancelled: return ["back"]
      case nil: return []
      }
    }
  }
}
