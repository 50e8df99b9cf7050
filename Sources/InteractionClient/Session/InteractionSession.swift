import GRPCCore
public import InteractionCore
import InteractionWire
import Synchronization

/// One open session: send what happens, receive what to show.
///
/// ``send(_:at:command:)`` never waits and may be called from anywhere, also from a scroll
/// callback; what is sent while the network is busy leaves together in one frame. A lost connection
/// is not the end: the session goes on on another one, and nothing is lost or doubled. End a
/// session with ``finish()`` or ``cancel()``: until then it stays open, even if no reference to it
/// is left.
///
/// ```swift
/// let session = client.open(SessionConfiguration(sessionID: "home-1", environment: .phone))
/// session.send(.tapTab(index: 2))
/// for try await directive in session.directives { show(directive) }
/// ```
@available(InteractionEngine 1.0, *)
public final class InteractionSession: Sendable {
  struct State: Sendable {
    var stream: ClientStream
    var isFinishing = false
    /// The connection that the session is on, or tries.
    var link: SessionLink?
    /// The number of the newest connection.
    var epoch: UInt64 = 0
    /// The number of the first connection, unless the session was kept by one before it.
    private(set) var firstEpoch: UInt64?
    /// The newest connection on which a call has begun.
    var calledEpoch: UInt64 = 0
    /// The newest connection on which the session was open.
    var openedEpoch: UInt64 = 0
    var openedAt: ContinuousClock.Instant
    var connection = ConnectionState.connecting
    /// When the server was last heard of, or else the newest call began.
    var lastHeard: ContinuousClock.Instant
    /// When to leave for another server, if the server has asked for it.
    var leaving: Leaving?
    /// The pause that the session is in.
    var pause: Pause?
    /// The connection, by its number, that was the newest when the session was paused last.
    var pausedEpoch: UInt64?
    var recorder: SessionRecorder?
    var leftOut = LeftOutCounts()
    var meter = SessionMeter()
  }

  let configuration: SessionConfiguration
  let state: Mutex<State>
  let clock: SessionClock
  private let clockStart: ContinuousClock.Instant
  /// Session time at ``clockStart``.
  private let start: Instant
  /// Asks for the session to be kept.
  let asked: AsyncStream<Void>.Continuation
  private let asking: AsyncStream<Void>
  let update: AsyncThrowingStream<SessionUpdate, any Error>.Continuation
  private let connection: AsyncStream<ConnectionState>.Continuation
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Everything that the server says, in order. Ends when the session has ended well, throws an
  /// ``InteractionError`` when it has not. For one reader.
  public let updates: AsyncThrowingStream<SessionUpdate, any Error>

  /// How the session is connected, whenever that changes; ends with ``ConnectionState/closed``. For
  /// one reader, who misses nothing but the oldest of more than a hundred changes.
  public let connectionStates: AsyncStream<ConnectionState>

  /// What happens to the connection, and what the server refuses, for the app's log; ends with the
  /// session. For one reader, who misses nothing but the oldest of more than a hundred entries.
  public let log: AsyncStream<SessionLogEntry>
  let entry: AsyncStream<SessionLogEntry>.Continuation

  /// - Parameters:
  ///   - clock: The clock that session time and the waits between connections go by.
  ///   - wallClock: The time of day, µs since 1970.
  ///   - lastEpoch: A number that no earlier connection of the session exceeds: the server may not
  ///     have noticed its end. The time of day, µs, unless a test says otherwise.
  init(
    configuration: SessionConfiguration, clock: SessionClock = .system,
    wallClock: Int64 = InteractionSession.wallClock(),
    lastEpoch: UInt64 = UInt64(clamping: InteractionSession.wallClock())
  ) {
    self.configuration = configuration
    self.clock = clock
    self.clockStart = clock.now()
    var options = ClientStream.Options()
    options.skipsSamples = configuration.skipsSamples
    options.ticks = configuration.runsWithClock
    options.resumes = configuration.reconnects != nil
    options.outboxCapacity = configuration.outboxCapacity
    let loaded = Self.load(configuration, at: wallClock)
    let kept = try? loaded.get()
    self.start = kept?.restart(of: configuration, at: wallClock) ?? configuration.start
    self.state = Mutex(
      State(
        configuration, options, from: kept, at: self.start, by: self.clockStart,
        lastEpoch: lastEpoch))
    (self.updates, self.update) = AsyncThrowingStream.makeStream()
    (self.connectionStates, self.connection) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(128))
    (self.log, self.entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(128))
    (self.asking, self.asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.connection.yield(.connecting)
    if let opened = kept?.opened, let snapshot = opened.snapshot {
      self.update.yield(.opened(opened.session(snapshot)))
    }
    if case .failure(let failure) = loaded { self.tell(.storeFailed(failure)) }
  }

  /// The directives alone, in order; see ``updates``.
  public var directives: some AsyncSequence<Directive, any Error> & Sendable {
    self.updates.compactMap { update in
      guard case .directive(let directive, _) = update else { return nil }
      return directive
    }
  }

  /// Session time by the clock.
  public var now: Instant {
    let (seconds, attoseconds) = (self.clock.now() - self.clockStart).components
    let elapsed = TimeSpan(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    return self.start + elapsed
  }

  /// How the session is connected now.
  public var connectionState: ConnectionState { self.state.withLock { $0.connection } }

  /// Reports what happened, at its own time or now. Never waits.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - time: When, in session time; now if nil.
  ///   - command: A backend's name for it; only a replay of a recording has one.
  public func send(_ kind: Event.Kind, at time: Instant? = nil, command: String? = nil) {
    let time = time ?? self.now
    self.change { state in
      state.recorder?.note(Event(time: time, kind: kind, command: command))
      return state.stream.send(kind, at: time, command: command)
    }
  }

  /// Says that session time has come to `time`, though nothing happened: a replay does so through
  /// its pauses, or the server would take the silence for its own time passing (rule S5).
  public func advance(to time: Instant) {
    self.change { state in
      state.stream.advance(to: time)
      return []
    }
  }

  /// Says that nothing more will happen. What is on its way still arrives; ``updates`` ends after
  /// it. A paused session goes on for that.
  public func finish() {
    self.resume()
    self.change { state in
      state.stream.flush()
      state.isFinishing = true
      return []
    }
  }

  /// Says that the way to the network is another one now, such as after a change from Wi-Fi to
  /// cellular: the session moves to a new connection at once, instead of finding out that the old
  /// one is dead.
  public func networkChanged() {
    let link = self.state.withLock { $0.link }
    link?.interrupt(
      InteractionError(code: .unavailable, message: "the network has changed"))
  }

  /// Ends the session at once; ``updates`` ends without an error.
  public func cancel() {
    self.update.finish()
    self.task.withLock { $0?.cancel() }
  }

  /// The session's figures so far.
  public var statistics: SessionStatistics { self.state.withLock { $0.statistics } }

  /// What a newer server has sent that this client does not know, and how often: by message and
  /// field number, such as `interaction.v1.Effect/99`, with the value where that is what is
  /// unknown, such as `interaction.v1.Track/2=77`. It was left out and acknowledged.
  public var leftOut: [String: Int] { self.state.withLock { $0.leftOut.counts } }

  /// The last event that the server has applied.
  public var ackedEvent: UInt64 { self.state.withLock { $0.stream.ackedEvent } }

  /// The experience by which the server runs the session, if it was asked for it; nil until the
  /// session has opened, and where the server does not hand it over or this build cannot decide by
  /// it in full.
  public var servedExperience: Experience? { self.state.withLock { $0.stream.served } }

  /// What has been recorded so far; nil unless the session was opened to be recorded.
  public var recording: SessionRecording? { self.state.withLock { $0.recorder?.recording } }

  /// The number of the session's first connection; nil if the session was kept.
  package var firstEpoch: UInt64? { self.state.withLock { $0.firstEpoch } }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// Runs the session in a task of its own, until it ends or is cancelled.
  func start(
    over connections: Connections<some ClientTransport>,
    token: (@Sendable () async throws -> String)?
  ) {
    let store = self.configuration.usableStore
    let keeper = store.map { store in
      Task(executorPreference: self.clock.executor) {
        await self.keep(in: store, whenever: self.asking)
      }
    }
    let task = Task(executorPreference: self.clock.executor) {
      let result: Result<Void, any Error>
      do {
        result = .success(try await self.run(over: connections, token: token))
      } catch {
        result = .failure(error)
      }
      self.asked.finish()
      await keeper?.value
      if let store, result.isFinal { await self.forget(in: store) }
      switch result {
      case .failure(let error) where !(error is CancellationError):
        self.fail(error)
      case .success, .failure:
        self.update.finish()
      }
      self.state.withLock { state in
        state.isFinishing = true
        state.meter.dropped += state.stream.discard()
        state.link = nil
      }
      self.show(.closed)
      self.connection.finish()
      self.entry.finish()
    }
    self.task.withLock { $0 = task }
    self.update.onTermination = { [weak self] _ in self?.cancelTask() }
  }

  private func cancelTask() {
    self.task.withLock { $0?.cancel() }
  }

  /// The session's connection is in another state.
  func show(_ new: ConnectionState) {
    self.state.withLock { self.show(new, in: &$0) }
  }

  /// The same, told under the lock, so that it stays in order.
  func show(_ new: ConnectionState, in state: inout State) {
    guard state.shows(new) else { return }
    state.connection = new
    self.connection.yield(new)
    self.entry.yield(SessionLogEntry(new))
  }

  /// Tells the app why the session ends.
  private func fail(_ error: any Error) {
    // First, since the end of the updates ends the session, and its log.
    if let error = error as? InteractionError { self.entry.yield(SessionLogEntry(error)) }
    self.update.finish(throwing: error)
  }

  /// Tells the app of something that is worth an entry of its log, too.
  func tell(_ update: SessionUpdate) {
    self.update.yield(update)
    if let entry = SessionLogEntry(update) { self.entry.yield(entry) }
  }

  /// Changes what is to be sent, unless the session is over, and wakes the task that sends.
  func change(_ body: (inout State) -> [Directive]) {
    let (link, isOverfull) = self.state.withLock { state -> (SessionLink?, Bool) in
      guard !state.isFinishing else { return (nil, false) }
      // Decided here, while no server can be reached; told under the lock, so that it stays in
      // order.
      for directive in body(&state) {
        self.update.yield(.directive(directive, isNews: true))
      }
      return (state.link, state.stream.outbox.isOverfull)
    }
    if isOverfull {
      self.fail(
        InteractionError(
          code: .resourceExhausted,
          message: "more than \(self.configuration.outboxCapacity) events wait to be sent"))
      self.cancelTask()
    }
    link?.wake()
  }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession.State {
  /// A session that begins, or one that was kept.
  fileprivate init(
    _ configuration: SessionConfiguration, _ options: ClientStream.Options,
    from kept: KeptSession?, at start: Instant, by clockStart: ContinuousClock.Instant,
    lastEpoch: UInt64
  ) {
    (self.openedAt, self.lastHeard) = (clockStart, clockStart)
    self.stream =
      kept.map { ClientStream($0, options: options) }
      ?? ClientStream(options: options, at: start)
    self.epoch = max(kept?.open.epoch ?? 0, lastEpoch)
    self.firstEpoch = kept == nil ? self.epoch + 1 : nil
    if configuration.records {
      self.recorder = SessionRecorder(configuration, after: kept.map { $0.nextEvent - 1 } ?? 0)
    }
    if let kept, kept.open.environment != configuration.environment {
      self.stream.send(.environment(configuration.environment), at: start)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension Result where Failure == any Error {
  /// Whether nothing can go on from here: the session has ended well, or for a reason that trying
  /// again does not mend.
  fileprivate var isFinal: Bool {
    switch self {
    case .success: true
    case .failure(let error): (error as? InteractionError)?.remedy == InteractionError.Remedy.none
    }
  }
}
