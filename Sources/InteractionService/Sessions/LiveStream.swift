package import InteractionCore
package import InteractionIdentity
import InteractionWire
import Logging
import SwiftProtobuf
import Synchronization

/// A shell around one ``SessionStream``: locks the value, acts after.
///
/// The call's driver reads, writes and keeps time, on tasks or on an event loop; what the
/// machine puts out waits here for it in one queue, so that frames leave in the order in which they
/// were decided.
package final class LiveStream: Sendable {
  /// What is to be written.
  package enum Output: Sendable {
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
    var outbox: [Output] = []
    /// When the timer wakes up; nil while there is none.
    var wake: Instant?
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

  package let engine: Engine
  let clock: ServerClock
  /// Who opened it.
  let caller: Caller
  /// Where from.
  let peer: String
  let state: Mutex<State>
  /// Rung from anywhere when there is something to do.
  private let bell: @Sendable (Ring) -> Void

  /// - Parameter peer: The address of the connection's other end.
  package init(
    engine: Engine, caller: Caller, peer: String = "", bell: @escaping @Sendable (Ring) -> Void
  ) {
    self.engine = engine
    self.caller = caller
    self.peer = peer
    self.bell = bell
    self.clock = engine.clock
    self.state = Mutex(
      State(
        stream: SessionStream(context: engine.context, at: engine.clock.now),
        meter: WorkMeter(at: engine.clock.now, by: engine.limits)))
  }

  /// What there is to do for the call's driver.
  package struct Ring: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Something waits to be written.
    package static let output = Ring(rawValue: 1)
    /// The timer sleeps past what is due next.
    package static let deadline = Ring(rawValue: 2)
    /// The end is decided, whether anybody reads or not.
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

  /// Takes in one message.
  func take(_ message: Proto.Request) -> Reading {
    do {
      return self.take(try RequestFrame(message))
    } catch {
      self.act { stream, _ in stream.receive(malformed: error) }
      return .isOver
    }
  }

  /// Takes in one frame.
  func take(_ frame: RequestFrame) -> Reading {
    switch frame {
    case .open(let open):
      return self.open(open) ? .goesOn : .isOver
    case .authRefresh(let token):
      return .refreshes(token: token)
    case .events(_, let events):
      self.engine.metrics.count(events)
    case .samples(_, let run):
      self.engine.metrics.count(run)
    case .ack, .heartbeat:
      break
    }
    return self.act(costing: frame.cost) { stream, now in stream.receive(frame, at: now) }
  }

  /// The call is cancelled: by a client that has gone, or by a server that goes down.
  package func cancel() {
    if self.engine.isDraining {
      self.fail(.leaving)
    } else {
      self.receiveEnd(isClean: false)
    }
  }

  /// The client has said all it wants to, or is gone.
  package func receiveEnd(isClean: Bool = true) {
    self.act { stream, now in stream.receiveEnd(at: now, isClean: isClean) }
  }

  /// Ends the stream from outside.
  package func fail(_ error: StreamError) {
    self.act { stream, _ in stream.fail(error) }
  }

  /// A frame of `size` bytes has been written.
  func wrote(_ size: Int) {
    self.state.withLock { $0.queue.release(size) }
  }

  /// Takes what is to be written, in order. The driver reports what it wrote with ``wrote(_:)``.
  func takeOutputs(atMost count: Int = .max) -> [Output] {
    self.state.withLock { state in
      defer { state.outbox.removeFirst(min(count, state.outbox.count)) }
      return Array(state.outbox.prefix(count))
    }
  }

  /// The stream is over, however it came about.
  package func close(with error: (any Error)?) {
    self.state.withLock { state in
      // Each holds the other while the session is open.
      state.calledSession = nil
      state.waiters.end()
    }
    self.leave(with: error)
  }

  /// Changes the machine under the lock and queues what it puts out. Returns what that asks of the
  /// reader.
  ///
  /// - Parameter cost: What the session is charged for it; see ``WorkMeter``.
  @discardableResult
  func act(
    costing cost: Int = 0, _ change: (inout SessionStream, Instant) -> [SessionStream.Output]
  ) -> Reading {
    let now = self.clock.now
    let (directives, ring, pause) = self.state.withLock { state in
      let outputs = change(&state.stream, now)
      let (isOver, directives) = self.queue(outputs, in: &state)
      state.waiters.notify(applied: state.stream.appliedDirective)
      if isOver { state.waiters.end() }
      if !state.watchers.isEmpty { state.watchers.pass(on: state.stream.takeJournal()) }
      var ring: Ring = isOver ? .end : []
      if !state.outbox.isEmpty { ring.insert(.output) }
      if state.wakesLate { ring.insert(.deadline) }
      let pause = cost > 0 ? state.meter.take(cost, at: now, by: self.engine.limits) : nil
      return (directives, ring, pause)
    }
    if !ring.isEmpty { self.bell(ring) }
    if !directives.isEmpty {
      self.engine.metrics.count(directives)
      self.engine.metrics.count(decision: self.clock.now - now)
    }
    if ring.contains(.end) { return .isOver }
    guard let pause else { return .goesOn }
    self.engine.registry.noteHeldBack(until: now + pause)
    return .waits(pause)
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
        let bytes = frame.encoded
        let last = frame.directives.lastSequence ?? 0
        if state.queue.admit(bytes.count, by: self.engine.limits) {
          directives.add(frame.directives)
          state.stream.note(bytes: bytes.count, through: last)
          state.outbox.append(.frame(bytes, last: last))
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
    state.outbox.append(.end(error))
    return (true, directives)
  }
}
