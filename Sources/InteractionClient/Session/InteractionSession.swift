import GRPCCore
public import InteractionCore
import InteractionWire
import Synchronization

/// One open session: send what happens, receive what to show.
///
/// ``send(_:at:)`` never waits and may be called from anywhere, a scroll callback included; what is
/// sent while the network is busy leaves together in one frame. End a session with ``finish()`` or
/// ``cancel()``: until then it stays open, whoever still holds it.
///
/// ```swift
/// let session = client.open(SessionConfiguration(sessionID: "home-1", environment: .phone))
/// session.send(.tapTab(index: 2))
/// for try await directive in session.directives { show(directive) }
/// ```
public final class InteractionSession: Sendable {
  private struct State: Sendable {
    var stream: ClientStream
    var isFinishing = false
  }

  private let configuration: SessionConfiguration
  private let state: Mutex<State>
  private let clockStart = ContinuousClock.now
  private let wakeups: AsyncStream<Void>
  private let wakeup: AsyncStream<Void>.Continuation
  private let update: AsyncThrowingStream<SessionUpdate, any Error>.Continuation
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Everything that the server says, in order. Ends when the session has ended well, throws an
  /// ``InteractionError`` when it has not. For one reader.
  public let updates: AsyncThrowingStream<SessionUpdate, any Error>

  init(configuration: SessionConfiguration) {
    self.configuration = configuration
    var options = ClientStream.Options()
    options.skipsSamples = configuration.skipsSamples
    options.ticks = configuration.runsWithClock
    self.state = Mutex(
      State(stream: ClientStream(options: options, at: configuration.start)))
    (self.wakeups, self.wakeup) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    (self.updates, self.update) = AsyncThrowingStream.makeStream()
  }

  /// The directives alone, in order; see ``updates``.
  public var directives: some AsyncSequence<Directive, any Error> & Sendable {
    self.updates.compactMap { update in
      guard case .directive(let directive) = update else { return nil }
      return directive
    }
  }

  /// Session time by the clock.
  public var now: Instant {
    let (seconds, attoseconds) = (ContinuousClock.now - self.clockStart).components
    let elapsed = TimeSpan(microseconds: seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    return self.configuration.start + elapsed
  }

  /// Reports what happened, at its own time or now. Never waits.
  ///
  /// - Parameter command: A backend's name for it; only a replay of a recording has one.
  public func send(_ kind: Event.Kind, at time: Instant? = nil, command: String? = nil) {
    let time = time ?? self.now
    self.state.withLock { state in
      guard !state.isFinishing else { return }
      state.stream.send(kind, at: time, command: command)
    }
    self.wakeup.yield()
  }

  /// Says that session time has come to `time`, though nothing happened: a replay does so through
  /// its pauses, or the server would take the silence for its own time passing (rule S5).
  public func advance(to time: Instant) {
    self.state.withLock { state in
      guard !state.isFinishing else { return }
      state.stream.advance(to: time)
    }
    self.wakeup.yield()
  }

  /// Says that nothing more will happen. What is on its way still arrives; ``updates`` ends after it.
  public func finish() {
    self.state.withLock { state in
      state.stream.flush()
      state.isFinishing = true
    }
    self.wakeup.yield()
  }

  /// Ends the session at once; ``updates`` ends without an error.
  public func cancel() {
    self.update.finish()
    self.task.withLock { $0?.cancel() }
    self.wakeup.finish()
  }

  /// Scroll samples left out so far, and events sent.
  public var counts: (skipped: Int, sent: Int) { self.state.withLock { $0.stream.counts } }

  /// The last event that the server has applied.
  public var ackedEvent: UInt64 { self.state.withLock { $0.stream.ackedEvent } }
}

extension InteractionSession {
  /// Runs the session over `client` in a task of its own, until it ends or is cancelled.
  func start(over client: GRPCClient<some ClientTransport>) {
    let task = Task {
      do {
        try await self.run(over: client)
        self.update.finish()
      } catch let error as RPCError {
        self.update.finish(throwing: InteractionError(error))
      } catch is CancellationError {
        self.update.finish()
      } catch {
        self.update.finish(throwing: error)
      }
      self.state.withLock { state in
        state.isFinishing = true
        state.stream.discard()
      }
    }
    self.task.withLock { $0 = task }
    self.update.onTermination = { [weak self] _ in self?.cancelTask() }
  }

  private func cancelTask() {
    self.task.withLock { $0?.cancel() }
  }

  private func run(over client: GRPCClient<some ClientTransport>) async throws {
    let stub = Interaction_V1_InteractionService.Client(wrapping: client)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await self.keepTime() }
      defer { group.cancelAll() }
      // Without a connection the caller hears of it instead of waiting without an end.
      var options = CallOptions.defaults
      options.waitForReady = false
      switch self.configuration.wire {
      case .stream:
        try await stub.interact(options: options) { writer in
          try await writer.write(Proto.Request(self.openFrame))
          try await self.writeFrames { try await writer.write($0) }
        } onResponse: { response in
          for try await message in response.messages {
            try self.receive(message)
          }
        }
      case .calls:
        try await self.runCalls(over: stub, options)
      }
    }
  }

  /// Passes frames on until nothing more will happen.
  func writeFrames(_ write: (Proto.Request) async throws -> Void) async throws {
    for await _ in self.wakeups {
      while true {
        // Under one lock: what is sent just before the end must not fall between two looks.
        let (frame, isOver) = self.state.withLock { state in
          let frame = state.stream.nextFrame()
          return (frame, frame == nil && state.isFinishing)
        }
        if isOver { return }
        guard let frame else { break }
        try await write(frame)
      }
    }
  }

  var openFrame: OpenFrame {
    OpenFrame(
      clientName: self.configuration.clientName,
      clientVersion: self.configuration.clientVersion,
      sessionID: self.configuration.sessionID,
      experience: self.configuration.experience,
      environment: self.configuration.environment,
      skipsSamples: self.configuration.skipsSamples,
      samplesSprings: self.configuration.samplesSprings,
      user: self.configuration.user,
      current: self.configuration.current,
      time: self.configuration.start)
  }

  func receive(_ message: Proto.Response) throws {
    let frame: ResponseFrame
    do {
      frame = try ResponseFrame(message)
    } catch {
      throw InteractionError(
        code: .internalError,
        message: "the server sent a frame that this client cannot read: \(error.field)"
          + " \(error.problem)")
    }
    let directives = self.state.withLock { $0.stream.receive(frame) }
    if let opened = frame.opened {
      let lines = opened.triggerLines.map { ($0.source, $0.lines) }
      self.update.yield(
        .opened(
          OpenedSession(
            experience: opened.experience, digest: opened.digest, snapshot: opened.snapshot,
            triggerLines: Dictionary(lines) { _, last in last })))
    }
    for directive in directives { self.update.yield(.directive(directive)) }
    for notice in frame.notices {
      self.update.yield(
        .notice(Notice(sequence: notice.sequence, violations: notice.violations)))
    }
    // Acknowledgements may be owed now, and the timer may be due earlier.
    self.wakeup.yield()
  }

  /// Sends ticks, heartbeats and held-back samples when they are due.
  private func keepTime() async {
    guard self.configuration.runsWithClock else { return }
    while !Task.isCancelled {
      // Bounded, because the server may name an earlier deadline at any moment.
      let wake = self.state.withLock { $0.stream.nextWake }
      let wait = wake.map { $0 - self.now } ?? .seconds(1)
      let bounded = min(max(wait.microseconds, 1_000), 50_000)
      guard (try? await Task.sleep(for: .microseconds(bounded))) != nil else { return }
      let now = self.now
      guard let wake, now >= wake else { continue }
      self.state.withLock { $0.stream.tick(at: now) }
      self.wakeup.yield()
    }
  }
}
