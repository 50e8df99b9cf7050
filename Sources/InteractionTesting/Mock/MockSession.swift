import InteractionCore
import InteractionWire

/// A mock server's side of one session, over all its connections.
@available(InteractionEngine 1.0, *)
struct MockSession: Sendable {
  /// What decides.
  enum Decider: Sendable {
    case script(MockScript)
    /// The engine's core.
    case core(Session)
  }

  /// The token of every checkpoint: the mock remembers the rest.
  static let token = [UInt8]("mock".utf8)

  private var decider: Decider
  /// What a client shows that has applied every directive.
  private var model: ClientModel
  /// The last event applied.
  private(set) var applied: UInt64 = 0
  /// Every directive, in order, from number 1.
  private(set) var directives: [Directive] = []
  /// The difference between session time and the server's.
  private let start: Instant
  private let openedAt: Instant

  /// A new session, opened when the server's clock showed `now`.
  init(_ decider: Decider, _ open: OpenFrame, at now: Instant) {
    (self.start, self.openedAt) = (open.time, now)
    switch decider {
    case .script(let script):
      self.decider = decider
      let settings = script.states.map { Setting(generation: 1, state: $0) }
      self.model = ClientModel(Snapshot(settings: settings))
    case .core(let new):
      var session = Session(experience: new.experience, environment: open.environment)
      self.directives = session.handle(Event(time: open.time, kind: .open(open.current)))
      self.decider = .core(session)
      self.model = ClientModel(session.snapshot)
    }
  }

  var snapshot: Snapshot {
    if case .core(let session) = self.decider { session.snapshot } else { self.model.snapshot }
  }

  /// When the client is to send a tick.
  var nextDeadline: Instant? {
    if case .core(let session) = self.decider { session.nextDeadline } else { nil }
  }

  /// Applies the event with the next number.
  ///
  /// - Returns: The directives that it causes, what is wrong with it, and what the script says.
  mutating func apply(
    _ event: Event
  ) -> (directives: [Directive], violations: [Violation], answers: [MockAnswer]) {
    self.applied = event.sequence
    switch self.decider {
    case .script(let script):
      return ([], [], script.answers(to: event.kind))
    case .core(var session):
      let violations = session.violations(in: event)
      let directives = session.handle(event)
      self.decider = .core(session)
      self.directives += directives
      return (directives, violations, [])
    }
  }

  /// Takes in what the client holds, which only the core minds.
  mutating func heartbeat(
    at time: Instant, _ drags: [HeldDrag], pointers: [UInt32]
  ) -> [Directive] {
    guard case .core(var session) = self.decider else { return [] }
    let directives = session.handle(
      Event(time: time, kind: .heldDrags(drags, pointers: pointers)))
    self.decider = .core(session)
    self.directives += directives
    return directives
  }

  /// Numbers a directive of the script, for `event` or, without one, for the time `now`.
  mutating func number(
    _ states: [Setting.State], _ timeline: Timeline?, _ effects: [Effect], after event: Event?,
    at now: Instant
  ) -> Directive {
    let settings = states.map { state in
      let setting = Setting(generation: 1, state: state)
      let known = self.model.snapshot.settings.first { $0.aspect == setting.aspect }
      return Setting(generation: (known?.generation ?? 0) + 1, state: state)
    }
    let directive = Directive(
      sequence: UInt64(self.directives.count) + 1,
      cause: event.map { .event(sequence: $0.sequence) } ?? .deadline(name: "script"),
      at: event?.time ?? self.start + (now - self.openedAt), settings: settings,
      timeline: timeline, effects: effects)
    self.model.apply(directive)
    self.directives.append(directive)
    return directive
  }

  /// Where the session can be resumed from, everything applied.
  var checkpoint: CheckpointPart {
    CheckpointPart(
      token: Self.token, event: self.applied, directive: UInt64(self.directives.count),
      lifetime: .seconds(120))
  }
}
