import InteractionCore
import Testing

/// A session as marble strings, one character per 100 ms; `t` is a tick and `v` a tick made by the
/// server.
///
/// ```
/// events: "d---------u"  events, by the legend
/// sent:   "----------e"  directives caused by events
/// due:    "-----(hm)"    directives caused by deadlines, at the deadlines' time
/// ```
///
/// `(ab)` puts several marbles into one slot; spaces are ignored. Directives are the number of the
/// selected tab, ? for a login request, g for a change of the gate, ! for a refusal, j for a jump,
/// h for a haptic, m for a menu, c e x f for a press that changed, ended, was cancelled or failed,
/// ^ for a scroll to the top, r for a refresh and S for a snapshot. The tabs' looks and the pages'
/// positions are left out.
struct TabMarbles {
  var driver: TabDriver
  /// The events by their marbles.
  var legend: [Character: InteractionEvent.Kind]

  /// Plays `events` and compares the directives. Returns the final session.
  @discardableResult func expect(
    events: String, sent: String = "", due: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> TabDriver {
    var driver = self.driver
    var (sentLane, dueLane) = (MarbleLine(), MarbleLine())
    for (slot, marbles) in MarbleLine(events).slots.enumerated() {
      for marble in marbles {
        let kind = try #require(
          self.kind(of: marble), "no legend for \(marble)", sourceLocation: sourceLocation)
        driver.send(kind, at: Int64(slot) * 100, sourceLocation: sourceLocation)
        for (directive, kind) in zip(driver.directives, driver.kinds) {
          guard let marble = Self.marble(of: kind) else { continue }
          if directive.deadlineName == nil {
            sentLane.add(marble, at: directive.at, or: "#")
          } else {
            dueLane.add(marble, at: directive.at, or: "#")
          }
        }
      }
    }
    #expect(sentLane.text == MarbleLine(sent).text, "sent", sourceLocation: sourceLocation)
    #expect(dueLane.text == MarbleLine(due).text, "due", sourceLocation: sourceLocation)
    return driver
  }

  private func kind(of marble: Character) -> InteractionEvent.Kind? {
    switch marble {
    case "t": .tick
    case "v": .serverTick
    default: self.legend[marble]
    }
  }

  private static func marble(of kind: DirectiveKind) -> Character? {
    switch kind {
    case .selects(let selection): String(selection.to).last
    case .login, .asks: "?"
    case .menu: "m"
    case .happens(let effect): Self.marble(of: effect)
    case .snapshot: "S"
    case .sets(let setting): Self.marble(of: setting)
    case .animates, .navigates: "~"
    case .odd: "#"
    }
  }

  private static func marble(of effect: Effect) -> Character {
    switch effect {
    case .refusal: "!"
    case .tabAction: "j"
    case .haptic: "h"
    case .scrollList: "^"
    case .refresh: "r"
    case .scrollCarousel, .animationFile, .sound: "~"
    case .presentMenu, .requestLogin, .askSelection, .announce: "#"
    }
  }

  private static func marble(of setting: Setting) -> Character? {
    switch setting.state {
    case .gate: "g"
    case .press(let press): Self.marble(of: press.phase)
    case .selection, .transition: nil
    default: "="
    }
  }

  private static func marble(of phase: PressState.Phase) -> Character {
    switch phase {
    case .possible: "p"
    case .began: "b"
    case .changed: "c"
    case .ended: "e"
    case .cancelled: "x"
    case .failed: "f"
    }
  }
}
