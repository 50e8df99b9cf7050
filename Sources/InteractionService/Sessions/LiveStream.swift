import InteractionCore
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization

/// A shell around one ``SessionStream``: locks the value, acts after.
///
/// Reader, timer and writer run beside each other; what the machine puts out goes through one queue,
/// so that frames leave in the order in which they were decided.
final class LiveStream: Sendable {
  /// What is to be written.
  enum Output: Sendable {
    /// A response frame, encoded, and the last directive in it; 0 if it has none.
    case frame([UInt8], last: UInt64)
    /// The end, well or with an error; nothing comes after it.
    case end(StreamError?)
  }

  fileprivate struct State: Sendable {
    var stream: SessionStream
    /// What waits to be written.
    var queue = OutputQueue()
    /// What the session was opened as.
    var opened: OpenFrame?
    /// When the timer wakes up, and how to wake it earlier.
    var wake: Instant?
    var sleeper: Task<Void, Never>?
    /// Who waits for the client to have applied a directive.
    var waiters: [UInt64: (directive: UInt64, signal: AsyncStream<Bool>.Continuation)] = [:]
    var lastWaiter: UInt64 = 0
    /// How the stream ended, once it has.
    var ending: StreamError??
    /// The session as calls see it, if calls drive it.
    var calledSession: CalledSession?
  }

  private let state: Mutex<State>
  private let engine: Engine
  private let clock: ServerClock
  private let output: AsyncStream<Output>.Continuation
  private let end: AsyncStream<StreamError?>.Continuation
  /// What is to be written; ends after the stream's end.
  let outputs: AsyncStream<Output>
  /// The stream's end, as soon as it is decided and whoever reads or not.
  private let ends: AsyncStream<StreamError?>

  init(engine: Engine) {
    self.engine = engine
    self.clock = engine.clock
    let catalog = engine.catalog
    let stream = SessionStream(limits: engine.limits, at: engine.clock.now) { name in
      catalog.experience(named: name)
    }
    self.state = Mutex(State(stream: stream))
    (self.outputs, self.output) = AsyncStream.makeStream()
    (self.ends, self.end) = AsyncStream.makeStream()
  }

  /// Reads frames until the client or the stream is done.
  func read(_ messages: some AsyncSequence<Proto.Request, any Error> & Sendable) async {
    do {
      for try await message in messages {
        if !self.receive(message) { return }
      }
      self.act { stream, _ in stream.receiveEnd() }
    } catch let error as StreamError {
      self.act { stream, _ in stream.fail(error) }
    } catch {
      // The client is gone: there is nobody to tell.
      self.act { stream, _ in stream.receiveEnd() }
    }
  }

  /// Takes in one message. Returns whether the stream goes on.
  @discardableResult
  func receive(_ message: Proto.Request) -> Bool {
    let frame: RequestFrame
    do {
      frame = try RequestFrame(message)
    } catch {
      self.act { stream, _ in stream.receive(malformed: error) }
      return false
    }
    if case .events(_, let events) = frame { self.engine.metrics.count(events) }
    var opening: OpenFrame?
    if case .open(let open) = frame {
      opening = open
    }
    return !self.act(opening: opening) { stream, now in stream.receive(frame, at: now) }
  }

  /// Waits until the stream is over and a client that does not read has had time to: then the end
  /// does not wait for the writer any longer.
  func waitForEnd() async throws {
    for await error in self.ends {
      try await Task.sleep(for: .microseconds(self.engine.limits.endGrace.microseconds))
      throw error ?? StreamError(.slowConsumer, "the end of the stream was not read")
    }
  }

  /// Lets deadlines happen, until the task is cancelled.
  func keepTime() async {
    while !Task.isCancelled {
      let next = self.state.withLock { state -> (wake: Instant, sleeper: Task<Void, Never>)? in
        guard let wake = state.stream.nextDeadline else { return nil }
        let sleeper = Task { [clock] in _ = try? await clock.sleep(until: wake) }
        state.wake = wake
        state.sleeper = sleeper
        return (wake, sleeper)
      }
      guard let (wake, sleeper) = next else { return }
      await withTaskCancellationHandler {
        await sleeper.value
      } onCancel: {
        sleeper.cancel()
      }
      if self.clock.now >= wake {
        self.act { stream, now in stream.tick(at: now) }
      }
    }
  }

  /// The RPC is cancelled: by a client that has gone, or by a server that goes down.
  func cancel() {
    if self.engine.isDraining {
      let error = StreamError(.draining, "the server is going down; open again elsewhere")
      self.act { stream, _ in stream.fail(error) }
    } else {
      self.act { stream, _ in stream.receiveEnd() }
    }
  }

  /// The client has said all it wants to.
  func receiveEnd() {
    self.act { stream, _ in stream.receiveEnd() }
  }

  /// Carries out a backend's command; nil if no session is open.
  func carryOut(_ command: SessionCommand) -> CommandOutcome? {
    var outcome: CommandOutcome?
    self.act { stream, now in
      guard let (result, outputs) = stream.carryOut(command, at: now) else { return [] }
      outcome = result
      return outputs
    }
    return outcome
  }

  /// Waits, though not for long, until the client has applied a directive. Returns whether it has.
  func isApplied(_ directive: UInt64) async -> Bool {
    let (signals, signal) = AsyncStream<Bool>.makeStream(bufferingPolicy: .bufferingOldest(1))
    let waiter = self.state.withLock { state -> UInt64? in
      if state.stream.appliedDirective >= directive { return nil }
      state.lastWaiter += 1
      if state.ending == nil {
        state.waiters[state.lastWaiter] = (directive, signal)
      } else {
        signal.finish()
      }
      return state.lastWaiter
    }
    guard let waiter else { return true }
    let limit = self.engine.limits.commandWait
    let timer = Task {
      try? await Task.sleep(for: .microseconds(limit.microseconds))
      signal.yield(false)
    }
    defer {
      timer.cancel()
      self.state.withLock { $0.waiters[waiter] = nil }
    }
    for await isApplied in signals { return isApplied }
    return false
  }

  /// The session as calls see it, if calls drive it.
  var calledSession: CalledSession? { self.state.withLock { $0.calledSession } }

  /// Calls drive the session from now on.
  func attach(_ session: CalledSession) {
    self.state.withLock { $0.calledSession = session }
  }

  /// The last directive that the client says it has applied.
  var appliedDirective: UInt64 { self.state.withLock { $0.stream.appliedDirective } }

  /// How far the session has come, for the answer to a call.
  var standing: (appliedEvent: UInt64, nextDeadline: Instant?, error: StreamError?) {
    self.state.withLock { state in
      (
        state.stream.appliedEvent, state.stream.session?.nextDeadline,
        state.ending.flatMap { $0 }
      )
    }
  }

  /// A frame of `size` bytes has been written.
  func wrote(_ size: Int) {
    self.state.withLock { $0.queue.release(size) }
  }

  /// The stream is over, however it came about.
  func close(with error: (any Error)?) {
    self.output.finish()
    self.end.finish()
    let opened = self.state.withLock { state in
      defer {
        state.opened = nil
        // Each holds the other while the session is open.
        state.calledSession = nil
      }
      return state.opened
    }
    if let reason = (error as? StreamError)?.reason { self.engine.metrics.countRejected(reason) }
    guard let opened else {
      if let error { self.engine.logger.info("stream refused", metadata: ["error": "\(error)"]) }
      return
    }
    let left = self.engine.registry.remove(self, as: opened)
    var metadata = Self.metadata(opened)
    metadata["sessions"] = "\(left)"
    if let error = error as? StreamError { metadata["reason"] = "\(error.reason.rawValue)" }
    self.engine.logger.info("session ended", metadata: metadata)
  }

  /// Counts the session in, and ends the stream that it takes over from; false if it may not be.
  ///
  /// A stream locks itself, then the registry or a stream that was counted in before it: never one
  /// that comes later.
  private func register(_ open: OpenFrame) -> Bool {
    switch self.engine.registry.add(self, as: open) {
    case .outdated: return false
    case .entered(let older): older?.supersede()
    }
    var metadata = Self.metadata(open)
    let client = [open.clientName, open.clientVersion].filter { !$0.isEmpty }
    metadata["client"] = "\(client.joined(separator: " "))"
    self.engine.logger.info("session opened", metadata: metadata)
    return true
  }

  private func supersede() {
    let error = StreamError(
      .superseded, "the session was opened anew by another stream; this one is over")
    self.act { stream, _ in stream.fail(error) }
  }

  private static func metadata(_ open: OpenFrame) -> Logger.Metadata {
    ["session": "\(open.sessionID)", "experience": "\(open.experience)"]
  }

  /// Changes the machine under the lock and queues what it puts out. Returns whether it is over.
  @discardableResult
  private func act(
    opening: OpenFrame? = nil,
    _ change: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) -> Bool {
    let now = self.clock.now
    let (isOver, directives) = self.state.withLock { state in
      var outputs = change(&state.stream, now)
      // Counted before the client can know.
      if let opening, state.stream.session != nil, state.opened == nil {
        if self.register(opening) {
          state.opened = opening
        } else {
          let error = StreamError(
            .superseded, "the session is open under a later epoch; open it with a higher one")
          outputs = state.stream.fail(error)
        }
      }
      let result = self.queue(outputs, in: &state)
      state.notify()
      // The timer sleeps on if what is due next is due later than it thought.
      let next = state.stream.nextDeadline
      if let wake = state.wake, next.map({ $0 < wake }) ?? true { state.sleeper?.cancel() }
      return result
    }
    if !directives.isEmpty { self.engine.metrics.count(directives) }
    return isOver
  }

  /// Queues frames and the end; more than may wait ends the stream instead, whatever came before.
  private func queue(
    _ outputs: [SessionStream.Output], in state: inout State
  ) -> (isOver: Bool, directives: [Directive]) {
    var directives: [Directive] = []
    var ending: StreamError??
    for output in outputs {
      switch output {
      case .finish(let error):
        ending = .some(error)
      case .send(let frame):
        // The only error is a missing required field, which proto3 does not have.
        let bytes: [UInt8] = (try? frame.proto.serializedBytes()) ?? []
        if state.queue.admit(bytes.count, by: self.engine.limits) {
          directives += frame.directives
          self.output.yield(.frame(bytes, last: frame.directives.last?.sequence ?? 0))
        } else {
          let error = StreamError(
            .slowConsumer,
            "\(state.queue.frames) frames of \(state.queue.bytes) bytes wait to be read; read faster"
          )
          _ = state.stream.fail(error)
          ending = .some(error)
        }
      }
    }
    guard let error = ending else { return (false, directives) }
    state.ending = .some(error)
    self.output.yield(.end(error))
    self.output.finish()
    self.end.yield(error)
    self.end.finish()
    return (true, directives)
  }
}

extension LiveStream.State {
  /// Tells those who wait what the client has applied by now, or that the stream is over.
  fileprivate mutating func notify() {
    guard !self.waiters.isEmpty else { return }
    let applied = self.stream.appliedDirective
    for waiter in self.waiters.values {
      if waiter.directive <= applied {
        waiter.signal.yield(true)
      } else if self.ending != nil {
        waiter.signal.finish()
      }
    }
  }
}
