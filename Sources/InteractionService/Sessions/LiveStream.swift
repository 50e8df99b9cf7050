import InteractionCore
import InteractionWire
import Logging
import Synchronization

/// A shell around one ``SessionStream``: locks the value, acts after.
///
/// Reader, timer and writer run beside each other; what the machine puts out goes through one queue,
/// so that frames leave in the order in which they were decided.
final class LiveStream: Sendable {
  private struct State: Sendable {
    var stream: SessionStream
    /// Frames that wait to be written.
    var queued = 0
    /// What the session was opened as.
    var opened: OpenFrame?
    /// When the timer wakes up, and how to wake it earlier.
    var wake: Instant?
    var sleeper: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let engine: Engine
  private let clock: ServerClock
  private let queue: AsyncStream<SessionStream.Output>.Continuation
  /// What is to be written; ends after the stream's end.
  let outputs: AsyncStream<SessionStream.Output>

  init(engine: Engine) {
    self.engine = engine
    self.clock = engine.clock
    let catalog = engine.catalog
    let stream = SessionStream(limits: engine.limits, at: engine.clock.now) { name in
      catalog.experience(named: name)
    }
    self.state = Mutex(State(stream: stream))
    (self.outputs, self.queue) = AsyncStream.makeStream()
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
  private func receive(_ message: Proto.Request) -> Bool {
    let frame: RequestFrame
    do {
      frame = try RequestFrame(message)
    } catch {
      self.act { stream, _ in stream.receive(malformed: error) }
      return false
    }
    if case .events(_, let events) = frame { self.engine.metrics.count(events) }
    let isOver = self.act { stream, now in stream.receive(frame, at: now) }
    if case .open(let open) = frame, !isOver { self.register(open) }
    return !isOver
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

  /// A frame has been written.
  func wrote() {
    self.state.withLock { $0.queued -= 1 }
  }

  /// The stream is over, however it came about.
  func close(with error: (any Error)?) {
    self.queue.finish()
    let opened = self.state.withLock { state in
      defer { state.opened = nil }
      return state.opened
    }
    if let reason = (error as? StreamError)?.reason { self.engine.metrics.countRejected(reason) }
    guard let opened else {
      if let error { self.engine.logger.info("stream refused", metadata: ["error": "\(error)"]) }
      return
    }
    let left = self.engine.registry.remove(experience: opened.experience)
    var metadata = Self.metadata(opened)
    metadata["sessions"] = "\(left)"
    if let error = error as? StreamError { metadata["reason"] = "\(error.reason.rawValue)" }
    self.engine.logger.info("session ended", metadata: metadata)
  }

  private func register(_ open: OpenFrame) {
    self.state.withLock { $0.opened = open }
    self.engine.registry.add(experience: open.experience)
    var metadata = Self.metadata(open)
    let client = [open.clientName, open.clientVersion].filter { !$0.isEmpty }
    metadata["client"] = "\(client.joined(separator: " "))"
    self.engine.logger.info("session opened", metadata: metadata)
  }

  private static func metadata(_ open: OpenFrame) -> Logger.Metadata {
    ["session": "\(open.sessionID)", "experience": "\(open.experience)"]
  }

  /// Changes the machine under the lock and queues what it puts out. Returns whether it is over.
  @discardableResult
  private func act(
    _ change: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) -> Bool {
    let now = self.clock.now
    let (isOver, directives) = self.state.withLock { state in
      var outputs = change(&state.stream, now)
      if state.queued + outputs.count > self.engine.limits.queuedFrames {
        // Kept frames are still written; the client resumes from what it has.
        outputs = state.stream.fail(
          StreamError(.slowConsumer, "\(state.queued) frames wait to be read; read faster"))
      }
      state.queued += outputs.count
      var isOver = false
      var directives: [Directive] = []
      for output in outputs {
        if case .finish = output { isOver = true }
        if case .send(let frame) = output { directives += frame.directives }
        self.queue.yield(output)
      }
      // The timer sleeps on if what is due next is due later than it thought.
      let next = state.stream.nextDeadline
      if let wake = state.wake, next.map({ $0 < wake }) ?? true { state.sleeper?.cancel() }
      return (isOver, directives)
    }
    if !directives.isEmpty { self.engine.metrics.count(directives) }
    if isOver { self.queue.finish() }
    return isOver
  }
}
