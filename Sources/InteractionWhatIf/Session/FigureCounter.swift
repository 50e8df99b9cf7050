import InteractionCore
import InteractionReplay

/// Counts the figures of one session from its snapshot and its directives.
struct FigureCounter {
  private var values: FigureValues = [:]
  /// The states that last, each since when it was last counted.
  private var states: [String: Instant] = [:]
  private var floor: FloorState.Phase?
  private var looks: [String: ToggleLook] = [:]
  private let start: Instant

  /// Creates a counter of a session that shows `snapshot` at its opening.
  init(_ snapshot: Snapshot, at start: Instant) {
    self.start = start
    for setting in snapshot.settings { self.show(setting.state, at: start, isChange: false) }
  }

  /// Counts a directive.
  ///
  /// - Parameter cause: The kind of the event that was handled.
  mutating func count(_ directive: Directive, cause: String) {
    self.values[.directives, default: 0] += 1
    self.values[.directives(labelled: directive.label), default: 0] += 1
    let cause =
      switch directive.cause {
      case .event: cause
      case .deadline: "deadline"
      case .command: "command"
      case .unknown: "unknown"
      }
    self.values[.directives(by: cause), default: 0] += 1
    if let change = directive.pageChange, [.push, .present].contains(change.operation) {
      self.values[.pages, default: 0] += 1
    }
    for case .refusal(let refusal) in directive.effects {
      switch refusal.request {
      case .selectTab: self.values[.tapRefusals, default: 0] += 1
      case .floor: self.values[.floorRefusals, default: 0] += 1
      case .navigate: break
      }
    }
    for setting in directive.settings {
      self.show(setting.state, at: directive.at, isChange: !directive.replacesAll)
    }
  }

  /// Returns the figures until `time`, with the times in the states that last.
  mutating func values(until time: Instant) -> FigureValues {
    for (state, since) in self.states {
      self.values[.time(in: state), default: 0] += max(time - since, .zero).microseconds
      self.states[state] = max(time, since)
    }
    return self.values
  }

  private mutating func show(_ state: Setting.State, at time: Instant, isChange: Bool) {
    switch state {
    case .toggle(let toggle):
      let before = self.looks.updateValue(toggle.look, forKey: toggle.id)
      self.set("above_\(toggle.id)", toggle.look == .above, at: time)
      guard isChange, toggle.look == .above, before != .above else { return }
      if self.values[.rockets] == nil {
        self.values[.sessionsWithRocket] = 1
        self.values[.firstRocket] = (time - self.start).microseconds
      }
      self.values[.rockets, default: 0] += 1
    case .selection(let selection):
      for state in self.states.keys where state.hasPrefix("tab_") {
        self.set(state, false, at: time)
      }
      self.set("tab_\(selection.selected)", true, at: time)
    case .floor(let floor):
      let before = self.floor
      self.floor = floor.phase
      self.set("floor_open", floor.phase == .open, at: time)
      guard isChange, before != floor.phase else { return }
      if floor.phase == .opening { self.values[.floorsOpened, default: 0] += 1 }
      if floor.phase == .tip { self.values[.floorsTipped, default: 0] += 1 }
    case .navigation(let navigation):
      self.set("on_pages", !navigation.pages.isEmpty, at: time)
    case .layout, .floorLayout, .links, .badge, .gate, .press, .transition, .refresh, .unknown:
      break
    }
  }

  private mutating func set(_ state: String, _ lasts: Bool, at time: Instant) {
    guard lasts != (self.states[state] != nil) else { return }
    if lasts {
      self.states[state] = time
    } else if let since = self.states.removeValue(forKey: state) {
      self.values[.time(in: state), default: 0] += max(time - since, .zero).microseconds
    }
  }
}
