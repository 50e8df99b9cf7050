import GRPCCore
import InteractionCore
import InteractionWire
import NIOCore

/// One session being played: sends each frame when it is due, and checks each directive.
///
/// Belongs to the event loop of its connection. Time is measured from when a frame was to be sent,
/// not from when it was, so a late generator cannot make a server look fast.
final class LoadSession: InteractCallDelegate {
  /// How far it is.
  enum Phase {
    /// Waits for `Opened`, for the first time or after its call was lost.
    /// Can transition to: `playing`, `over`.
    case opening
    /// Sends frames. Can transition to: `opening`, `leaving`, `settling`, `over`.
    case playing
    /// Everything is sent that will be; answers are missing.
    /// Can transition to: `opening`, `leaving`, `finished`, `over`.
    case settling
    /// Sends nothing more on this call, which leads to a server that goes down.
    /// Can transition to: `opening`, `over`.
    case leaving
    /// Nothing is missing; the server's status is. Can transition to: `over`.
    case finished
    /// The call has ended.
    case over
  }

  let id: String
  /// Which one of its worker it is.
  let number: Int
  let script: LoadScript
  let pace: LoadPace
  let loop: NIOIsolatedEventLoop
  unowned let worker: LoadWorker
  /// What its calls are made on.
  let line: any LoadLine
  var phase = Phase.opening
  var call: (any InteractCall)?
  var timer: Scheduled<Void>?
  /// When the script's time began.
  var origin: UInt64 = 0
  /// When each frame was to be sent, as far as it was.
  var due: [UInt64] = []
  /// How many frames have been sent on this call, or need not be.
  var sent = 0
  /// The last directive that has come, and the last event that is applied.
  var applied = 0
  var acked: UInt64 = 0
  /// How it comes back when its call is lost; nil if it does not.
  var comeback: LoadComeback?
  /// When the call was begun.
  private var began: UInt64 = 0
  /// Whether no more frames are to be sent than those that were due.
  var isStopping = false
  /// Whether the load no longer waits for its opening.
  var isAbandoned = false

  init(
    id: String, number: Int, script: LoadScript, pace: LoadPace, worker: LoadWorker,
    line: any LoadLine, comesBack: Bool
  ) {
    self.id = id
    self.number = number
    self.script = script
    self.pace = pace
    self.worker = worker
    self.loop = worker.loop
    self.line = line
    self.comeback = comesBack ? LoadComeback() : nil
    self.due.reserveCapacity(script.frames.count)
  }

  /// Sends no more; ends when what has been sent is answered.
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

  // MARK: - What the call tells

  func callBegan(_ call: any InteractCall) {
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

  func call(_ call: any InteractCall, received response: Proto.Response) {
    // What was on its way when the session was given up.
    guard self.phase != .over, call === self.call else { return }
    let now = Self.now
    if response.hasOpened, self.phase == .opening, !self.open(response.opened, at: now) { return }
    self.receive(response.directives, at: now)
    self.acked = max(self.acked, response.ackedEvent)
    if response.hasCheckpoint { self.comeback?.checkpoint = response.checkpoint }
    if response.hasDrain { self.leave(as: DrainPart(response.drain)) }
    // Where the session goes on, it says how far it has come.
    if let last = response.directives.last, self.phase != .leaving {
      // Of a few bytes, always.
      if let ack = try? Proto.Request(acknowledging: last.sequence).message { call.write(ack) }
      call.flush()
    }
    if self.phase == .playing, self.timer == nil { self.play() }
    self.finishIfSettled()
  }

  func callEnded(_ call: any InteractCall, _ end: CallEnd) {
    guard call === self.call || self.call == nil else { return }
    self.callEnded(end == .cut ? self.line.problem.map { CallEnd($0) } ?? end : end)
  }

  /// The call is over, or could not be made.
  func callEnded(_ end: CallEnd) {
    if self.phase == .leaving, end.code == nil { return self.moveOn() }
    guard self.phase != .over, !self.comesBack(after: end) else { return }
    let isEarly = self.phase != .finished && end.code == nil && !self.isAbandoned
    self.end(
      self.isAbandoned
        ? .well
        : isEarly ? CallEnd(.aborted, "the server ended it before its time") : end)
  }

  /// Takes in that the server knows the session. Returns whether it goes on.
  private func open(_ opened: Interaction_V1_Opened, at now: UInt64) -> Bool {
    if self.origin > 0 { return self.goOn(from: opened, at: now) }
    self.worker.meter.opened(after: now - self.began, at: now)
    self.worker.opened()
    self.comeback?.opened(at: now)
    self.phase = .playing
    self.origin = now + self.worker.nextPhase()
    return true
  }

  /// It is over.
  func end(_ end: CallEnd) {
    self.phase = .over
    self.timer?.cancel()
    self.call = nil
    self.worker.ended(self, end)
  }

  /// What proxies choose an engine by.
  var key: String { self.script.key(sessionID: self.id) }

  static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}
