import InteractionCore
import InteractionWire

/// A session over all its connections, as a value. Inputs carry the time of the connections' clock;
/// ``take()`` and ``next(on:at:)`` return the actions.
struct SessionMachine: Sendable {
  /// The phase of a session.
  enum Phase: Sendable {
    /// The session is in use.
    ///
    /// Can transition to: ``paused(_:)``, ``finishing(_:)``, ``over``.
    case running(LinkPhase)
    /// The app has paused the session: it closes its connection, and opens none.
    ///
    /// Can transition to: ``running(_:)``, ``over``.
    case paused(LinkPhase)
    /// The app has called `finish(at:)`: the pending events are sent, and no others are accepted.
    ///
    /// Can transition to: ``over``.
    case finishing(LinkPhase)
    /// The session has ended.
    case over
  }

  /// The phase of a session's connection.
  enum LinkPhase: Hashable, Sendable {
    /// No connection is open, and no attempt is scheduled.
    ///
    /// Can transition to: ``connecting``.
    case none
    /// The shell fetches a token and opens a transport.
    ///
    /// Can transition to: ``opening(lastReceived:)``, ``waiting(until:)``, ``none``.
    case connecting
    /// `Open` is sent; `lastReceived` is the beginning of the call.
    ///
    /// Can transition to: ``open(_:)``, ``closing(_:)``, ``connecting``, ``waiting(until:)``,
    /// ``none``.
    case opening(lastReceived: MonotonicTime)
    /// The server has opened the session.
    ///
    /// Can transition to: ``draining(_:_:)``, ``closing(_:)``, ``connecting``, ``waiting(until:)``,
    /// ``none``.
    case open(OpenLink)
    /// The server has asked the client to move to another server.
    ///
    /// Can transition to: ``closing(_:)``, ``connecting``, ``waiting(until:)``, ``none``.
    case draining(OpenLink, DrainPeriod)
    /// The client has half-closed the stream, and waits for the trailers.
    ///
    /// Can transition to: ``connecting``, ``waiting(until:)``, ``none``.
    case closing(ClosingLink)
    /// The backoff before the next attempt.
    ///
    /// Can transition to: ``connecting``, ``none``.
    case waiting(until: MonotonicTime)
  }

  /// A connection on which the session is open.
  struct OpenLink: Hashable, Sendable {
    /// The time at which the server opened the session.
    let openedAt: MonotonicTime
    /// The time of the server's newest frame.
    var lastReceived: MonotonicTime
  }

  /// A connection that the client has half-closed.
  struct ClosingLink: Hashable, Sendable {
    /// The time at which the server opened the session; nil if it has not.
    let openedAt: MonotonicTime?
    /// The time of the server's newest frame.
    var lastReceived: MonotonicTime
    /// A Boolean value that indicates whether the session continues on another server.
    let isMoving: Bool
  }

  let configuration: SessionConfiguration
  /// The conversion between session time and the connections' clock.
  let timeline: SessionTimeline
  private(set) var phase: Phase
  var stream: ClientStream
  var plan: ReconnectPlan
  /// The number of the newest connection.
  private(set) var epoch: UInt64
  /// The number of the first connection; nil if the session was restored after a restart of the
  /// app.
  let firstEpoch: UInt64?
  /// The state of the connection, as last reported to the app.
  private(set) var connection = SessionConnectionState.connecting
  /// The number of events that no server had applied when the session ended.
  private(set) var dropped = 0
  private var actions: [SessionAction] = []

  /// Creates a session, which begins to connect.
  ///
  /// - Parameters:
  ///   - kept: The session saved before a restart of the app; nil for a new one.
  ///   - lastEpoch: A number that no earlier connection of the session exceeds.
  init(
    _ configuration: SessionConfiguration, timeline: SessionTimeline, plan: ReconnectPlan,
    from kept: KeptSession? = nil, lastEpoch: UInt64
  ) {
    var options = ClientStream.Options()
    options.skipsSamples = configuration.skipsSamples
    options.ticks = configuration.runsWithClock
    options.resumes = configuration.reconnects != nil
    options.outboxCapacity = configuration.outboxCapacity
    options.surface = configuration.surface
    self.configuration = configuration
    self.timeline = timeline
    self.plan = plan
    self.phase = .running(.none)
    self.stream =
      kept.map { ClientStream($0, options: options) }
      ?? ClientStream(options: options, at: timeline.start)
    self.epoch = max(kept?.open.epoch ?? 0, lastEpoch)
    self.firstEpoch = kept == nil ? self.epoch + 1 : nil
    if let kept {
      if let snapshot = kept.opened.snapshot { self.report(.opened(kept.opened.session(snapshot))) }
      if kept.open.surface != configuration.surface {
        self.stream.send(.surface(configuration.surface), at: timeline.start)
      }
    }
    self.connect()
  }

  /// Returns the actions since the last call, in order.
  mutating func take() -> [SessionAction] {
    guard !self.actions.isEmpty else { return [] }
    defer { self.actions = [] }
    return self.actions
  }

  /// The connection; `none` once the session is over.
  var link: LinkPhase {
    switch self.phase {
    case .running(let link), .paused(let link), .finishing(let link): link
    case .over: .none
    }
  }

  mutating func setLink(_ link: LinkPhase) {
    switch self.phase {
    case .running: self.phase = .running(link)
    case .paused: self.phase = .paused(link)
    case .finishing: self.phase = .finishing(link)
    case .over: break
    }
  }

  mutating func setPhase(_ phase: Phase) {
    self.phase = phase
  }

  var isPaused: Bool {
    if case .paused = self.phase { return true }
    return false
  }

  var isFinishing: Bool {
    if case .finishing = self.phase { return true }
    return false
  }

  var isOver: Bool {
    if case .over = self.phase { return true }
    return false
  }

  /// A Boolean value that indicates whether every event has been sent and applied, and no more can
  /// follow.
  var isSettled: Bool { self.isFinishing && self.stream.outbox.isSettled }

  /// Begins the next connection.
  mutating func connect() {
    self.epoch += 1
    self.setLink(.connecting)
    self.act(
      .connect(
        SessionAttempt(
          epoch: self.epoch, endpoint: self.plan.endpoint, keyVariant: self.plan.keyVariant)))
  }

  /// Ends the session.
  mutating func end(_ ending: SessionEndReason) {
    if self.link.isCall { self.act(.abandon) }
    self.phase = .over
    self.dropped += self.stream.discard()
    self.act(.end(ending))
    self.show(.closed)
  }

  /// Reports the state of the connection to the app if it has changed; during a pause only its end.
  mutating func show(_ state: SessionConnectionState) {
    if self.isPaused, state != .paused { return }
    guard state != self.connection else { return }
    self.connection = state
    self.act(.yieldConnectionState(state))
  }

  mutating func report(_ update: SessionUpdate) {
    self.act(.yieldUpdate(update))
  }

  mutating func act(_ action: SessionAction) {
    self.actions.append(action)
  }
}

extension SessionMachine.LinkPhase {
  /// A Boolean value that indicates whether the shell runs a task for the connection.
  var isCall: Bool {
    switch self {
    case .none, .waiting: false
    case .connecting, .opening, .open, .draining, .closing: true
    }
  }

  /// The time at which the session was opened on it; nil if it was not.
  var openedAt: MonotonicTime? {
    switch self {
    case .none, .connecting, .opening, .waiting: nil
    case .open(let open), .draining(let open, _): open.openedAt
    case .closing(let closing): closing.openedAt
    }
  }

  /// The time of the newest frame, or of the beginning of the call; nil while no frame is expected.
  var lastReceived: MonotonicTime? {
    switch self {
    case .none, .connecting, .waiting: nil
    case .opening(let lastReceived): lastReceived
    case .open(let open), .draining(let open, _): open.lastReceived
    case .closing(let closing): closing.lastReceived
    }
  }
}
