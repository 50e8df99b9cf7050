import InteractionCore
import Testing

/// A screen with a rocket, a second floor that refreshes, pages that come and go, and five tabs.
struct ReportedCaseBench {
  private var followed: FollowedSession
  var session: Session { self.followed.session }

  init(
    in surface: Surface = Surface(viewport: Size(width: 375, height: 812)),
    change: (inout Experience) -> Void = { _ in }
  ) {
    var experience = Experience.refinedHome
    experience.tabBar.transition = TransitionDefinition()
    experience.navigation = NavigationDefinition(style: .window)
    change(&experience)
    var session = Session(experience: experience, surface: surface)
    _ = session.handle(.at(0, .open(nil)))
    self.followed = FollowedSession(session)
  }

  /// Sends an event at `time` ms; checks that the client model matches the snapshot.
  @discardableResult mutating func play(
    _ time: Int64, _ kind: InteractionEvent.Kind, sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    self.followed.send(time, kind, sourceLocation: sourceLocation)
  }

  /// Sends events in order. Returns all directives.
  @discardableResult mutating func play(
    _ events: [(Int64, InteractionEvent.Kind)], sourceLocation: SourceLocation = #_sourceLocation
  ) -> [Directive] {
    events.flatMap { self.play($0, $1, sourceLocation: sourceLocation) }
  }

  /// The floor's state.
  var floor: FloorState? { self.session.snapshot.floor }

  /// The rocket's look.
  var look: ToggleLook { self.session.state.toggles[0].look }
}

extension Sequence<Directive> {
  /// The looks that toggles have taken, and whether by an animation.
  var looks: [(look: ToggleLook, isAnimated: Bool)] {
    self.flatMap { directive in
      directive.changes.compactMap { setting in
        guard case .toggle(let toggle) = setting.state else { return nil }
        return (toggle.look, directive.timeline != nil)
      }
    }
  }

  /// The number of questions to the client whether a tab may be selected.
  var questions: Int {
    self.flatMap(\.effects).count { effect in
      switch effect {
      case .askSelection, .requestLogin: true
      default: false
      }
    }
  }
}

extension InteractionEvent.Kind {
  static func push(_ route: String) -> InteractionEvent.Kind {
    .navigate(NavigationRequest(.push, route: route))
  }

  static let pop = InteractionEvent.Kind.navigate(NavigationRequest(.pop))

  /// Returns a pointer event on a view, at a position in pt.
  static func finger(
    _ phase: Pointer.Phase, on target: ViewPath, x: Double = 187, y: Double, id: UInt32 = 1
  ) -> InteractionEvent.Kind {
    .pointer(Pointer(id: id, phase: phase, target: target, position: Point(x: x, y: y)))
  }
}
