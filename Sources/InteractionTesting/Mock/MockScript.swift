public import InteractionClient
public import InteractionCore

/// A script for a ``MockServer``: its answers to events and openings, and its actions over time.
///
/// ```swift
/// var script = MockScript(showing: [.gate(GateState(isSignedIn: false))])
/// script.on(.tapTab(index: 2), .directive(effects: [.sound("no")]))
/// script.at(.seconds(5), .drain())
/// ```
@available(InteractionEngine 1.0, *)
public struct MockScript: Sendable {
  /// The initial state of a new session.
  public var states: [Setting.State]
  /// The experience's name.
  public var experience = "mock"
  /// The name of the sessions' variant; empty for none.
  public var variant = ""
  /// The heartbeat interval, at least a second.
  public var heartbeatInterval = TimeSpan.seconds(10)
  private(set) var steps: [Step] = []

  /// A trigger with its answers.
  struct Step: Sendable {
    let trigger: Trigger
    let answers: [MockAction]
  }

  /// The trigger of a step.
  enum Trigger: Sendable {
    /// The opening with this number, from 1.
    case opening(Int)
    /// An event that matches.
    case event(@Sendable (InteractionEvent.Kind) -> Bool)
    /// The time since the server's creation.
    case time(TimeSpan)
  }

  /// Creates a script whose sessions show `states` at first; its directives can change only these.
  public init(showing states: [Setting.State]) { self.states = states }

  /// Creates a script whose sessions show the initial state of a session of `experience`.
  public init(openingAs experience: Experience, in surface: Surface = .phone) {
    var session = Session(experience: experience, surface: surface)
    _ = session.handle(InteractionEvent(time: .zero, kind: .open(nil)))
    self.init(showing: session.snapshot.settings.map(\.state))
    self.experience = experience.name
  }

  /// Adds answers to each event that equals `kind`.
  public mutating func on(_ kind: InteractionEvent.Kind, _ answers: MockAction...) {
    self.steps.append(Step(trigger: .event { $0 == kind }, answers: answers))
  }

  /// Adds answers to each event that matches.
  public mutating func on(
    where matches: @escaping @Sendable (InteractionEvent.Kind) -> Bool, _ answers: MockAction...
  ) {
    self.steps.append(Step(trigger: .event(matches), answers: answers))
  }

  /// Adds answers to the opening with this number, from 1, of any session. If one of them ends the
  /// call or falls silent, they precede the opening and prevent it; otherwise they follow it.
  public mutating func onOpening(_ number: Int, _ answers: MockAction...) {
    self.steps.append(Step(trigger: .opening(number), answers: answers))
  }

  /// Adds actions on all open sessions, performed once at a time since the server's creation.
  public mutating func at(_ time: TimeSpan, _ answers: MockAction...) {
    self.steps.append(Step(trigger: .time(time), answers: answers))
  }

  func answers(to kind: InteractionEvent.Kind) -> [MockAction] {
    self.answers {
      if case .event(let matches) = $0 { matches(kind) } else { false }
    }
  }

  func answers(toOpening number: Int) -> [MockAction] {
    self.answers {
      if case .opening(number) = $0 { true } else { false }
    }
  }

  private func answers(where isTriggered: (Trigger) -> Bool) -> [MockAction] {
    self.steps.filter { isTriggered($0.trigger) }.flatMap(\.answers)
  }
}

/// An action of a ``MockServer``.
@available(InteractionEngine 1.0, *)
public enum MockAction: Hashable, Sendable {
  /// Sends a directive; its number, cause and time, and the generations of its settings are filled
  /// in.
  case directive(
    settings: [Setting.State] = [], timeline: Timeline? = nil, effects: [Effect] = [])
  /// Refuses the event with this violation; has an effect only for events.
  case refuse(Violation)
  /// Ends the call with this error.
  case fail(InteractionError)
  /// Cuts the connection.
  case cut
  /// Forgets all sessions and cuts the connection, so that clients start anew.
  case restart
  /// Stops receiving and sending, without a reset, until ``MockServer/resumeResponding()``.
  case stopResponding
  /// Sends `Drain`, which asks the client to move to another server.
  case drain(leaveAfter: TimeSpan = .zero, endAfter: TimeSpan = .seconds(5))

  /// The violation of a refused event; nil for other actions.
  var refusal: Violation? {
    if case .refuse(let violation) = self { violation } else { nil }
  }

  /// A Boolean value that indicates whether it prevents an opening.
  var preventsOpening: Bool {
    switch self {
    case .fail, .cut, .restart, .stopResponding: true
    case .directive, .refuse, .drain: false
    }
  }
}
