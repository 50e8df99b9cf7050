import GRPCCore
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
    /// Waiting for `Opened`, initially or after a lost call. Can transition to: `playing`, `over`.
    case opening
    /// Sending frames. Can transition to: `opening`, `leaving`, `settling`, `over`.
    case playing
    /// All frames are sent; directives are missing. Can transition to: `opening`, `leaving`,
    /// `finished`, `over`.
    case settling
    /// Half-closed: the call to a draining server is finished. Can transition to: `opening`,
    /// `over`.
    case leaving
    /// Complete but for the server's status. Can transition to: `over`.
    case finished
    /// Ended.
    case over
  }

  let id: String
  /// The session's number within its worker, from 1.
  let number: Int
  let script: LoadScript
  let pace: LoadPace
  let loop: NIOIsolatedEventLoop
  unowned let worker: LoadWorker
  /// The connection of its calls.
  let line: any SessionConnection
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
  var comeback: LoadReconnect?
  /// The start of the call, nanoseconds.
  private var began: UInt64 = 0
  /// True if no further frames are to be sent.
  var isStopping = false
  /// True if the load has ended before the session was opened.
  var isAbandoned = false

  init(
    id: String, number: Int, script: LoadScript, pace: LoadPace, worker: LoadWorker,
    line: any SessionConnection, comesBack: Bool
  ) {
    self.id = id
    self.number = number
    self.script = script
    self.pace = pace
    self.worker = worker
    self.loop = worker.loop
    self.line = line
    self.comeback = comesBack ? LoadReconnect() : nil
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
    case .opening, .leaving, .settling, .finished, .over: break
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
      self.end(CallEnd(.internalError, "\(error)"))
    }
  }

  func call(_ call: any LoadCall, received response: Proto.Response) {
    // Ignore messages that were in flight when the session ended or changed calls.
    guard self.phase != .over, call === self.call else { return }
    let now = Self.now
    if response.hasOpened, self.phase == .opening, !self.open(response.opened, at: now) { return }
    self.receive(response.directives, at: now)
    self.acked = max(self.acked, response.ackedEvent)
    if response.hasCheckpoint { self.comeback?.checkpoint = response.checkpoint }
    if response.hasDrain { self.leave(as: DrainMessage(response.drain)) }
    // On leaving no acknowledgement is sent: the resume part tells the last directive.
    if let last = response.directives.last, self.phase != .leaving {
      // Never fails: a few bytes.
      if let ack = try? Proto.Request(acknowledging: last.sequence).message { call.write(ack) }
      call.flush()
    }
    if self.phase == .playing, self.timer == nil { self.play() }
    self.finishIfSettled()
  }

  func callEnded(_ call: any LoadCall, _ end: CallEnd) {
    guard call === self.call || self.call == nil else { return }
    self.callEnded(end == .cut ? self.line.problem.map { CallEnd($0) } ?? end : end)
  }

  /// Resumes or ends the session after its call has ended, or could not be made.
  func callEnded(_ end: CallEnd) {
    if self.phase == .leaving, end.code == nil { return self.moveOn() }
    guard self.phase != .over, !self.comesBack(after: end) else { return }
    let isEarly = self.phase != .finished && end.code == nil && !self.isAbandoned
    self.end(
      self.isAbandoned
        ? .well
        : isEarly ? CallEnd(.aborted, "the server ended the call early") : end)
  }

  /// Processes `Opened`. Returns whether the session continues.
  private func open(_ opened: Interaction_V1_Opened, at now: UInt64) -> Bool {
    if self.origin > 0 { return self.goOn(from: opened, at: now) }
    self.worker.meter.opened(after: now - self.began, at: now)
    self.worker.opened()
    self.comeback?.opened(at: now)
    self.phase = .playing
    self.origin = now + self.worker.nextPhase()
    return true
  }

  func end(_ end: CallEnd) {
    self.phase = .over
    self.timer?.cancel()
    self.call = nil
    self.worker.ended(self, end)
  }

  /// The routing key, by which proxies choose an engine.
  var key: String { self.script.key(sessionID: self.id) }

  static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}
