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
    var machine: SessionMachine
    var journal: SessionJournal
    /// The task of the connection that the machine wants.
    var link: SessionLink?
    /// The task that waits for the machine's next wake.
    var timer: SessionTimer?
    /// The reason for the session's end; nil until then.
    var ending: SessionEnding?
  }

  let configuration: SessionConfiguration
  let state: Mutex<State>
  let clock: SessionClock
  private let timeline: SessionTimeline
  /// Asks for the session to be kept.
  let asked: AsyncStream<Void>.Continuation
  private let asking: AsyncStream<Void>
  private let jobs: AsyncStream<SessionJob>
  let job: AsyncStream<SessionJob>.Continuation
  let update: AsyncThrowingStream<SessionUpdate, any Error>.Continuation
  let connection: AsyncStream<ConnectionState>.Continuation

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
  ///   - endpoints: The number of engines to choose from.
  ///   - clock: The clock that session time and the waits between connections go by.
  ///   - wallClock: The time of day, µs since 1970.
  ///   - lastEpoch: A number that no earlier connection of the session exceeds: the server may not
  ///     have noticed its end. The time of day, µs, unless a test says otherwise.
  init(
    configuration: SessionConfiguration, endpoints: Int = 1, clock: SessionClock = .system,
    wallClock: Int64 = InteractionSession.wallClock(),
    lastEpoch: UInt64 = UInt64(clamping: InteractionSession.wallClock())
  ) {
    self.configuration = configuration
    self.clock = clock
    let loaded = Self.load(configuration, at: wallClock)
    let kept = try? loaded.get()
    self.timeline = SessionTimeline(
      start: kept?.restart(of: configuration, at: wallClock) ?? configuration.start,
      clockStart: clock.now())
    let machine = SessionMachine(
      configuration, timeline: self.timeline,
      plan: ReconnectPlan(policy: configuration.reconnects, endpoints: endpoints), from: kept,
      lastEpoch: lastEpoch)
    self.state = Mutex(
      State(
        machine: machine,
        journal: SessionJournal(configuration, after: kept.map { $0.nextEvent - 1 } ?? 0)))
    (self.updates, self.update) = AsyncThrowingStream.makeStream()
    (self.connectionStates, self.connection) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(128))
    (self.log, self.entry) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(128))
    (self.jobs, self.job) = AsyncStream.makeStream()
    (self.asking, self.asked) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.connection.yield(.connecting)
    self.perform { _, _ in }
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
  public var now: Instant { self.timeline.time(at: self.clock.now()) }

  /// How the session is connected now.
  public var connectionState: ConnectionState {
    self.state.withLock { $0.machine.connection }
  }

  /// Reports what happened, at its own time or now. Never waits.
  ///
  /// - Parameters:
  ///   - kind: What happened.
  ///   - time: When, in session time; now if nil.
  ///   - command: A backend's name for it; only a replay of a recording has one.
  public func send(_ kind: Event.Kind, at time: Instant? = nil, command: String? = nil) {
    let time = time ?? self.now
    self.perform { state, _ in
      guard state.machine.takesEvents else { return }
      state.journal.note(Event(time: time, kind: kind, command: command))
      state.machine.report(kind, at: time, command: command)
    }
  }

  /// Says that session time has come to `time`, though nothing happened: a replay does so through
  /// its pauses, or the server would take the silence for its own time passing (rule S5).
  public func advance(to time: Instant) {
    self.perform { state, _ in state.machine.advance(to: time) }
  }

  /// Leaves the connection, such as when the app goes to the background: nothing is sent, tried or
  /// ticked until ``resume()``. Events are kept meanwhile, as while there is no connection.
  ///
  /// The connection ends in good order, after the pending events. A session that is paused, or
  /// over, stays so.
  public func pause() {
    self.perform { $0.machine.pause(at: $1) }
  }

  /// Resumes a paused session at once: from where it was, or anew if the pause was longer than a
  /// checkpoint lives. A session that is not paused stays as it is.
  public func resume() {
    self.perform { $0.machine.resume(at: $1) }
  }

  /// Says that nothing more will happen. What is on its way still arrives; ``updates`` ends after
  /// it. A paused session goes on for that.
  public func finish() {
    self.perform { $0.machine.finish(at: $1) }
  }

  /// Says that the way to the network is another one now, such as after a change from Wi-Fi to
  /// cellular: the session moves to a new connection at once, instead of finding out that the old
  /// one is dead.
  public func networkChanged() {
    self.perform { $0.machine.networkChanged(at: $1) }
  }

  /// Ends the session at once; ``updates`` ends without an error.
  public func cancel() {
    self.perform { state, _ in state.machine.cancel() }
  }

  /// The session's figures so far.
  public var statistics: SessionStatistics {
    self.state.withLock { $0.journal.statistics(of: $0.machine) }
  }

  /// What a newer server has sent that this client does not know, and how often: by message and
  /// field number, such as `interaction.v1.Effect/99`, with the value where that is what is
  /// unknown, such as `interaction.v1.Track/2=77`. It was left out and acknowledged.
  public var leftOut: [String: Int] { self.state.withLock { $0.journal.leftOut.counts } }

  /// The last event that the server has applied.
  public var ackedEvent: UInt64 { self.state.withLock { $0.machine.stream.ackedEvent } }

  /// The experience by which the server runs the session, if it was asked for it; nil until the
  /// session has opened, and where the server does not hand it over or this build cannot decide by
  /// it in full.
  public var servedExperience: Experience? { self.state.withLock { $0.machine.stream.served } }

  /// What has been recorded so far; nil unless the session was opened to be recorded.
  public var recording: SessionRecording? { self.state.withLock { $0.journal.recording } }

  /// The number of the session's first connection; nil if the session was kept.
  package var firstEpoch: UInt64? { self.state.withLock { $0.machine.firstEpoch } }
}

@available(InteractionEngine 1.0, *)
extension InteractionSession {
  /// Runs the session over the connections of a client, in a task of its own, until it ends.
  func start(
    over connections: Connections<some ClientTransport>,
    token: (@Sendable () async throws -> String)?
  ) {
    self.update.onTermination = { [weak self] _ in self?.cancel() }
    Task(executorPreference: self.clock.executor) {
      let store = self.configuration.usableStore
      await withDiscardingTaskGroup { group in
        if let store { group.addTask { await self.keep(in: store, whenever: self.asking) } }
        for await job in self.jobs {
          switch job {
          case .call(let attempt, let link):
            group.addTask { await self.call(attempt, on: link, over: connections, token: token) }
          case .refreshToken:
            guard let token else { break }
            // The session may end while the app still looks for a token.
            Task(executorPreference: self.clock.executor) { await self.refresh(with: token) }
          }
        }
        self.asked.finish()
      }
      await self.release(forgetting: store)
    }
  }

  /// Refreshes the access token; without one the server ends the stream with `TOKEN_EXPIRED`.
  private func refresh(with token: @Sendable () async throws -> String) async {
    guard let token = try? await token() else { return }
    self.perform { state, _ in state.machine.refresh(token) }
  }

  /// Ends the streams of a session that is over.
  private func release(forgetting store: (any CheckpointStore)?) async {
    let ending = self.state.withLock { $0.ending }
    if let store, ending?.isFinal ?? false { await self.forget(in: store) }
    if case .failed(let error) = ending {
      self.update.finish(throwing: error)
    } else {
      self.update.finish()
    }
    self.connection.finish()
    self.entry.finish()
  }
}

/// Work of the session's task.
@available(InteractionEngine 1.0, *)
enum SessionJob: Sendable {
  /// A call, which carries the session.
  case call(SessionAttempt, SessionLink)
  case refreshToken
}
