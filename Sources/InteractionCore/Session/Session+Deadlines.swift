extension Session {
  /// A deadline of a session.
  private enum Deadline {
    case settle(source: Int)
    case toggleReturn(toggle: Int)
    case floor
    case refresh(source: Int)
    case press
    case tap
    case gate
    case transition
    case navigation
    case carousel(Int)
  }

  /// Returns the time of the earliest deadline; nil for none.
  @inline(__always)
  func earliestDeadline(excludingTouches: Bool = false) -> Instant? {
    self.firstDeadline(excludingTouches: excludingTouches)?.time
  }

  /// Returns the earliest deadline and its time; ties are resolved in the order below.
  ///
  /// Inlined to avoid copying the session.
  ///
  /// - Parameter excludingTouches: True to exclude the deadlines of touches while a finger is down
  ///   (rule S5).
  @inline(__always)
  private func firstDeadline(excludingTouches: Bool) -> (time: Instant, alarm: Deadline)? {
    var earliest: (time: Instant, alarm: Deadline)?
    func consider(_ time: Instant?, _ alarm: @autoclosure () -> Deadline) {
      guard let time else { return }
      if let known = earliest, known.time <= time { return }
      earliest = (time, alarm())
    }
    for source in self.state.scrolls.indices {
      consider(self.state.scrolls[source].deadline, .settle(source: source))
    }
    for toggle in self.state.toggles.indices {
      consider(self.state.toggles[toggle].deadline, .toggleReturn(toggle: toggle))
    }
    consider(self.state.floor.deadline, .floor)
    for source in self.state.refreshes.indices {
      consider(self.state.refreshes[source].deadline, .refresh(source: source))
    }
    if !excludingTouches || self.state.barTouch.finger == nil {
      consider(self.state.barTouch.pressDeadline, .press)
      consider(self.state.barTouch.tapDeadline, .tap)
    }
    consider(self.state.tabBar.pending?.until, .gate)
    consider(self.state.transition.deadline, .transition)
    consider(self.state.navigation.deadline, .navigation)
    for carousel in self.state.carousels.indices {
      consider(self.state.carousels[carousel].deadline, .carousel(carousel))
    }
    return earliest
  }

  private func name(of alarm: Deadline) -> String {
    switch alarm {
    case .settle(let source): "settle/\(self.experience.sources[source].id)"
    case .toggleReturn(let toggle): "return/\(self.experience.toggles[toggle].id)"
    case .floor: "floor"
    case .refresh(self.wiring.floorSource): "refresh"
    case .refresh(let source): "refresh/\(self.experience.sources[source].id)"
    case .press: "press"
    case .tap: "tap"
    case .gate: "gate"
    case .transition: "transition"
    case .navigation: "navigation"
    case .carousel(let index): "carousel/\(self.experience.carousels[index].source)"
    }
  }

  /// Fires the deadlines up to `time`, in order, each at its own time (rule S5).
  mutating func drain(
    upTo time: Instant, excludingTouches: Bool, into outcome: inout Outcome
  ) {
    guard let next = self.nextDeadline, next <= time else { return }
    while let (due, alarm) = self.firstDeadline(excludingTouches: excludingTouches), due <= time {
      // A restored state may contain a deadline before session time.
      self.state.now = max(self.state.now, due)
      var turn = CauseContext(
        cause: .deadline(name: self.name(of: alarm)), time: self.state.now, outcome: outcome)
      // Uniquely referenced, so that the arrays grow in place.
      outcome = Outcome()
      self.fire(alarm, upTo: time, in: &turn)
      self.updateCarousels()
      outcome = turn.outcome
    }
  }

  /// Fires the deadlines of touches up to `time`, which is before session time (rule S5).
  mutating func drainTouches(upTo time: Instant, into outcome: inout Outcome) {
    while true {
      let alarm: Deadline
      if let due = self.state.barTouch.pressDeadline, due <= time {
        alarm = .press
      } else if let due = self.state.barTouch.tapDeadline, due <= time {
        alarm = .tap
      } else {
        return
      }
      var turn = CauseContext(
        cause: .deadline(name: self.name(of: alarm)), time: self.state.now, outcome: outcome)
      // Uniquely referenced, so that the arrays grow in place.
      outcome = Outcome()
      self.fire(alarm, upTo: time, in: &turn)
      outcome = turn.outcome
    }
  }

  /// Fires a deadline.
  ///
  /// - Parameter limit: The time up to which deadlines are being fired.
  private mutating func fire(_ alarm: Deadline, upTo limit: Instant, in turn: inout CauseContext) {
    switch alarm {
    case .settle(let source):
      if let step = self.state.scrolls[source].expire() {
        self.feed(step, from: source, in: &turn)
      }
    case .toggleReturn(let toggle):
      self.feedToggle(toggle, .expire, in: &turn)
    case .floor:
      self.feedFloor(.expire, in: &turn)
    case .refresh(let source):
      self.endRefresh(of: source, in: &turn)
    case .press:
      self.perform(self.state.barTouch.expirePress(), in: &turn)
    case .tap:
      self.perform(self.state.barTouch.expireTap(), in: &turn)
    case .gate:
      self.refusePendingSelection(for: .timedOut, in: &turn)
    case .transition:
      self.endTransition(in: &turn) { $0.expire(by: $1) }
    case .navigation:
      self.endNavigation(in: &turn) { $0.finish() }
    case .carousel(let index):
      self.advanceCarousel(index, upTo: limit, in: &turn)
    }
  }
}
