import InteractionCore
import InteractionPresentation

/// A client and an engine with a slow network between them, in simulated time: without sockets,
/// tasks and clocks.
struct SimulatedDevice {
  /// A change of the client's state.
  enum Change {
    case input(InteractionEvent.Kind)
    case directive(Directive)
    case reports([InteractionEvent.Kind])
  }

  private(set) var now: Instant
  private(set) var session: Session
  private(set) var presenter: Presenter
  /// All received directives.
  private(set) var directives: [Directive] = []
  private(set) var effects: [Effect] = []
  private let delay: TimeSpan
  private var upwards: [(time: Instant, event: InteractionEvent)] = []
  private var downwards: [(time: Instant, directive: Directive)] = []
  /// Called with the presenter before and after each change.
  var watch: (Change, Presenter, Presenter, Instant) -> Void = { _, _, _, _ in }

  init(
    _ experience: Experience, in surface: Surface = .phone, delay: TimeSpan = .zero,
    from restoration: RestoredState? = nil, at start: Instant = .zero
  ) {
    self.now = start
    self.delay = delay
    var session = Session(experience: experience, surface: surface)
    let opening = session.handle(InteractionEvent(time: start, kind: .open(restoration)))
    self.session = session
    self.presenter = Presenter(opened: session.snapshot, in: surface, at: start)
    self.downwards = opening.map { (start, $0) }
  }

  /// Sends a client event, now or at a later time.
  mutating func send(_ kind: InteractionEvent.Kind, at time: Instant? = nil, command: String? = nil)
  {
    if let time { self.pass(until: time) }
    if command == nil {
      let before = self.presenter
      self.presenter.handle(kind, at: self.now)
      self.watch(.input(kind), before, self.presenter, self.now)
      self.report()
    }
    let event = InteractionEvent(time: self.now, kind: kind, command: command)
    self.upwards.append((self.now + self.delay, event))
    self.exchange()
  }

  /// Advances the time.
  mutating func pass(until end: Instant) {
    while self.now < end {
      // At most a frame at 60 Hz.
      let frame = self.now + TimeSpan(microseconds: 16_667)
      let times = [self.upwards.first?.time, self.downwards.first?.time, self.deadline, frame, end]
      self.now = max(self.now, times.compactMap { $0 }.min() ?? end)
      self.report()
      self.exchange()
    }
  }

  mutating func pass(_ milliseconds: Int64) {
    self.pass(until: self.now + .milliseconds(milliseconds))
  }

  /// True if the client shows the same as a client that has received only the snapshot and the
  /// lists' offsets.
  var isAtRest: Bool {
    var fresh = Presenter(
      opened: self.session.snapshot, in: self.session.state.surface, at: self.now)
    let scene = self.presenter.scene(at: self.now)
    for element in scene.elements where element.target.path.hasPrefix("list/") {
      let (name, offset) = (element.target.path.dropFirst(5), element.values.contentOffset)
      fresh.report(.offset(SourceID(String(name)), x: offset.x, y: offset.y), at: self.now)
    }
    return self.presenter.snapshot == self.session.snapshot && scene == fresh.scene(at: self.now)
      && self.presenter.nextChange == nil
  }

  /// Advances the time until everything is at rest.
  mutating func rest() { self.pass(6_000) }

  /// The next deadline on the client's clock; the engine's clock is `delay` behind.
  private var deadline: Instant? { self.session.nextDeadline.map { $0 + self.delay } }

  private mutating func report() {
    let before = self.presenter
    let reports = self.presenter.reports(until: self.now)
    for report in reports {
      self.upwards.append((self.now + self.delay, InteractionEvent(time: self.now, kind: report)))
    }
    self.watch(.reports(reports), before, self.presenter, self.now)
  }

  private mutating func exchange() {
    while true {
      if let next = self.upwards.first, next.time <= self.now {
        self.upwards.removeFirst()
        self.queue(self.session.handle(next.event))
      } else if let deadline = self.deadline, deadline <= self.now,
        let time = self.session.nextDeadline
      {
        self.queue(
          self.session.handle(InteractionEvent(time: max(time, self.session.now), kind: .tick)))
      } else if let next = self.downwards.first, next.time <= self.now {
        self.downwards.removeFirst()
        self.receive(next.directive)
      } else {
        return
      }
    }
  }

  private mutating func queue(_ directives: [Directive]) {
    self.downwards += directives.map { (self.now + self.delay, $0) }
  }

  /// Delivers a directive now; it may be a duplicate.
  mutating func receive(_ directive: Directive) {
    self.directives.append(directive)
    let before = self.presenter
    self.effects += self.presenter.receive(directive, at: self.now)
    self.watch(.directive(directive), before, self.presenter, self.now)
  }
}
