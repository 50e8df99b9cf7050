public import InteractionCore
import InteractionWire

/// An open session: send events, receive directives.
///
/// ``send(_:at:command:)`` never blocks and is safe on any thread, such as in a scroll callback;
/// events that accumulate while the network is busy are sent in one frame. A lost connection does
/// not end the session: it resumes on another one without losing or repeating events. End a session
/// with ``finish()`` or ``cancel()``: until then it stays open, even if no reference to it is left.
///
/// ```swift
/// let session = client.open(SessionConfiguration(sessionID: "home-1", surface: .phone))
/// session.send(.tapTab(index: 2))
/// for try await directive in session.directives { show(directive) }
/// ```
public final class InteractionSession: Sendable {
  struct State: Sendable {
    var machine: SessionMachine
    var journal: SessionJournal
    /// The task of the current connection.
    var link: SessionLink?
    /// The timer for the machine's next wake-up.
    var timer: SessionTimer?
    /// The reason for the session's end; nil until then.
    var ending: SessionEndReason?
  }

  let configuration: SessionConfiguration
  let state: Locked<State>
  let clock: SessionClock
  private let timeline: SessionTimeline
  /// Signals that the session should be saved.
  let asked: AsyncStream<Void>.Continuation
  private let asking: AsyncStream<Void>
  private let jobs: AsyncStream<SessionTaskRequest>
  let job: AsyncStream<SessionTaskRequest>.Continuation
  let update: AsyncThrowingStream<SessionUpdate, any Error>.Continuation
  let connection: AsyncStream<SessionConnectionState>.Continuation

  /// The updates of the session, in order. Finishes when the session ends normally; throws
  /// ``InteractionError`` otherwise. Single consumer.
  public let updates: AsyncThrowingStream<SessionUpdate, any Error>

  /// The changes of the connection's state; the last is ``SessionConnectionState/closed``. Single
  /// consumer; buffers the newest 128.
  public let connectionStates: AsyncStream<SessionConnectionState>

  /// Entries for the app's log: changes of the connection, and refused events; finishes with the
  /// session. Single consumer; buffers the newest 128.
  public let log: AsyncStream<SessionLogEntry>
  let entry: AsyncStream<SessionLogEntry>.Continuation

  /// - Parameters:
  ///   - endpoints: The number of engines to choose from.
  ///   - clock: The clock of session time and of backoff.
  ///   - wallClock: The wall-clock time, µs since 1970.
  ///   - lastEpoch: A number that no earlier connection of the session exceeds, since the server
  ///     may not have noticed its end. The wall-clock time in µs, except in tests.
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
    self.state = Locked(
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
    if case .failure(let failure) = loaded { self.report(.storeFailed(failure)) }
  }

  /// The directives of ``updates``, in order.
  public var directives:
    AsyncCompactMapSequence<AsyncThrowingStream<SessionUpdate, any Error>, Directive>
  {
    self.updates.compactMap { update in
      guard case .directive(let directive, _) = update else { return nil }
      return directive
    }
  }

  /// The current session time.
  public var now: Instant { self.timeline.time(at: self.clock.now()) }

  /// The current state of the connection.
  public var connectionState: SessionConnectionState {
    self.state.withLock { $0.machine.connection }
  }

  /// Reports an event. Never blocks.
  ///
  /// - Parameters:
  ///   - kind: The event.
  ///   - time: The event's session time; now if nil.
  ///   - command: The command's ID; only in a replay of a recording.
  public func send(_ kind: InteractionEvent.Kind, at time: Instant? = nil, command: String? = nil) {
    let time = time ?? self.now
    self.perform { state, _ in
      guard state.machine.takesEvents else { return }
      state.journal.note(InteractionEvent(time: time, kind: kind, command: command))
      state.machine.report(kind, at: time, command: command)
    }
  }

  /// Advances session time to `time` without an event. A replay does this during its pauses;
  /// otherwise the server would let its own time pass (rule S5).
  public func advance(to time: Instant) {
    self.perform { state, _ in state.machine.advance(to: time) }
  }

  /// Pauses the session, such as when the app enters the background: the connection closes
  /// gracefully after the pending events, and nothing is sent, retried or ticked until
  /// ``resume()``. Events are queued meanwhile.
  ///
  /// Has no effect on a session that is paused or over.
  public func pause() {
    self.perform { $0.machine.pause(at: $1) }
  }

  /// Resumes a paused session at once. It starts anew if the pause was longer than a checkpoint's
  /// lifetime. Has no effect on a session that is not paused.
  public func resume() {
    self.perform { $0.machine.resume(at: $1) }
  }

  /// Ends the session after the pending events; ``updates`` then finishes after the remaining
  /// directives. Resumes a paused session for that.
  public func finish() {
    self.perform { $0.machine.finish(at: $1) }
  }

  /// Moves the session to a new connection at once, because the network path has changed, such as
  /// from Wi-Fi to cellular; otherwise the dead connection is detected by a timeout.
  public func networkChanged() {
    self.perform { $0.machine.networkChanged(at: $1) }
  }

  /// Ends the session at once; ``updates`` finishes without an error.
  public func cancel() {
    self.perform { state, _ in state.machine.cancel() }
  }

  /// The session's statistics so far.
  public var statistics: SessionStatistics {
    self.state.withLock { $0.journal.statistics(of: $0.machine) }
  }

  /// The parts of the server's frames that this client does not know, with their counts: by message
  /// and field number, such as `interaction.v1.Effect/99`, or with an unknown enum value, such as
  /// `interaction.v1.Track/2=77`. Unknown parts are ignored and acknowledged.
  public var unknownParts: [String: Int] { self.state.withLock { $0.journal.leftOut.counts } }

  /// The newest event that the server has applied.
  public var ackedEvent: UInt64 { self.state.withLock { $0.machine.stream.ackedEvent } }

  /// The experience that the server sent on request; nil before the session has opened, if the
  /// server does not send it, or if this build does not support all of it.
  public var servedExperience: Experience? { self.state.withLock { $0.machine.stream.served } }

  /// The name of the session's variant, as of the newest opening; empty if it is in none, before
  /// the session has opened, and during local decisions with another version than the server's.
  public var variant: String { self.state.withLock { $0.machine.stream.variant } }

  /// The recording so far; nil unless ``SessionConfiguration/records`` is set.
  public var recording: SessionRecording? { self.state.withLock { $0.journal.recording } }

  /// The number of the session's first connection; nil if the session was restored.
  package var firstEpoch: UInt64? { self.state.withLock { $0.machine.firstEpoch } }
}

extension InteractionSession {
  /// Runs the session over a client's transport, in its own task, until it ends.
  func start(over transport: any SessionCarrier, token: (@Sendable () async throws -> String)?) {
    self.update.onTermination = { [weak self] _ in self?.cancel() }
    _ = self.clock.start {
      let store = self.configuration.usableStore
      let keeping = store.map { store in
        self.clock.start { await self.keep(in: store, whenever: self.asking) }
      }
      // Each connection's task ends after those before it.
      var connections: Task<Void, any Error>?
      for await job in self.jobs {
        switch job {
        case .call(let attempt, let link):
          let stream = EngineStream(
            session: self, attempt: attempt, link: link, token: token)
          connections = self.clock.start { [connections] in
            await stream.run(over: transport)
            _ = await connections?.result
          }
        case .refreshToken:
          guard let token else { break }
          // Not awaited: the session may end while the app is still fetching a token.
          _ = self.clock.start { await self.refresh(with: token) }
        }
      }
      _ = await connections?.result
      self.asked.finish()
      _ = await keeping?.result
      await self.release(forgetting: store)
    }
  }

  /// Refreshes the access token; without one the server ends the stream with `TOKEN_EXPIRED`.
  private func refresh(with token: @Sendable () async throws -> String) async {
    guard let token = try? await token() else { return }
    self.perform { state, _ in state.machine.refresh(token) }
  }

  /// Finishes the streams of a session that has ended.
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

/// A job of the session's task.
enum SessionTaskRequest: Sendable {
  /// A call of the session.
  case call(SessionAttempt, SessionLink)
  case refreshToken
}
