package import InteractionCore
package import InteractionIdentity
package import InteractionStream
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization

/// The shell around a ``SessionStream``: it changes the value under a lock, and acts afterwards.
///
/// The call's driver reads, writes and runs the timer, on tasks or on an event loop. Outputs are
/// queued here for it, so that frames leave in the order in which they were decided.
@available(InteractionEngine 1.0, *)
package final class LiveStream: Sendable {
  /// An item of the output queue.
  package enum Packet: Sendable {
    /// An encoded response frame, and its last directive; 0 if it has none.
    case frame([UInt8], last: UInt64)
    /// The end of the stream; nil without an error. The last packet.
    case end(StreamError?)
  }

  struct State: Sendable {
    var stream: SessionStream
    /// The cost of the session.
    var meter: SessionThrottle
    /// The size of the queued frames, including those being written.
    var queue = OutputQueue()
    /// The packets that the driver has not taken.
    var outbox: [Packet] = []
    /// The server time of the timer; nil if it is not set.
    var wake: Instant?
    /// The commands that wait until the client has applied a directive.
    var waiters = ProgressWaiters()
    /// The registered session; nil before and after.
    var entry: SessionEntry?
    /// The end of the stream.
    var ending = Ending.open
    /// The mailbox of a session that is driven by unary calls; nil otherwise.
    var mailbox: UnaryOutput?
    /// The guardrails of the session's variant; nil if it counts in no outcome.
    var variant: VariantMetrics.Series?
    /// The watches of operators and of a recording.
    var watchers = SessionWatchers()
  }

  /// The end of a stream; the first one that is decided counts.
  enum Ending: Sendable {
    case open
    /// The stream has ended; nil without an error.
    case ended(StreamError?)

    var isOpen: Bool { if case .open = self { true } else { false } }

    /// The error; nil if there is none, or the stream has not ended.
    var error: StreamError? { if case .ended(let error) = self { error } else { nil } }
  }

  package let engine: Engine
  let clock: ServerClock
  /// The caller that opened the stream.
  let caller: Caller
  /// The peer's address.
  let peer: String
  /// The key by which a proxy chose this server; nil if there is none.
  let routingKey: String?
  /// The caller's trace ID, if any.
  let trace: TraceID?
  let state: Mutex<State>
  /// Signals work that the driver does not learn of otherwise.
  private let wakeUp: @Sendable (WorkSignal) -> Void

  /// - Parameters:
  ///   - peer: The peer's address.
  ///   - routingKey: The key by which a proxy chose this server.
  ///   - trace: The caller's trace ID, if any.
  ///   - wakeUp: Called when there is work that the driver does not learn of otherwise.
  package init(
    engine: Engine, caller: Caller, peer: String = "", routingKey: String? = nil,
    trace: TraceID? = nil, wakeUp: @escaping @Sendable (WorkSignal) -> Void
  ) {
    self.engine = engine
    self.caller = caller
    self.peer = peer
    self.routingKey = routingKey
    self.trace = trace
    self.wakeUp = wakeUp
    self.clock = engine.clock
    self.state = Mutex(
      State(
        stream: SessionStream(context: engine.context, at: engine.clock.now),
        meter: SessionThrottle(at: engine.clock.now, by: engine.limits)))
    let caller = PeerNetwork(of: peer).description
    self.state.withLock { state in
      state.queue = OutputQueue(
        // A retain cycle until the queue is closed: a weak reference would slow each use of the
        // object.
        BufferedBytes.Share(of: engine.waitingBytes, caller: caller) {
          // Deferred: the state is locked here.
          Task { self.fail(.waitingTooMuch) }
        })
    }
  }

  /// Signals for the call's driver.
  package struct WorkSignal: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Packets are queued.
    package static let output = WorkSignal(rawValue: 1)
    /// The timer fires later than the next deadline.
    package static let deadline = WorkSignal(rawValue: 2)
    /// The stream has ended, whether or not the client reads.
    package static let end = WorkSignal(rawValue: 4)
  }

  /// The reader's next step.
  package enum NextRead: Hashable, Sendable {
    /// Continue reading.
    case proceed
    /// Stop reading.
    case stop
    /// Continue reading after this time: the session is throttled.
    case throttled(TimeSpan)
    /// Verify this token with ``refresh(_:)``, and then continue reading.
    case verify(token: String)
  }

  /// The result of a frame or another input.
  package struct InputResult: Sendable {
    /// The reader's next step.
    package var reading = NextRead.proceed
    /// The cost of the frame in movements.
    package var cost = 0
    /// The writer's work; nil if there is none, or if it was signalled instead.
    package var work: WriterWork?
  }

  /// Decodes and receives a frame.
  ///
  /// - Parameters:
  ///   - length: The length of the original message, in bytes, if `message` was converted.
  ///   - writer: The writer of the response.
  package func decode(
    _ message: UnsafeRawBufferPointer, length: Int? = nil, for writer: any FrameWriter
  ) -> InputResult {
    do throws(StreamError) {
      let frame = try RequestFrame(message, atMost: self.engine.longestMessage)
      let cost = frame.cost + RequestFrame.cost(ofBytes: length ?? message.count)
      var turn = self.receive(frame, costing: cost, for: writer)
      turn.cost = cost
      return turn
    } catch {
      return self.fail(error, for: writer)
    }
  }

  /// Receives a frame. Consuming, since a closure would copy a borrowed one.
  ///
  /// - Parameters:
  ///   - cost: The cost in movements; 0 if it was charged already.
  ///   - writer: The writer of the response; nil if it is signalled.
  func receive(
    _ frame: consuming RequestFrame, costing cost: Int, for writer: (any FrameWriter)? = nil
  ) -> InputResult {
    guard self.engine.fence.allows(self.clock.now) else {
      return self.fail(.draining, for: writer)
    }
    if frame.isOpening, let open = frame.opening {
      do throws(StreamError) {
        frame = .open(try self.claim(open))
      } catch {
        return self.fail(error, for: writer)
      }
    }
    self.engine.metrics.count(frame)
    if let events = frame.events { self.countExpiredHolds(in: events) }
    return self.act(costing: cost, for: writer) { $0.receive(frame, at: $1) }
  }

  /// Charges the session for a unary call, and reserves its turn behind concurrent ones.
  ///
  /// - Returns: The time by which the call is delayed; nil if it is not.
  /// - Throws: `OVERLOADED` if that exceeds ``StreamLimits/maximumThrottle``; the call is then not
  ///   charged.
  func reserveTurn(costing cost: Int) throws(StreamError) -> TimeSpan? {
    let now = self.clock.now
    let limit = self.engine.limits.maximumThrottle
    let debt = try self.state.withLock { state throws(StreamError) in
      let debt = state.meter.debt(at: now)
      if let debt, debt > limit { throw StreamError(turnAfter: debt, atMost: limit) }
      _ = state.meter.charge(cost, at: now)
      return debt
    }
    if let debt { self.engine.registry.noteThrottled(until: now + debt) }
    return debt
  }

  /// Handles the cancellation of the call: the client has disconnected, or the server is draining.
  @discardableResult
  package func cancel(for writer: (any FrameWriter)? = nil) -> InputResult {
    self.engine.isDraining
      ? self.fail(.draining, for: writer) : self.receiveEnd(isClean: false, for: writer)
  }

  /// Handles the end of the client's frames.
  ///
  /// - Parameter isClean: True if the client ended the stream; false if its connection was lost.
  @discardableResult
  package func receiveEnd(isClean: Bool = true, for writer: (any FrameWriter)? = nil) -> InputResult
  {
    self.act(for: writer) { stream, now in stream.receiveEnd(at: now, isClean: isClean) }
  }

  /// Ends the stream with an error.
  @discardableResult
  package func fail(_ error: StreamError, for writer: (any FrameWriter)? = nil) -> InputResult {
    self.act(for: writer) { stream, _ in stream.fail(error) }
  }

  /// Releases the stream after its end.
  package func close(with error: (any Error)?) {
    self.state.withLock { state in
      // Breaks the cycles of references.
      state.mailbox = nil
      state.queue.close()
      state.waiters.end()
    }
    self.unregister(with: error)
  }

  /// Changes the state machine under the lock, queues its frames, and performs its other outputs.
  ///
  /// - Parameters:
  ///   - cost: The cost in movements; see ``SessionThrottle``.
  ///   - writer: The writer of the frames; nil if it is signalled.
  @discardableResult
  func act(
    costing cost: Int = 0, for writer: (any FrameWriter)? = nil,
    _ change: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) -> InputResult {
    let now = self.clock.now
    var turn = InputResult()
    let (decided, ring, pause) = self.state.withLock { state in
      let decided = state.carryOut(change(&state.stream, now), by: self.engine.context)
      state.waiters.notify(reached: state.stream.appliedDirective)
      if decided.isOver { state.waiters.end() }
      if let variant = state.variant, !decided.directives.isEmpty {
        variant.count(decided.directives, after: self.clock.now - now)
      }
      var ring: WorkSignal = []
      if let writer {
        // Nothing is sent before the session is admitted.
        if !decided.isOfNewSession { turn.work = state.work(for: writer, at: now) }
      } else {
        ring = state.workSignal(isOver: decided.isOver)
      }
      return (decided, ring, cost > 0 ? state.meter.charge(cost, at: now) : nil)
    }
    if !ring.isEmpty { self.wakeUp(ring) }
    if !decided.directives.isEmpty {
      self.engine.metrics.count(decided.directives)
      self.engine.metrics.count(decision: self.clock.now - now)
    }
    if let entry = decided.movedTo {
      self.engine.registry.moved(self, to: entry)
      self.replaceVariant(by: entry)
    }
    if decided.isOver {
      turn.reading = .stop
      return turn
    }
    switch decided.question {
    case .admit(let entry): return self.admit(entry, for: writer)
    case .verify(let token): turn.reading = .verify(token: token)
    case nil: turn.reading = self.reading(after: pause, since: now)
    }
    return turn
  }

  /// - Parameter pause: The time by which the next frame is delayed; nil if it is not.
  private func reading(after pause: TimeSpan?, since now: Instant) -> NextRead {
    guard let pause else { return .proceed }
    self.engine.registry.noteThrottled(until: now + pause)
    return .throttled(pause)
  }

  /// Returns the reader's next step after asynchronous work.
  func nextRead() -> NextRead {
    let now = self.clock.now
    return self.reading(after: self.state.withLock { $0.meter.debt(at: now) }, since: now)
  }
}
