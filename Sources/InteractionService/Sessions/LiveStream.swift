package import InteractionCore
package import InteractionIdentity
package import InteractionStream
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization

/// A shell around one ``SessionStream``: locks the value, acts after.
///
/// The call's driver reads, writes and keeps time, on tasks or on an event loop; what the
/// machine puts out waits here for it in one queue, so that frames leave in the order in which they
/// were decided.
@available(InteractionEngine 1.0, *)
package final class LiveStream: Sendable {
  /// What is to be written.
  package enum Packet: Sendable {
    /// A response frame, encoded, and the last directive in it; 0 if it has none.
    case frame([UInt8], last: UInt64)
    /// The end, well or with an error; nothing comes after it.
    case end(StreamError?)
  }

  struct State: Sendable {
    var stream: SessionStream
    /// What the session has cost.
    var meter: WorkMeter
    /// How much waits to be written, here or on its way.
    var queue = OutputQueue()
    /// What the call's driver has not taken yet.
    var outbox: [Packet] = []
    /// When the timer wakes up; nil while there is none.
    var wake: Instant?
    /// Commands that wait until the client has applied a directive.
    var waiters = ProgressWaiters()
    /// What the session was opened as, once it is counted in.
    var entry: SessionEntry?
    /// Whether the stream has ended, and how.
    var ending = Ending.open
    /// Where frames wait to be fetched, if single calls drive the session.
    var mailbox: Mailbox?
    /// Operators and recordings that watch the session.
    var watchers = SessionWatchers()
  }

  /// Whether a stream has ended, and how: the first end that is decided counts.
  enum Ending: Sendable {
    case open
    /// Well, or with an error.
    case ended(StreamError?)

    var isOpen: Bool { if case .open = self { true } else { false } }

    /// Why it has ended; nil if well, or if it has not.
    var error: StreamError? { if case .ended(let error) = self { error } else { nil } }
  }

  package let engine: Engine
  let clock: ServerClock
  /// Who opened it.
  let caller: Caller
  /// Where from.
  let peer: String
  /// The key by which a proxy chose this server; nil if the call has none.
  let routingKey: String?
  /// What it is part of; nil if the caller names no trace.
  let trace: TraceID?
  let state: Mutex<State>
  /// Rung when there is something to do that the call's driver does not learn otherwise.
  private let bell: @Sendable (Ring) -> Void

  /// - Parameters:
  ///   - peer: The address of the connection's other end.
  ///   - routingKey: The key by which a proxy chose this server.
  package init(
    engine: Engine, caller: Caller, peer: String = "", routingKey: String? = nil,
    trace: TraceID? = nil, bell: @escaping @Sendable (Ring) -> Void
  ) {
    self.engine = engine
    self.caller = caller
    self.peer = peer
    self.routingKey = routingKey
    self.trace = trace
    self.bell = bell
    self.clock = engine.clock
    self.state = Mutex(
      State(
        stream: SessionStream(context: engine.context, at: engine.clock.now),
        meter: WorkMeter(at: engine.clock.now, by: engine.limits)))
    let caller = PeerNetwork(of: peer).description
    self.state.withLock { state in
      state.queue = OutputQueue(
        // Until it is closed. A weak reference would make each use of the object slower.
        WaitingBytes.Share(of: engine.waitingBytes, caller: caller) {
          // Later, since the state is locked.
          Task { self.fail(.waitingTooMuch) }
        })
    }
  }

  /// What there is to do for the call's driver.
  package struct Ring: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something waits to be written.
    package static let output = Ring(rawValue: 1)
    /// The timer sleeps past what is due next.
    package static let deadline = Ring(rawValue: 2)
    /// The end is decided, whether the client reads or not.
    package static let end = Ring(rawValue: 4)
  }

  /// What the call's driver does after a message.
  package enum Reading: Hashable, Sendable {
    /// To read on.
    case goesOn
    /// To read no more.
    case isOver
    /// To read on only after this time: the session costs too much.
    case waits(TimeSpan)
    /// To have this proof of who the client is looked at by ``refresh(_:)``, and then to read on.
    case refreshes(token: String)
  }

  /// The result of a frame, or of something else that happens.
  package struct Turn: Sendable {
    /// The reader's next step.
    package var reading = Reading.goesOn
    /// Cost in movements.
    package var cost = 0
    /// Work of the writer; nil if there is none, or if the bell was rung.
    package var work: Work?
  }

  /// Receives the frame that a client's message holds.
  ///
  /// - Parameters:
  ///   - length: The length of the message as it came, bytes, if it was another one.
  ///   - writer: What writes the answer, in the same turn.
  package func decode(
    _ message: UnsafeRawBufferPointer, length: Int? = nil, for writer: any FrameWriter
  ) -> Turn {
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

  /// A client has sent a frame. Consumed: a closure copies what it only borrows.
  ///
  /// - Parameters:
  ///   - cost: What the session is charged for it; 0 if that is done.
  ///   - writer: What writes the answer, in the same turn; nil if it hears the bell.
  func receive(
    _ frame: consuming RequestFrame, costing cost: Int, for writer: (any FrameWriter)? = nil
  ) -> Turn {
    guard self.engine.fence.allows(self.clock.now) else {
      return self.fail(.leaving, for: writer)
    }
    if frame.isOpening, let open = frame.opening {
      do throws(StreamError) {
        frame = .open(try self.claim(open))
      } catch {
        return self.fail(error, for: writer)
      }
    }
    self.engine.metrics.count(frame)
    return self.act(costing: cost, for: writer) { $0.receive(frame, at: $1) }
  }

  /// A single call brings a frame of this cost. Calls come side by side, so that each has a turn
  /// when what came before it is paid for.
  ///
  /// - Returns: How long the call has to wait for its turn; nil if it need not.
  /// - Throws: `OVERLOADED` if that is too long; the frame is not charged for then.
  func reserveTurn(costing cost: Int) throws(StreamError) -> TimeSpan? {
    let now = self.clock.now
    let limit = self.engine.limits.workWait
    let debt = try self.state.withLock { state throws(StreamError) in
      let debt = state.meter.debt(at: now)
      if let debt, debt > limit { throw StreamError(turnAfter: debt, atMost: limit) }
      _ = state.meter.charge(cost, at: now)
      return debt
    }
    if let debt { self.engine.registry.noteHeldBack(until: now + debt) }
    return debt
  }

  /// The call is cancelled: by a client that has gone, or by a server that goes down.
  @discardableResult
  package func cancel(for writer: (any FrameWriter)? = nil) -> Turn {
    self.engine.isDraining
      ? self.fail(.leaving, for: writer) : self.receiveEnd(isClean: false, for: writer)
  }

  /// The client has said all it wants to, or is gone.
  @discardableResult
  package func receiveEnd(isClean: Bool = true, for writer: (any FrameWriter)? = nil) -> Turn {
    self.act(for: writer) { stream, now in stream.receiveEnd(at: now, isClean: isClean) }
  }

  /// Ends the stream from outside.
  @discardableResult
  package func fail(_ error: StreamError, for writer: (any FrameWriter)? = nil) -> Turn {
    self.act(for: writer) { stream, _ in stream.fail(error) }
  }

  /// The stream is over, however it came about.
  package func close(with error: (any Error)?) {
    self.state.withLock { state in
      // Each holds the other while the session is open.
      state.mailbox = nil
      state.queue.close()
      state.waiters.end()
    }
    self.leave(with: error)
  }

  /// Changes the machine under the lock, queues what it wants to be sent, and does what else it
  /// asks for.
  ///
  /// - Parameters:
  ///   - cost: What the session is charged for it; see ``WorkMeter``.
  ///   - writer: What writes what is to be sent now, in the same turn; nil if it hears the bell.
  @discardableResult
  func act(
    costing cost: Int = 0, for writer: (any FrameWriter)? = nil,
    _ change: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) -> Turn {
    let now = self.clock.now
    var turn = Turn()
    let (decided, ring, pause) = self.state.withLock { state in
      let decided = state.carryOut(change(&state.stream, now), by: self.engine.context)
      state.waiters.notify(reached: state.stream.appliedDirective)
      if decided.isOver { state.waiters.end() }
      var ring: Ring = []
      if let writer {
        // Until the session is admitted nothing leaves.
        if !decided.isOfNewSession { turn.work = state.work(for: writer, at: now) }
      } else {
        ring = state.ring(isOver: decided.isOver)
      }
      return (decided, ring, cost > 0 ? state.meter.charge(cost, at: now) : nil)
    }
    if !ring.isEmpty { self.bell(ring) }
    if !decided.directives.isEmpty {
      self.engine.metrics.count(decided.directives)
      self.engine.metrics.count(decision: self.clock.now - now)
    }
    if decided.isOver {
      turn.reading = .isOver
      return turn
    }
    switch decided.question {
    case .admit(let entry): return self.admit(entry, for: writer)
    case .verify(let token): turn.reading = .refreshes(token: token)
    case nil: turn.reading = self.reading(after: pause, since: now)
    }
    return turn
  }

  /// - Parameter pause: What the session owes.
  private func reading(after pause: TimeSpan?, since now: Instant) -> Reading {
    guard let pause else { return .goesOn }
    self.engine.registry.noteHeldBack(until: now + pause)
    return .waits(pause)
  }

  /// What the session owes asks of the reader, once something else has been done that took time.
  func settled() -> Reading {
    let now = self.clock.now
    return self.reading(after: self.state.withLock { $0.meter.debt(at: now) }, since: now)
  }
}
