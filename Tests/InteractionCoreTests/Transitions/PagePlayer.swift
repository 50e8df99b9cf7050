import InteractionCore
import Testing

/// A session driven by hand; its directives as lines of text.
///
/// ```
/// select 0→2 user; #1 runs 0→2   a tab, and its transition
/// #1 finished, resets 0 2         the end of a transition
/// back; #1 runs 0→1               an animation with the setting
/// push b by fade; *3 runs a b     a page, and the stack's transition
/// ```
struct PagePlayer {
  private(set) var session: Session
  private(set) var directives: [Directive] = []
  private var sequence: UInt64 = 0

  /// Makes a session that is opened at time 0.
  init(
    _ experience: Experience, in surface: Surface = .phone,
    selected: Int = 0, pages: [NavigationState.Page] = []
  ) {
    self.session = Session(experience: experience, surface: surface)
    self.play(0, .open(RestoredState(selectedTab: selected, pages: pages)))
  }

  /// Sends an event at `time` ms. Returns the directives as text.
  @discardableResult mutating func play(
    _ time: Int64, _ kind: InteractionEvent.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [String] {
    self.sequence += 1
    let event = InteractionEvent.at(time, kind, sequence: self.sequence)
    #expect(self.session.violations(in: event) == [], sourceLocation: sourceLocation)
    let former = self.session.snapshot
    self.directives = self.session.handle(event)
    return PageLines.texts(of: self.directives, since: former)
  }

  /// Reports the end of a directive's animation. Returns the directives as text.
  @discardableResult mutating func report(
    _ time: Int64, _ outcome: AnimationOutcome = .finished, of directive: UInt64
  ) -> [String] {
    self.play(time, .animationEnded(directive: directive, outcome: outcome))
  }

  /// The sequence number of the latest directive.
  var lastDirective: UInt64 { self.session.state.nextDirective - 1 }
  var selected: Int { self.session.state.tabBar.selected }
  /// The routes of the pages above the root.
  var routes: [String] { self.session.state.navigation.pages.map(\.route) }
  /// The first animation of the latest directives.
  var timeline: Timeline? { self.directives.lazy.compactMap(\.timeline).first }
}

/// Directives as text.
enum PageLines {
  /// - Parameter former: The snapshot before the first directive.
  static func texts(of directives: [Directive], since former: Snapshot) -> [String] {
    directives.kinds(since: former).map { Self.text($0) }
  }

  private static func text(_ kind: DirectiveKind) -> String {
    switch kind {
    case .selects(let selection):
      let from = selection.from.map { "\($0)" } ?? ""
      let text = "select \(from)→\(selection.to) \(selection.asker)"
      return selection.transition.map { "\(text); \(Self.text($0))" } ?? text
    case .sets(let setting):
      return Self.text(setting)
    case .animates(let setting, _):
      return setting.map { "back; \(Self.text($0))" } ?? "animate"
    case .navigates(let state, let change):
      let what = "\(change.operation) \(change.route) by \(change.style)"
      return "\(what); \(Self.text(state))"
    case .happens(let effect): return Self.text(effect)
    case .login(let tab): return "login \(tab)"
    case .asks(let tab): return "ask \(tab)"
    case .snapshot: return "snapshot"
    case .menu: return "effect"
    case .odd: return "odd"
    }
  }

  private static func text(_ effect: Effect) -> String {
    switch effect {
    case .refusal(let refusal): "refuse \(refusal.reason)"
    case .scrollList(let source, _, _): "scroll \(source)"
    case .scrollCarousel(let source, let item, _, _): "turn \(source) to \(item)"
    case .refresh(let source): "refresh \(source)"
    case .tabAction(let action): "perform \(action.tab)"
    case .animationFile, .haptic, .sound: "effect"
    case .presentMenu, .requestLogin, .askSelection, .announce: "odd"
    }
  }

  private static func text(_ setting: Setting) -> String {
    switch setting.state {
    case .transition(let state): Self.text(state)
    case .navigation(let state): Self.text(state)
    case .selection(let state): "selected \(state.selected)"
    case .gate(let state): "gate \(state.isSignedIn ? "open" : "shut")"
    default: "\(setting.aspect)"
    }
  }

  private static func text(_ state: TransitionState) -> String {
    switch state.phase {
    case .idle(let outcome):
      let tabs = state.reset.map { " \($0)" }.joined()
      return "#\(state.number) \(outcome.map { "\($0)" } ?? "rests"), resets\(tabs)"
    case .running:
      return "#\(state.number) runs \(state.from)→\(state.to)"
    case .interactive:
      return "#\(state.number) drags \(state.from)→\(state.to)"
    }
  }

  private static func text(_ state: NavigationState) -> String {
    let phase =
      switch state.phase {
      case .idle(let outcome): outcome.map { "\($0)" } ?? "rests"
      case .running: "runs"
      case .interactive: "pulls"
      }
    let pages = state.pages.map { " \($0.route)" }.joined()
    return "*\(state.number) \(phase)\(pages.isEmpty ? " -" : pages)"
  }
}

extension InteractionEvent.Kind {
  /// Returns a swipe between tabs, recognised by the client.
  static func swipe(
    _ phase: PageDrag.Phase, _ translation: Double = 0, velocity: Double = 0
  ) -> InteractionEvent.Kind {
    .pageDrag(PageDrag(.tabs, phase, translation: translation, velocity: velocity))
  }

  /// Returns an edge pull, recognised by the client.
  static func pull(
    _ phase: PageDrag.Phase, _ translation: Double = 0, velocity: Double = 0
  ) -> InteractionEvent.Kind {
    .pageDrag(PageDrag(.back, phase, translation: translation, velocity: velocity))
  }

  /// Returns a pan of a scanned page, recognised by the client.
  static func pan(
    _ phase: PageDrag.Phase, _ translation: Double = 0, to route: String = ""
  ) -> InteractionEvent.Kind {
    .pageDrag(PageDrag(.scan, phase, translation: translation, route: route))
  }

  /// Returns a pointer event on the tabs' pages, unless another target is named.
  static func finger(
    _ phase: Pointer.Phase, _ x: Double, _ y: Double = 400, id: UInt32 = 1,
    on target: ViewPath = .pageContainer
  ) -> InteractionEvent.Kind {
    .pointer(Pointer(id: id, phase: phase, target: target, position: Point(x: x, y: y)))
  }

  /// Returns a navigation request.
  static func navigate(
    _ operation: NavigationRequest.Operation, _ route: String = "",
    by style: NavigationStyle? = nil, keyFrame: Rect? = nil
  ) -> InteractionEvent.Kind {
    .navigate(NavigationRequest(operation, route: route, style: style, keyFrame: keyFrame))
  }
}
