import GRPCCore
import InteractionCore
import InteractionWire
import NIOCore
import SwiftProtobuf

/// One session being played: sends each frame when it is due, and checks each directive.
///
/// Belongs to the event loop of its connection. Time is measured from when a frame was to be sent,
/// not from when it was, so a late generator cannot make a server look fast.
final class LoadSession: InteractCallDelegate {
  /// How far it is.
  private enum Phase {
    /// Waits for `Opened`. Can transition to: `playing`, `over`.
    case opening
    /// Sends frames. Can transition to: `settling`, `over`.
    case playing
    /// Everything is sent that will be; answers are missing. Can transition to: `finished`, `over`.
    case settling
    /// Nothing is missing; the server's status is. Can transition to: `over`.
    case finished
    /// The call has ended.
    case over
  }

  let id: String
  private let script: LoadScript
  private let pace: LoadPace
  private let loop: NIOIsolatedEventLoop
  private unowned let worker: LoadWorker
  private var phase = Phase.opening
  private var call: InteractCall?
  private var began: UInt64 = 0
  /// When the script's time began.
  private var origin: UInt64 = 0
  /// When each frame was to be sent.
  private var due: [UInt64] = []
  private var answered = 0
  private var acked: UInt64 = 0
  private var timer: Scheduled<Void>?
  /// Whether nobody waits for its opening any more.
  private var isAbandoned = false

  init(id: String, script: LoadScript, pace: LoadPace, worker: LoadWorker) {
    self.id = id
    self.script = script
    self.pace = pace
    self.worker = worker
    self.loop = worker.loop
    self.due.reserveCapacity(script.frames.count)
  }

  /// Sends no more; ends when what has been sent is answered.
  func stop() {
    switch self.phase {
    case .opening:
      self.isAbandoned = true
      self.call?.cancel()
    case .playing: self.settle()
    case .settling, .finished, .over: break
    }
  }

  // MARK: - What the call tells

  func callBegan(_ call: InteractCall) {
    guard !self.isAbandoned else {
      call.cancel()
      return
    }
    self.call = call
    self.began = Self.now
    do {
      call.write(try self.script.opening(sessionID: self.id))
      call.flush()
    } catch {
      self.callEnded(.internalError, "\(error)")
    }
  }

  func call(_ call: InteractCall, received response: Proto.Response) {
    // What was on its way when the session was given up.
    guard self.phase != .over else { return }
    let now = Self.now
    if response.hasOpened, self.phase == .opening {
      self.worker.meter.opened(after: now - self.began, at: now)
      self.phase = .playing
      self.origin = now + self.worker.nextPhase()
    }
    for directive in response.directives { self.check(directive, at: now) }
    self.acked = max(self.acked, response.ackedEvent)
    if let last = response.directives.last {
      // Of a few bytes, always.
      if let ack = try? Proto.Request(acknowledging: last.sequence).message { call.write(ack) }
      call.flush()
    }
    if self.phase == .playing, self.timer == nil { self.play() }
    self.finishIfSettled()
  }

  func callEnded(_ status: RPCError.Code?, _ message: String) {
    guard self.phase != .over else { return }
    self.timer?.cancel()
    let isEarly = self.phase != .finished && status == nil && !self.isAbandoned
    let status = self.isAbandoned ? nil : status
    self.phase = .over
    self.call = nil
    self.worker.ended(
      self, isEarly ? .aborted : status,
      isEarly ? "\(self.id): the server ended it before its time" : "\(self.id): \(message)")
  }

  // MARK: - Sending

  /// Sends what is due, and comes again for what is not.
  private func play() {
    // A task that was due already runs though it was cancelled.
    guard self.phase == .playing else { return }
    self.timer = nil
    let now = Self.now
    var isWritten = false
    while self.due.count < self.script.frames.count {
      let frame = self.script.frames[self.due.count]
      let due: UInt64
      switch self.pace {
      case .times(let factor):
        due = self.origin + UInt64(Double(max(frame.due.microseconds, 0)) * 1_000 / factor)
        guard due <= now else {
          self.wait(until: due)
          if isWritten { self.call?.flush() }
          return
        }
      case .window(let frames):
        // Goes on when answers come.
        guard self.unanswered < frames else {
          if isWritten { self.call?.flush() }
          return
        }
        due = now
      }
      let before = self.due.isEmpty ? 0 : self.script.frames[self.due.count - 1].lastEvent
      self.due.append(due)
      self.call?.write(frame.message)
      isWritten = true
      self.worker.meter.sent(Int(frame.lastEvent - before), late: now - due, at: now)
    }
    if isWritten { self.call?.flush() }
    self.settle()
  }

  private func wait(until due: UInt64) {
    self.timer = self.loop.scheduleTask(deadline: .uptimeNanoseconds(due)) { self.play() }
  }

  /// Frames that the server has not acknowledged.
  private var unanswered: Int {
    var count = 0
    for frame in self.script.frames[..<self.due.count].reversed() {
      if frame.lastEvent <= self.acked { break }
      count += 1
    }
    return count
  }

  // MARK: - Checking

  private func check(_ directive: Proto.Directive, at now: UInt64) {
    guard self.answered < self.script.answers.count else {
      self.worker.meter.received(directiveAfter: nil, at: now)
      self.worker.meter.differs("\(self.id): one too many: \(directive.words)", at: now)
      return
    }
    let expected = self.script.answers[self.answered]
    self.answered += 1
    let sent = expected.frame.flatMap { $0 < self.due.count ? self.due[$0] : nil }
    self.worker.meter.received(directiveAfter: sent.map { now - min($0, now) }, at: now)
    if directive != expected.directive {
      self.worker.meter.differs(
        "\(self.id): \(directive.words), not \(expected.directive.words)", at: now)
    }
  }

  private func settle() {
    self.phase = .settling
    self.timer?.cancel()
    self.finishIfSettled()
    guard self.phase == .settling else { return }
    self.timer = self.loop.scheduleTask(in: self.worker.patience) { self.giveUp() }
  }

  /// Directives that the frames sent bring about.
  private var expected: Int {
    self.due.count == self.script.frames.count
      ? self.script.answers.count
      : self.script.answers.prefix { ($0.frame ?? -1) < self.due.count }.count
  }

  private func finishIfSettled() {
    guard self.phase == .settling, self.answered >= self.expected,
      self.acked >= (self.due.isEmpty ? 0 : self.script.frames[self.due.count - 1].lastEvent)
    else { return }
    self.finish()
  }

  private func giveUp() {
    guard self.phase == .settling else { return }
    let missing = max(self.expected - self.answered, 0)
    if missing > 0 {
      self.worker.meter.differs(
        "\(self.id): \(missing) directives never came, the first"
          + " \(self.script.answers[self.answered].directive.words)", count: missing, at: Self.now)
    }
    self.finish()
  }

  private func finish() {
    self.phase = .finished
    self.timer?.cancel()
    self.call?.finish()
    self.timer = self.loop.scheduleTask(in: self.worker.patience) {
      guard self.phase == .finished else { return }
      let call = self.call
      self.callEnded(.deadlineExceeded, "the server does not end the call")
      call?.cancel()
    }
  }

  static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }
}

extension Proto.Directive {
  /// On one line.
  fileprivate var words: String {
    let text = self.textFormatString().split(separator: "\n")
      .map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    return text.count > 400 ? text.prefix(400) + "…" : text
  }
}
