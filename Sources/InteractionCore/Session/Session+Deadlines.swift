extension Session {
  /// Something that happens by itself when its time comes.
  private enum Alarm {
    case settle(source: Int)
    case toggleReturn(toggle: Int)
    case floor
  }

  /// The earliest deadline and whose it is; ties go by the order below.
  var earliestDeadline: (time: Instant, name: String)? {
    self.earliestAlarm.map { ($0.time, self.name(of: $0.alarm)) }
  }

  private var earliestAlarm: (time: Instant, alarm: Alarm)? {
    var earliest: (time: Instant, alarm: Alarm)?
    func consider(_ time: Instant?, _ alarm: Alarm) {
      guard let time else { return }
      if let known = earliest, known.time <= time { return }
      earliest = (time, alarm)
    }
    for source in self.state.scrolls.indices {
      consider(self.state.scrolls[source].deadline, .settle(source: source))
    }
    for toggle in self.state.toggles.indices {
      consider(self.state.toggles[toggle].deadline, .toggleReturn(toggle: toggle))
    }
    consider(self.state.floor.deadline, .floor)
    return earliest
  }

  private func name(of alarm: Alarm) -> String {
    switch alarm {
    case .settle(let source): "settle/\(self.experience.sources[source].id)"
    case .toggleReturn(let toggle): "return/\(self.experience.toggles[toggle].id)"
    case .floor: "floor"
    }
  }

  /// Lets everything happen that is due by `time`, in order, each at its own time (rule S5).
  mutating func drain(upTo time: Instant, into directives: inout [Directive]) {
    while let (due, alarm) = self.earliestAlarm, due <= time {
      // A restored state may hold a deadline that lies before session time.
      self.state.now = max(self.state.now, due)
      var turn = Turn(cause: .deadline(name: self.name(of: alarm)), directives: directives)
      switch alarm {
      case .settle(let source):
        if let step = self.state.scrolls[source].expire() {
          self.feed(step, from: source, in: &turn)
        }
      case .toggleReturn(let toggle):
        self.feedToggle(toggle, .expire, in: &turn)
      case .floor:
        self.feedFloor(.expire, in: &turn)
      }
      directives = turn.directives
    }
  }
}
