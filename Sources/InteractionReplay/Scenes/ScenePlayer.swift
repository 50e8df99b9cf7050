package import InteractionCore
package import InteractionPresentation
package import InteractionTrace

/// Plays a recording before a presenter: what a client shows that sees each event and, some time
/// later, what the engine answers.
package struct ScenePlayer {
  /// What has happened when a scene shows.
  package enum Cue {
    /// The session opens.
    case opened
    /// The client sees what it is about to report.
    case see(Event)
    /// A directive arrives.
    case receive(Directive)
    /// Time has passed while something moves.
    case frame
  }

  /// The recording, answered by the experience.
  package let trace: Trace
  /// The state that the session opens with.
  let opened: Snapshot
  private let frame: TimeSpan
  private let delay: TimeSpan

  /// - Parameters:
  ///   - frame: How long a frame lasts.
  ///   - delay: How long after its event a directive arrives.
  package init(_ trace: Trace, by experience: Experience, frame: TimeSpan, delay: TimeSpan = .zero)
  {
    self.trace = trace.recorded(with: experience)
    self.frame = frame
    self.delay = delay
    var session = Session(experience: experience, environment: trace.header.environment)
    _ = session.handle(self.trace.openingEvent)
    self.opened = session.snapshot
  }

  /// Shows each scene with what led to it and what the presenter reports, until `rest` after the
  /// last cue.
  package func play(rest: TimeSpan, _ show: (Cue, [Event.Kind], Scene, Instant) -> Void) {
    let (start, environment) = (self.trace.header.start, self.trace.header.environment)
    var presenter = Presenter(opened: self.opened, in: environment, at: start)
    /// While something moves, frame by frame.
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
      case .see(let event): presenter.see(event.kind, at: time)
      case .receive(let directive): _ = presenter.receive(directive, at: time)
      case .opened, .frame: break
      }
      show(cue, reports, presenter.scene(at: time), time)
    }
    play(until: (cues.last?.time ?? start) + rest)
  }

  /// What happens, in order of time. What the recorded client reported on its own is left out: the
  /// presenter says it.
  private var cues: [(time: Instant, cue: Cue)] {
    let opening = self.trace.opening
    var cues = opening.map { (time: self.trace.header.start + self.delay, cue: Cue.receive($0)) }
    for step in self.trace.steps {
      let time = step.event.time
      if step.event.isSeen { cues.append((time, .see(step.event))) }
      cues += step.directives.map { (time + self.delay, .receive($0)) }
    }
    // Swift's sort keeps the order of what happens at the same time.
    return cues.sorted { $0.time < $1.time }
  }
}

extension Event {
  /// Whether a client saw it on its screen, instead of being ordered it or reporting it on its own.
  fileprivate var isSeen: Bool {
    switch self.kind {
    case .open, .tick, .serverTick, .heldDrags, .animationEnded, .holdExpired: false
    default: self.command == nil
    }
  }
}
