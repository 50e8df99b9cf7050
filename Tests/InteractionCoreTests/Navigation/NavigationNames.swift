import InteractionCore

/// The phases and inputs of ``NavigationStack`` by name.
enum NavigationNames {
  /// What happens to the stack.
  struct Input: Sendable {
    var name: String
    /// Lets it happen; what comes of it, in words.
    var apply: @Sendable (inout NavigationStack) -> [String]
  }

  static let phases: [(name: String, stack: NavigationStack)] = [
    ("empty", NavigationStack(number: 4)),
    ("pages", NavigationStack(pages: Self.pages("ab"), number: 4)),
    ("sheet", NavigationStack(pages: Self.pages("aS"), number: 4)),
    ("running", Self.running("ab", .finished)),
    ("popped", Self.running("a", .finished, released: Self.pages("b")[0])),
    ("back", Self.running("ab", .cancelled)),
    ("pulled", NavigationStack(phase: .interactive, pages: Self.pages("ab"), number: 4)),
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
    Input(name: "let go") { stack in Self.end(&stack) { $0.letGo() } },
  ]

  static func pages(_ letters: String) -> [NavigationState.Page] {
    letters.map {
      NavigationState.Page(route: String($0), style: .slide, isPresented: $0.isUppercase)
    }
  }

  static func text(_ pages: [NavigationState.Page]) -> String {
    pages.isEmpty ? "-" : pages.map(\.route).joined()
  }

  private static func running(
    _ letters: String, _ outcome: TransitionOutcome, released: NavigationState.Page? = nil
  ) -> NavigationStack {
    let run = NavigationStack.Run(
      directive: 7, until: .seconds(10), outcome: outcome, released: released)
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
      // A pull that has not been let go yields to a request.
      let ended =
        stack.phase == .interactive ? NavigationNames.end(&stack) { $0.finish() } : []
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
    _ name: String, _ phase: PageDrag.Phase, _ distance: Double
  ) -> Self {
    Self(name: name) { stack in
      let drag = PageDrag(.back, phase, translation: distance)
      let rule = NavigationDefinition()
      switch stack.handle(drag, distance: distance, width: 375, by: rule) {
      case .took: return ["pull"]
      case .popped: return ["pop"]
      case .returned: return ["back"]
      case .cancelled: return ["undo"]
      case nil: return []
      }
    }
  }
}
