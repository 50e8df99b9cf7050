import InteractionCore
import Testing

/// A session as marble strings, one character per 100 ms.
///
/// ```
/// events: "b-u-e---------t"  events, by the legend; `t` is a tick
/// sent:   "--R"              directives caused by events
/// due:    "--------------L"  directives caused by deadlines, at the deadlines' time
/// ```
///
/// `(ab)` puts several marbles into one slot; spaces are ignored. Directives are R and L for the
/// rocket and the logo (U and D for the looks above and below of another toggle), O, o, C, c for
/// the second floor opening, open, closing, closed, and p, T, a for its pull phases (pulling, tip,
/// armed), ^ for a scroll to the top, s for a tab, S for a snapshot, ~ for an animation without a
/// setting, and ! for a refusal. Scroll links are left out.
struct Marbles {
  /// The length of a slot, ms.
  static let slot: Int64 = 100

  var experience = Experience.refinedHome
  var surface = Surface.phone
  /// The events by their marbles.
  var legend: [Character: InteractionEvent.Kind]

  /// Plays `events` and compares the directives. Returns the final session.
  @discardableResult func expect(
    events: String, sent: String = "", due: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Session {
    let (session, directives) = try self.play(events, sourceLocation: sourceLocation)
    let caused = self.lanes(of: directives)
    #expect(caused.sent == MarbleLine(sent).text, "sent", sourceLocation: sourceLocation)
    #expect(caused.due == MarbleLine(due).text, "due", sourceLocation: sourceLocation)
    return session
  }

  /// Plays `events` on a new session.
  func play(
    _ events: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> (session: Session, directives: [Directive]) {
    var session = Session(experience: self.experience, surface: self.surface)
    var directives: [Directive] = []
    var sequence: UInt64 = 0
    for (slot, marbles) in MarbleLine(events).slots.enumerated() {
      for marble in marbles {
        let kind = marble == "t" ? .tick : self.legend[marble]
        sequence += 1
        let event = InteractionEvent.at(
          Int64(slot) * Self.slot,
          try #require(kind, "no legend for \(marble)", sourceLocation: sourceLocation),
          sequence: sequence)
        #expect(session.violations(in: event) == [], sourceLocation: sourceLocation)
        directives += session.handle(event)
      }
    }
    return (session, directives)
  }

  private func lanes(of directives: [Directive]) -> (sent: String, due: String) {
    var (sent, due) = (MarbleLine(), MarbleLine())
    let start = Session(experience: self.experience, surface: self.surface).snapshot
    for (directive, kind) in zip(directives, directives.kinds(since: start)) {
      guard let marble = Self.marble(of: kind) else { continue }
      switch directive.cause {
      case .event, .command: sent.add(marble, at: directive.at, or: "?")
      case .deadline: due.add(marble, at: directive.at, or: "?")
      case .unknown: sent.add("?", at: directive.at, or: "?")
      }
    }
    return (sent.text, due.text)
  }

  private static func marble(of kind: DirectiveKind) -> Character? {
    switch kind {
    case .selects: "s"
    case .snapshot: "S"
    case .navigates: "n"
    case .menu: "M"
    case .login, .asks: "?"
    case .happens(let effect): Self.marble(of: effect)
    case .sets(let setting): Self.marble(of: setting)
    case .animates(.some(let setting), _): Self.marble(of: setting)
    case .animates(.none, _): "~"
    case .odd: "#"
    }
  }

  private static func marble(of effect: Effect) -> Character {
    switch effect {
    case .scrollList: "^"
    case .refresh: "r"
    case .refusal: "!"
    case .scrollCarousel: ">"
    case .animationFile: "m"
    case .haptic: "h"
    case .sound: "♪"
    case .tabAction: "j"
    case .presentMenu, .requestLogin, .askSelection, .announce: "#"
    }
  }

  private static func marble(of setting: Setting) -> Character? {
    switch setting.state {
    case .toggle(let toggle) where toggle.id == "rocket": toggle.look == .above ? "R" : "L"
    case .toggle(let toggle): toggle.look == .above ? "U" : "D"
    case .floor(let floor): Self.marble(of: floor.phase)
    case .selection: "s"
    case .layout, .floorLayout: "="
    case .links: nil
    case .badge: "b"
    case .gate: "g"
    case .press: "P"
    case .transition: "x"
    case .navigation: "N"
    case .refresh: "f"
    default: "#"
    }
  }

  private static func marble(of phase: FloorState.Phase) -> Character {
    switch phase {
    case .closed: "c"
    case .pulling: "p"
    case .tip: "T"
    case .armed: "a"
    case .opening: "O"
    case .open: "o"
    case .closing: "C"
    }
  }
}

extension InteractionEvent.Kind {
  /// Returns a heartbeat with these drags and no pointers.
  static func held(_ drags: [HeldDrag]) -> InteractionEvent.Kind {
    .heldDrags(drags, pointers: [])
  }

  /// Returns a scroll report of the home list, unless another is named.
  static func list(
    _ phase: Scroll.Phase, _ y: Double, velocity: Double? = nil, drag: UInt32 = 1,
    source: SourceID = .home
  ) -> InteractionEvent.Kind {
    .scroll(Scroll(source: source, drag: drag, phase: phase, y: y, velocity: velocity))
  }
}
