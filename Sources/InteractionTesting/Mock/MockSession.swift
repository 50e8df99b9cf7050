import InteractionCore
import InteractionWire

/// The server's side of one session, over all its connections.
@available(InteractionEngine 1.0, *)
struct MockSession: Sendable {
  /// The source of a session's decisions.
  enum Decider: Sendable {
    case script(MockScript)
    /// The engine's core.
    case core(Session)
  }

  /// The token of every checkpoint; the mock keeps the state itself.
  static let token = [UInt8]("mock".utf8)

  private var decider: Decider
  /// The state of a client that has applied every directive.
  private var model: ClientModel
  /// The newest applied event.
  private(set) var applied: UInt64 = 0
  /// All directives, in order, numbered from 1.
  private(set) var directives: [Directive] = []
  /// The session time of the opening, and the server's.
  private let start: Instant
  private let openedAt: Instant

  /// Creates a session, opened at the server's time `now`.
  init(_ decider: Decider, _ open: OpenFrame, at now: Instant) {
    (self.start, self.openedAt) = (open.time, now)
    switch decider {
    case .script(let script):
      self.decider = decider
      let settings = script.states.map { Setting(generation: 1, state: $0) }
      self.model = ClientModel(Snapshot(settings: settings))
    case .core(let new):
      var session = Session(experience: new.experience, surface: open.surface)
      self.directives = session.handle(InteractionEvent(time: open.time, kind: .open(open.current)))
      self.decider = .core(session)
      self.model = ClientModel(session.snapshot)
    }
  }

  var snapshot: Snapshot {
    if case .core(let session) = self.decider { session.snapshot } else { self.model.snapshot }
  }

  /// The deadline at which the client has to send a tick; nil if there is none.
  var nextDeadline: Instant? {
    if case .core(let session) = self.decider { session.nextDeadline } else { nil }
  }

  /// Applies the event with the next number.
  ///
  /// - Returns: The directives that it causes, its violations, and the script's answers.
  mutating func apply(
    _ event: InteractionEvent
  ) -> (directives: [Directive], violations: [Violation], answers: [MockAction]) {
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

  /// Handles a heartbeat's held drags and pointers, which only the core uses.
  mutating func heartbeat(
    at time: Instant, _ drags: [HeldDrag], pointers: [UInt32]
  ) -> [Directive] {
    guard case .core(var session) = self.decider else { return [] }
    let directives = session.handle(
      InteractionEvent(time: time, kind: .heldDrags(drags, pointers: pointers)))
    self.decider = .core(session)
    self.directives += directives
    return directives
  }

  /// Numbers a directive of the script, caused by `event` or, without one, by a deadline at `now`.
  mutating func number(
    _ states: [Setting.State], _ timeline: Timeline?, _ effects: [Effect],
    after event: InteractionEvent?,
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

  /// The checkpoint after everything applied so far.
  var checkpoint: CheckpointMessage {
    CheckpointMessage(
      token: Self.token, event: self.applied, directive: UInt64(self.directives.count),
      lifetime: .seconds(120))
  }
}
