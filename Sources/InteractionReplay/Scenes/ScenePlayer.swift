package import InteractionCore
package import InteractionPresentation
package import InteractionTrace

/// Plays a recording through a presenter: each event, and after a delay the engine's directives,
/// with the scenes that a client shows.
package struct ScenePlayer {
  /// The cause of a scene.
  package enum Cue {
    /// The session opens.
    case opened
    /// The client observes an event that it is about to report.
    case event(InteractionEvent)
    /// A directive arrives.
    case receive(Directive)
    /// A frame of a running animation.
    case frame
  }

  /// The recording with the experience's directives.
  package let trace: Trace
  /// The snapshot at the session's opening.
  package let opened: Snapshot
  private let frame: TimeSpan
  private let delay: TimeSpan

  /// - Parameters:
  ///   - frame: The duration of a frame.
  ///   - delay: The time from an event to the arrival of its directives.
  package init(_ trace: Trace, by experience: Experience, frame: TimeSpan, delay: TimeSpan = .zero)
  {
    self.trace = trace.recorded(with: experience)
    self.frame = frame
    self.delay = delay
    var session = Session(experience: experience, surface: trace.header.surface)
    _ = session.handle(self.trace.openingEvent)
    self.opened = session.snapshot
  }

  /// Calls `show` for each scene, with its cause and the presenter's reports, until `rest` after
  /// the last cue.
  package func play(
    rest: TimeSpan, _ show: (Cue, [InteractionEvent.Kind], PresentedScene, Instant) -> Void
  ) {
    let (start, surface) = (self.trace.header.start, self.trace.header.surface)
    var presenter = Presenter(opened: self.opened, in: surface, at: start)
    /// Plays the frames of running animations until `end`.
    func play(until end: Instant) {
      while let next = presenter.nextChange {
        let now = max(next, presenter.time + self.frame)
        guard now < end else { return }
        let reports = presenter.reports(until: now)
        show(.frame, reports, presenter.scene(at: now), now)
      }
    }
    show(.opened, [], presenter.scene(at: start), start)
    let cues = self.cues
    for (time, cue) in cues {
      play(until: time)
      let reports = presenter.reports(until: time)
      switch cue {
      case .event(let event): presenter.handle(event.kind, at: time)
      case .receive(let directive): _ = presenter.receive(directive, at: time)
      case .opened, .frame: break
      }
      show(cue, reports, presenter.scene(at: time), time)
    }
    play(until: (cues.last?.time ?? start) + rest)
  }

  /// The cues in order of time. Reports that the recorded client made on its own are left out: the
  /// presenter makes them.
  private var cues: [(time: Instant, cue: Cue)] {
    let opening = self.trace.opening
    var cues = opening.map { (time: self.trace.header.start + self.delay, cue: Cue.receive($0)) }
    for step in self.trace.steps {
      let time = step.event.time
      if step.event.isObserved { cues.append((time, .event(step.event))) }
      cues += step.directives.map { (time + self.delay, .receive($0)) }
    }
    // The sort is stable: cues at the same time keep their order.
    return cues.sorted { $0.time < $1.time }
  }
}

extension InteractionEvent {
  /// True if the client observed the event, rather than received it as a command or reported it on
  /// its own.
  fileprivate var isObserved: Bool {
    switch self.kind {
    case .open, .tick, .serverTick, .heldDrags, .animationEnded, .holdExpired: false
    default: self.command == nil
    }
  }
}
