import InteractionClient
import InteractionCore
import InteractionWire
import NIOCore

/// A session of a load: sends each frame at its scheduled time, and checks each directive.
///
/// Confined to the event loop of its connection. Latency is measured from a frame's scheduled send
/// time, not from its actual one, so a late generator cannot make a server look fast.
final class LoadSession: LoadCallDelegate {
  /// The phase of a session.
  enum Phase {
    /// Waiting for `Opened`, initially or after a lost call. Can transition to: `playing`, `ended`.
    case opening
    /// Sending frames. Can transition to: `opening`, `draining`, `settling`, `ended`.
    case playing
    /// All frames are sent; directives are missing. Can transition to: `opening`, `draining`,
    /// `finished`, `ended`.
    case settling
    /// Half-closed: the call to a draining server is finished. Can transition to: `opening`,
    /// `ended`.
    case draining
    /// Half-closed: the server's status is missing, and directives of a server that is late. Can
    /// transition to: `opening`, `ended`.
    case finished
    /// Ended.
    case ended
  }

  let id: String
  /// The session's number within its worker, from 1.
  let number: Int
  let script: LoadScript
  let pace: LoadPace
  let loop: NIOIsolatedEventLoop
  unowned let worker: LoadWorker
  /// The connection of its calls.
  let connection: any SessionConnection
  var phase = Phase.opening
  var call: (any LoadCall)?
  var timer: Scheduled<Void>?
  /// The start of the script, nanoseconds; 0 before the session has opened.
  var origin: UInt64 = 0
  /// The scheduled send times of the frames that were sent.
  var due: [UInt64] = []
  /// The number of frames that need not be sent again on this call.
  var sent = 0
  /// The number of the last received directive, superseded ones included.
  var applied = 0
  /// The number of the last acknowledged event.
  var acked: UInt64 = 0
  /// The reconnection state; nil if a lost call ends the session.
  var reconnect: LoadReconnect?
  /// The start of the call, nanoseconds.
  private var began: UInt64 = 0
  /// True if no further frames are to be sent.
  var isStopping = false
  /// True if the load has ended before the session was opened.
  var isAbandoned = false

  init(
    id: String, number: Int, script: LoadScript, pace: LoadPace, worker: LoadWorker,
    connection: any SessionConnection, comesBack: Bool
  ) {
    self.id = id
    self.number = number
    self.script = script
    self.pace = pace
    self.worker = worker
    self.loop = worker.loop
    self.connection = connection
    self.reconnect = comesBack ? LoadReconnect() : nil
    self.due.reserveCapacity(script.frames.count)
  }

  /// Stops sending; the session ends once the sent frames are answered.
  func stop() {
    self.isStopping = true
    switch self.phase {
    case .opening where self.origin == 0:
      self.isAbandoned = true
      self.call?.cancel()
    case .playing: self.settle()
    case .opening, .draining, .settling, .finished, .ended: break
    }
  }

  // MARK: - InteractCallDelegate

  func callBegan(_ call: any LoadCall) {
    guard !self.isAbandoned else {
      call.cancel()
      return
    }
    self.call = call
    self.began = Self.now
    do {
      call.write(try self.script.opening(sessionID: self.id, resume: self.resume))
      call.flush()
    } catch {
      self.end(CallOutcome(.internalError, "\(error)"))
    }
  }

  func call(_ call: any LoadCall, received response: Proto.Response) {
    // Ignore messages that were in flight when the session ended or changed calls.
    guard self.phase != .ended, call === self.call else { return }
    let now = Self.now
    if response.hasOpened, self.phase == .opening, !self.open(response.opened, at: now) { return }
    self.receive(response.directives, at: now)
    self.acked = max(self.acked, response.ackedEvent)
    if response.hasCheckpoint { self.reconnect?.checkpoint = response.checkpoint }
    if response.hasDrain { self.drain(DrainMessage(response.drain)) }
    // A half-closed call cannot send acknowledgements, and needs none: on leaving, the resume part
    // tells the last directive.
    if let last = response.directives.last, self.phase != .draining, self.phase != .finished {
      // Never fails: a few bytes.
      if let ack = try? Proto.Request(acknowledging: last.sequence).message { call.write(ack) }
      call.flush()
    }
    if self.phase == .playing, self.timer == nil { self.play() }
    self.finishIfSettled()
  }

  func callEnded(_ call: any LoadCall, _ end: CallOutcome) {
    guard call === self.call || self.call == nil else { return }
    self.callEnded(
      end == .missingTrailers ? self.connection.problem.map { CallOutcome($0) } ?? end : end)
  }

  /// Resumes or ends the session after its call has ended, or could not be made.
  func callEnded(_ end: CallOutcome) {
    if self.phase == .draining, end.code == nil { return self.reconnectAfterDrain() }
    guard self.phase != .ended, !self.scheduleReconnect(after: end) else { return }
    if self.phase == .finished, end.code == nil { self.recordMissing() }
    let isEarly = self.phase != .finished && end.code == nil && !self.isAbandoned
    self.end(
      self.isAbandoned
        ? .ok
        : isEarly ? CallOutcome(.aborted, "the server ended the call early") : end)
  }

  /// Processes `Opened`. Returns whether the session continues.
  private func open(_ opened: Interaction_V1_Opened, at now: UInt64) -> Bool {
    if self.origin > 0 { return self.resumed(opened, at: now) }
    self.worker.meter.opened(after: now - self.began, at: now)
    self.worker.opened()
    self.reconnect?.opened(at: now)
    self.phase = .playing
    self.origin = now + self.worker.nextStartDelay()
    return true
  }

  func end(_ end: CallOutcome) {
    self.phase = .ended
    self.timer?.cancel()
    self.call = nil
    self.worker.ended(self, end)
  }

  /// The routing key, by which proxies choose an engine.
  var key: String { self.script.key(sessionID: self.id) }

  static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}
