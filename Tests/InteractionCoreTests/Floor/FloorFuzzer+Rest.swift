import InteractionCore

extension FloorFuzzer {
  /// Lifts all fingers and passes all deadlines; then the floor must be closed or open.
  mutating func rest() {
    if self.isDragged { self.fire(.lift) }
    if !self.fingers.isEmpty { self.fire(.pullUp) }
    var passed = 0
    while self.pass() {
      passed += 1
      if passed > 10 {
        self.report("S8: it never rests")
        return
      }
    }
    if self.shown.phase != .closed && self.shown.phase != .open {
      self.report("S8: it rests while \(self.shown.phase)")
    }
    if self.shown.hidesViews { self.report("F7: the views stay hidden") }
    if self.owesClose { self.report("F8: the close never ran") }
    if self.session.snapshot.floor != self.shown { self.report("D5: the snapshot differs") }
    if !self.session.heldDrags.isEmpty || !self.session.heldPointers.isEmpty {
      self.report("S3: a finger is held")
    }
  }

  /// Starts with the floor at rest: it must close and, without a veto, open and close again.
  mutating func goRound() {
    for kind in [InteractionEvent.Kind.foreground, .account(.signedIn), FloorBench.picture()] {
      self.send(kind)
    }
    if self.shown.phase == .open {
      self.send(.floor(.close))
      self.pass()
    }
    self.expect(.closed)
    for shot in [FloorEvent.pull, .lift] { self.fire(shot) }
    self.expect(.opening)
    while self.pass() {}
    self.expect(.open)
    self.fire(.pullUp)
    self.expect(.closing)
    self.fire(.finished)
    self.expect(.closed)
  }

  private mutating func expect(_ phase: FloorState.Phase) {
    if self.shown.phase != phase { self.report("S8: \(self.shown.phase) instead of \(phase)") }
  }
}
