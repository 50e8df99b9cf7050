public import InteractionClient
public import InteractionCore

/// A script of a ``MockServer``: what it answers to what, and what it does when.
///
/// ```swift
/// var script = MockScript(showing: [.gate(GateState(isSignedIn: false))])
/// script.on(.tapTab(index: 2), .directive(effects: [.sound("no")]))
/// script.at(.seconds(5), .drain())
/// ```
@available(InteractionEngine 1.0, *)
public struct MockScript: Sendable {
  /// The state that a new session shows.
  public var states: [Setting.State]
  /// The experience's name.
  public var experience = "mock"
  /// The interval at which clients send heartbeats, at least a second.
  public var heartbeatInterval = Duration.seconds(10)
  private(set) var steps: [Step] = []

  /// The answers to something.
  struct Step: Sendable {
    let trigger: Trigger
    let answers: [MockAnswer]
  }

  /// What is answered.
  enum Trigger: Sendable {
    /// The opening of this number, from 1.
    case opening(Int)
    /// An event that matches.
    case event(@Sendable (Event.Kind) -> Bool)
    /// The time since the server was made.
    case time(Duration)
  }

  /// A script of sessions that show `states` at first; directives change these and no others.
  public init(showing states: [Setting.State]) { self.states = states }

  /// A script of sessions that show at first what a new session of `experience` does.
  public init(openingAs experience: Experience, in environment: Environment = .phone) {
    var session = Session(experience: experience, environment: environment)
    _ = session.handle(Event(time: .zero, kind: .open(nil)))
    self.init(showing: session.snapshot.settings.map(\.state))
    self.experience = experience.name
  }

  /// Answers each event that equals this one.
  public mutating func on(_ kind: Event.Kind, _ answers: MockAnswer...) {
    self.steps.append(Step(trigger: .event { $0 == kind }, answers: answers))
  }

  /// Answers each event that matches.
  public mutating func on(
    where matches: @escaping @Sendable (Event.Kind) -> Bool, _ answers: MockAnswer...
  ) {
    self.steps.append(Step(trigger: .event(matches), answers: answers))
  }

  /// Answers the opening of this number, from 1, of any session: before the session is opened if
  /// an answer ends the call or falls silent, else after.
  public mutating func onOpening(_ number: Int, _ answers: MockAnswer...) {
    self.steps.append(Step(trigger: .opening(number), answers: answers))
  }

  /// Does something to all open sessions, once, so long after the server was made.
  public mutating func at(_ time: Duration, _ answers: MockAnswer...) {
    self.steps.append(Step(trigger: .time(time), answers: answers))
  }

  func answers(to kind: Event.Kind) -> [MockAnswer] {
    self.answers {
      if case .event(let matches) = $0 { matches(kind) } else { false }
    }
  }

  func answers(toOpening number: Int) -> [MockAnswer] {
    self.answers {
      if case .opening(number) = $0 { true } else { false }
    }
  }

  private func answers(where isTriggered: (Trigger) -> Bool) -> [MockAnswer] {
    self.steps.filter { isTriggered($0.trigger) }.flatMap(\.answers)
  }
}

/// Something that a ``MockServer`` does.
@available(InteractionEngine 1.0, *)
public enum MockAnswer: Hashable, Sendable {
  /// Sends a directive; its number, cause and time, and the generations of its settings follow.
  case directive(
    settings: [Setting.State] = [], timeline: Timeline? = nil, effects: [Effect] = [])
  /// Refuses the event, with what is wrong with it; of use for events alone.
  case refuse(Violation)
  /// Ends the call with this status.
  case fail(InteractionError)
  /// Cuts the connection.
  case cut
  /// Forgets all sessions and cuts the connection: the client begins anew.
  case restart
  /// Receives and sends nothing any more, and resets nothing, until ``MockServer/answer()``.
  case fallSilent
  /// Asks the client to leave for another server.
  case drain(leaveAfter: Duration = .zero, deadline: Duration = .seconds(5))

  /// What is wrong with an event that is refused.
  var refusal: Violation? {
    if case .refuse(let violation) = self { violation } else { nil }
  }

  /// True if no session is opened after it.
  var preventsOpening: Bool {
    switch self {
    case .fail, .cut, .restart, .fallSilent: true
    case .directive, .refuse, .drain: false
    }
  }
}
