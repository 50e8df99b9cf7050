import InteractionCore
import InteractionIdentity
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

  struct State: Sendable {
    var stream: SessionStream
    /// What waits to be written.
    var queue = OutputQueue()
    /// When the timer wakes up, and how to wake it earlier.
    var wake: Instant?
    var sleeper: Task<Void, Never>?
    /// Who waits for the client to have applied a directive.
    var waiters = AppliedWaiters()
    /// What the session was opened as, once it is counted in.
    var entry: SessionEntry?
    /// How the stream ended, once it has.
    var ending: StreamError??
    /// The session as calls see it, if calls drive it.
    var calledSession: CalledSession?
    /// Who looks on.
    var watchers = SessionWatchers()
  }

  let engine: Engine
  let clock: ServerClock
  /// Who opened it.
  let caller: Caller
  let state: Mutex<State>
  private let output: AsyncStream<Output>.Continuation
  private let end: AsyncStream<StreamError?>.Continuation
  /// What is to be written; ends after the stream's end.
  let outputs: AsyncStream<Output>
  /// The stream's end, as soon as it is decided and whoever reads or not.
  private let ends: AsyncStream<StreamError?>

  init(engine: Engine, caller: Caller) {
    self.engine = engine
    self.caller = caller
    self.clock = engine.clock
    self.state = Mutex(
      State(stream: SessionStream(context: engine.context, at: engine.clock.now)))
    (self.outputs, self.output) = AsyncStream.makeStream()
    (self.ends, self.end) = AsyncStream.makeStream()
  }

  /// Reads frames until the client or the stream is done.
  func read(_ messages: some AsyncSequence<Proto.Request, any Error> & Sendable) async {
    do {
      for try await message in messages {
        if await !self.receive(message) { return }
      }
      self.receiveEnd()
    } catch let error as StreamError {
      self.fail(error)
    } catch {
      // The client is gone: there is nobody to tell.
      self.receiveEnd(isClean: false)
    }
  }

  /// Takes in one message. Returns whether the stream goes on.
  @discardableResult
  func receive(_ message: Proto.Request) async -> Bool {
    let frame: RequestFrame
    do {
      frame = try RequestFrame(message)
    } catch {
      self.act { stream, _ in stream.receive(malformed: error) }
      return false
    }
    switch frame {
    case .open(let open):
      return self.open(open)
    case .authRefresh(let token):
      return await self.refresh(token)
    case .events(_, let events):
      self.engine.metrics.count(events)
    case .ack, .heartbeat:
      break
    }
    return !self.act { stream, now in stream.receive(frame, at: now) }
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
      self.fail(.leaving)
    } else {
      self.receiveEnd(isClean: false)
    }
  }

  /// The client has said all it wants to, or is gone.
  func receiveEnd(isClean: Bool = true) {
    self.act { stream, now in stream.receiveEnd(at: now, isClean: isClean) }
  }

  /// Ends the stream from outside.
  func fail(_ error: StreamError) {
    self.act { stream, _ in stream.fail(error) }
  }

  /// A frame of `size` bytes has been written.
  func wrote(_ size: Int) {
    self.state.withLock { $0.queue.release(size) }
  }

  /// The stream is over, however it came about.
  func close(with error: (any Error)?) {
    self.output.finish()
    self.end.finish()
    self.state.withLock { state in
      // Each holds the other while the session is open.
      state.calledSession = nil
      state.waiters.end()
    }
    self.leave(with: error)
  }

  /// Changes the machine under the lock and queues what it puts out. Returns whether it is over.
  @discardableResult
  func act(_ change: (inout SessionStream, Instant) -> [SessionStream.Output]) -> Bool {
    let now = self.clock.now
    let (isOver, directives) = self.state.withLock { state in
      let outputs = change(&state.stream, now)
      let result = self.queue(outputs, in: &state)
      state.waiters.notify(applied: state.stream.appliedDirective)
      if result.isOver { state.waiters.end() }
      if !state.watchers.isEmpty { state.watchers.pass(on: state.stream.takeJournal()) }
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
        let last = frame.directives.last?.sequence ?? 0
        if state.queue.admit(bytes.count, by: self.engine.limits) {
          directives += frame.directives
          state.stream.note(bytes: bytes.count, through: last)
          self.output.yield(.frame(bytes, last: last))
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
