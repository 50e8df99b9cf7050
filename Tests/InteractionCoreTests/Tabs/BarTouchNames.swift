import InteractionCore

/// The names of the phases, inputs and outcomes of touches on the bar in their table.
enum BarTouchNames {
  /// A bar whose tab 1 has a menu and whose tab 0 has none.
  static let bar: TabBarDefinition = {
    var bar = TabBarDefinition(items: [
      TabItem(title: LocalizedText()), TabItem(title: LocalizedText()),
    ])
    bar.items[1].menu = [TabItem.MenuEntryDefinition(id: "share", text: LocalizedText())]
    return bar
  }()

  private static let start = Point(x: 100, y: 700)
  private static let finger = TabBarTouch.Finger(pointer: 1, tab: 1, start: start)

  /// All phases, by name.
  static let phases: [(name: String, phase: TabBarTouch.Phase)] = [
    ("idle", .idle),
    ("plain", .down(TabBarTouch.Finger(pointer: 1, tab: 0, start: start), due: nil)),
    ("resting", .down(finger, due: .seconds(10.5))), ("strayed", .movedBeyondSlop(finger)),
    ("pressed", .pressed(finger, hasMoved: false)), ("moved", .pressed(finger, hasMoved: true)),
  ]

  /// Returns the index of a phase's kind; an additional kind fails to compile.
  static func kind(_ phase: TabBarTouch.Phase) -> Int {
    switch phase {
    case .idle: 0
    case .down: 1
    case .movedBeyondSlop: 2
    case .pressed: 3
    }
  }

  /// An input of a touch.
  enum Input: Sendable {
    /// A pointer report with a timestamp, s, within 10 pt (near) or beyond (far), and whether it is
    /// over the item.
    case pointer(Pointer, at: Double, isOver: Bool)
    /// The long press is due.
    case due
    /// The finger is cancelled.
    case taken
  }

  /// All inputs, by name: those of the finger that is down, then those of another one.
  static let inputs: [(name: String, input: Input)] =
    [UInt32(1), 2].flatMap { finger -> [(name: String, input: Input)] in
      let prefix = finger == 1 ? "" : "2nd "
      return reports.map { name, phase, x, time, isOver in
        let pointer = Pointer(
          id: finger, phase: phase, target: .tab(1), position: Point(x: x, y: 700))
        return (prefix + name, .pointer(pointer, at: time, isOver: isOver))
      }
    } + [("due", .due), ("taken", .taken)]

  /// Name, phase, x, time, whether over the item. The finger touched down at x = 100; the long
  /// press is due at 10.5 s.
  private static let reports: [(String, Pointer.Phase, Double, Double, Bool)] = [
    ("down", .down, 120, 10.2, true), ("near", .moved, 110, 10.2, true),
    ("far", .moved, 110.1, 10.2, true), ("far late", .moved, 110.1, 10.5, true),
    ("up", .up, 100, 10.499, true), ("up late", .up, 100, 10.5, true),
    ("up off", .up, 108, 10.2, false), ("cancelled", .cancelled, 100, 10.2, true),
  ]

  /// Returns the outcome of an input, in words.
  static func describe(
    _ touch: TabBarTouch, after before: TabBarTouch.Phase, _ effects: [TabBarTouch.Effect]
  ) -> String {
    if touch.phase == before && effects.isEmpty { return "." }
    let what = effects.map { effect in
      switch effect {
      case .tap(let tab): "tap \(tab)"
      case .doubleTap(let tab): "double \(tab)"
      case .press(_, let phase): "\(phase)"
      }
    }
    let phase = self.describe(touch.phase)
    return what.isEmpty ? phase : "\(phase): \(what.joined(separator: ", "))"
  }

  private static func describe(_ phase: TabBarTouch.Phase) -> String {
    let (name, finger): (String, TabBarTouch.Finger?) =
      switch phase {
      case .idle: ("idle", nil)
      case .down(let finger, due: nil): ("plain", finger)
      case .down(let finger, due: .some(let due)):
        ("until \(Double(due.microseconds / 100_000) / 10)", finger)
      case .movedBeyondSlop(let finger): ("strayed", finger)
      case .pressed(let finger, hasMoved: false): ("pressed", finger)
      case .pressed(let finger, hasMoved: true): ("moved", finger)
      }
    guard let finger else { return name }
    let who = finger.pointer == 1 ? "" : " 2nd"
    return name + who + (finger.start == self.start ? "" : " anew")
  }
}
