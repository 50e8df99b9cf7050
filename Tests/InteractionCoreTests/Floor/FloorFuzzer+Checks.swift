import InteractionCore

extension FloorFuzzer {
  /// Checks the invariants of every directive.
  mutating func check(_ directive: Directive, after kind: InteractionEvent.Kind) {
    if directive.sequence != self.lastDirective + 1 { self.report("D1: a number is missing") }
    self.lastDirective = directive.sequence
    for setting in directive.changes {
      let known = self.client.snapshot.settings.first { $0.aspect == setting.aspect }
      if setting.generation <= known?.generation ?? 0 {
        self.report("D1: \(setting.aspect) does not count up after \(kind)")
      }
    }
    if directive.replacesAll {
      for (old, new) in zip(self.client.snapshot.settings, directive.settings)
      where new.generation < old.generation {
        self.report("D1: \(new.aspect) counts down after \(kind)")
      }
    }
    self.client.apply(directive)
    for case .floor(let floor) in directive.changes.map(\.state) {
      self.check(floor, enteredBy: directive, after: kind)
      self.shown = floor
    }
  }

  private mutating func check(
    _ floor: FloorState, enteredBy directive: Directive, after kind: InteractionEvent.Kind
  ) {
    // The image's arrival or failure changes the appearance of a phase, not the phase.
    if floor.phase == self.shown.phase && directive.timeline == nil { return }
    if directive.timeline != nil { self.choreography = directive.sequence }
    let step = "\(self.shown.phase) → \(floor.phase) after \(kind)"
    if floor.hidesViews != (floor.phase == .opening) { self.report("F7: views, \(step)") }
    if (floor.hold != nil) != [.armed, .open].contains(floor.phase) {
      self.report("D7: hold, \(step)")
    }
    switch (self.shown.phase, floor.phase) {
    case (.closed, .opening), (.pulling, .opening), (.tip, .opening), (.armed, .opening):
      if !self.mayOpen { self.report("F5: vetoed, \(step)") }
      if case .scroll = kind { self.followsRelease = true } else { self.followsRelease = false }
      self.heldUntil = self.now + 400_000
    case (_, .opening):
      self.report("F8: a second opening, \(step)")
    case (.open, .closing):
      if case .pointer = kind { self.followsRelease = true } else { self.followsRelease = false }
      self.heldUntil = self.now + 400_000
    case (.closing, .open):
      var endsHold = kind == .holdExpired(.floor)
      if case .pointer(let pointer) = kind, pointer.phase == .down, self.now < self.heldUntil {
        endsHold = true
      }
      if !endsHold || !self.followsRelease { self.report("F1: \(step)") }
    case (.opening, .open), (.closing, .closed),
      (.closed, .pulling), (.closed, .tip), (.closed, .armed),
      (.pulling, .closed), (.pulling, .tip), (.pulling, .armed),
      (.tip, .closed), (.tip, .pulling), (.tip, .armed),
      (.armed, .closed), (.armed, .pulling), (.armed, .tip):
      break
    case (.opening, .closed):
      var endsHold = kind == .holdExpired(.floor)
      if case .scroll(let scroll) = kind, scroll.phase == .began, self.now < self.heldUntil {
        endsHold = self.followsRelease
      }
      if !endsHold { self.report("F1: \(step)") }
    case (.closed, _), (.pulling, _), (.tip, _), (.armed, _), (.opening, _), (.open, _),
      (.closing, _):
      self.report("F1: \(step)")
    }
    if floor.phase == .closing || floor.phase == .closed { self.owesClose = false }
  }
}
