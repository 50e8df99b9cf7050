import GRPCCore
import InteractionClient
public import InteractionCore
import Synchronization

/// A server for tests of apps, without an engine process or sockets. A script or the engine's core
/// determines its answers.
///
/// The app uses ``transport`` in place of a network transport and is otherwise unchanged:
/// numbering, acknowledgements, resuming and backoff are the production code. Time is virtual:
/// sessions over this transport use a clock that only ``advance(by:)`` moves, and everything
/// happens in the same order in each run.
///
/// ```swift
/// var script = MockScript(openingAs: experience)
/// script.on(.tapTab(index: 2), .fail(InteractionError(code: .unavailable, message: "no")))
/// let server = MockServer(script)
/// let client = InteractionClient(transport: server.transport)
/// ```
@available(InteractionEngine 1.0, *)
public final class MockServer: Sendable {
  /// The state of the server's silence.
  enum Responsiveness: Hashable, Sendable {
    /// The server answers.
    case none
    /// The server is silent until the test calls ``resumeResponding()``.
    case untilAnswer
    /// The server is silent until a client abandons a call.
    case untilGivenUp
  }

  struct State: Sendable {
    var sessions: [String: MockSession] = [:]
    var calls: [Int: MockCall] = [:]
    var lastCall = 0
    var link = MockNetwork()
    var responsiveness = Responsiveness.none
    var events: [InteractionEvent] = []
    var openings: [MockOpening] = []
    var acknowledged: UInt64 = 0
  }

  let clock = VirtualClock()
  let decider: MockSession.Decider
  let state = Mutex(State())

  /// Creates a server that follows `script`.
  public init(_ script: MockScript) {
    self.decider = .script(script)
    for step in script.steps {
      guard case .time(let time) = step.trigger else { continue }
      self.clock.schedule(at: self.clock.start + time) { [weak self] in
        self?.carryOut(step.answers)
      }
    }
  }

  /// Creates a server whose sessions run the engine's core with `experience`, whichever one clients
  /// request.
  public init(deciding experience: Experience) {
    self.decider = .core(Session(experience: experience, surface: .phone))
  }

  /// A transport to the server for `InteractionClient`; a new one for each client.
  public var transport: MockTransport { MockTransport(to: self) }

  /// The events received from clients, without repetitions, in order.
  public var events: [InteractionEvent] { self.state.withLock { $0.events } }

  /// The openings requested by clients, in order.
  public var openings: [MockOpening] { self.state.withLock { $0.openings } }

  /// The newest directive acknowledged by a client.
  public var acknowledged: UInt64 { self.state.withLock { $0.acknowledged } }

  /// The network between clients and the server; without delay by default.
  public var link: MockNetwork {
    get { self.state.withLock { $0.link } }
    set { self.state.withLock { $0.link = newValue } }
  }

  /// Waits until everything that takes no time has been handled.
  public func settle() async { await self.clock.settle() }

  /// Advances the clock; timers fire at their own times.
  public func advance(by duration: TimeSpan) async { await self.clock.advance(by: duration) }

  /// Performs actions on all open sessions; ``settle()`` waits until clients have received them.
  public func perform(_ answers: MockAction...) { self.carryOut(answers) }

  /// Ends the silence begun by ``MockAction/stopResponding``. Calls that were open during it stay
  /// silent.
  public func resumeResponding() { self.state.withLock { $0.answer() } }
}

/// An opening requested by a client.
@available(InteractionEngine 1.0, *)
public struct MockOpening: Hashable, Sendable {
  /// The session's ID.
  public var sessionID: String
  /// The number of the connection; increases with each.
  public var epoch: UInt64
  /// The client's platform; empty if it has not stated it.
  public var platform: String
  /// The client's state; nil for a session that has not been open before.
  public var current: RestoredState?
  /// The outcome.
  public var outcome: Outcome

  /// The outcome of an opening.
  public enum Outcome: Hashable, Sendable {
    /// A new session was opened.
    case new
    /// The session was resumed after this event.
    case resumed(after: UInt64)
    /// The session could not be resumed, and a new one was opened.
    case restarted(RestartReason)
    /// The script prevented the opening.
    case prevented
    /// The server was silent.
    case unanswered
  }
}
