import GRPCCore
import InteractionClient
public import InteractionCore
import Synchronization

/// A server for tests of apps, without an engine's process and without sockets: a script, or the
/// engine's core, says what it answers.
///
/// The app's own code gets ``transport`` instead of one to an engine, and is otherwise the same:
/// numbers, acknowledgements, resuming and waits are those of production. Time is virtual: sessions
/// over this transport run by a clock that goes on in ``advance(by:)`` alone, in which everything
/// happens in the same order each time.
///
/// ```swift
/// var script = MockScript(openingAs: experience)
/// script.on(.tapTab(index: 2), .fail(InteractionError(code: .unavailable, message: "no")))
/// let server = MockServer(script)
/// let client = InteractionClient(transport: server.transport)
/// ```
@available(InteractionEngine 1.0, *)
public final class MockServer: Sendable {
  /// What ends the silence of the server.
  enum Silence: Hashable, Sendable {
    /// The server answers.
    case none
    /// The test, with ``answer()``.
    case untilAnswer
    /// The first client that gives up a call.
    case untilGivenUp
  }

  struct State: Sendable {
    var sessions: [String: MockSession] = [:]
    var calls: [Int: MockCall] = [:]
    var lastCall = 0
    var link = MockLink()
    var silence = Silence.none
    var events: [Event] = []
    var openings: [MockOpening] = []
    var acknowledged: UInt64 = 0
  }

  let clock = VirtualClock()
  let decider: MockSession.Decider
  let state = Mutex(State())

  /// A server that answers as `script` says.
  public init(_ script: MockScript) {
    self.decider = .script(script)
    for step in script.steps {
      guard case .time(let time) = step.trigger else { continue }
      self.clock.schedule(at: self.clock.start + time) { [weak self] in
        self?.carryOut(step.answers)
      }
    }
  }

  /// A server whose sessions the engine's core decides by `experience`, whatever clients ask for.
  public init(deciding experience: Experience) {
    self.decider = .core(Session(experience: experience, environment: .phone))
  }

  /// A transport to the server, for `InteractionClient`; one for each client.
  public var transport: MockTransport { MockTransport(to: self) }

  /// The events that clients have sent, each once, in order.
  public var events: [Event] { self.state.withLock { $0.events } }

  /// The openings that clients have asked for, in order.
  public var openings: [MockOpening] { self.state.withLock { $0.openings } }

  /// The newest directive that a client has acknowledged.
  public var acknowledged: UInt64 { self.state.withLock { $0.acknowledged } }

  /// The network between clients and the server; none delays nothing.
  public var link: MockLink {
    get { self.state.withLock { $0.link } }
    set { self.state.withLock { $0.link = newValue } }
  }

  /// Waits until everything has arrived that takes no time.
  public func settle() async { await self.clock.settle() }

  /// Lets time pass; what is due meanwhile happens at its own time.
  public func advance(by duration: Duration) async { await self.clock.advance(by: duration) }

  /// Does something to all open sessions now; ``settle()`` waits until clients have noticed.
  public func carryOut(_ answers: MockAnswer...) { self.carryOut(answers) }

  /// Ends the silence that ``MockAnswer/fallSilent`` began. Calls that were open meanwhile stay
  /// silent.
  public func answer() { self.state.withLock { $0.answer() } }
}

/// An opening that a client has asked for.
@available(InteractionEngine 1.0, *)
public struct MockOpening: Hashable, Sendable {
  /// The session's name.
  public var sessionID: String
  /// The number of the connection; it grows with each.
  public var epoch: UInt64
  /// What the client showed; nil for a session that has shown nothing yet.
  public var current: Restoration?
  /// What came of it.
  public var outcome: Outcome

  /// What comes of an opening.
  public enum Outcome: Hashable, Sendable {
    /// The session is new.
    case new
    /// The session goes on after this event.
    case resumed(after: UInt64)
    /// The session could not be resumed, and began anew.
    case restarted(RestartReason)
    /// The script prevented it.
    case prevented
    /// The server was silent.
    case unanswered
  }
}
