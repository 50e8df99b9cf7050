import GRPCCore
import Histogram
import InteractionWire
import NIOCore

/// What a session needs to come back after its call was lost.
struct LoadComeback: Sendable {
  /// From where it goes on; nil before the first one.
  var checkpoint: Interaction_V1_Checkpoint?
  /// When the call was lost, or the first attempt to open the session failed; nil while it is open.
  var lostAt: UInt64?
  /// How many calls have failed since then.
  var failures = 0
  /// When it went on last.
  var wentOnAt: UInt64 = 0

  /// A call has ended badly. Returns whether the session had been open on it, and so has lost it.
  ///
  /// - Parameter wasOpen: Whether the session was ever open.
  mutating func fail(at now: UInt64, wasOpen: Bool) -> Bool {
    self.failures += 1
    guard self.lostAt == nil else { return false }
    self.lostAt = now
    return wasOpen
  }

  /// The session is open.
  mutating func opened(at now: UInt64) {
    self.lostAt = nil
    self.failures = 0
    self.wentOnAt = now
  }
}

/// Going on after a call was lost.
extension LoadSession {
  /// What the next call brings with it; nil if it opens the session for the first time.
  var resume: ResumePart? {
    guard self.origin > 0, let checkpoint = self.comeback?.checkpoint else { return nil }
    // Every frame is still there.
    return ResumePart(
      token: [UInt8](checkpoint.token), directive: UInt64(self.applied), firstEvent: 1)
  }

  /// Begins to come back, if the session does that and has a reason to. Returns whether it does.
  func comesBack(after end: CallEnd) -> Bool {
    guard self.comeback != nil, !self.isAbandoned, let code = end.code, code.isWorthAnotherTry
    else { return false }
    // Nothing was missing but the status.
    if self.phase == .finished {
      self.end(.well)
      return true
    }
    let now = Self.now
    if let lostAt = self.comeback?.lostAt, now - lostAt >= self.worker.resumePatience {
      return false
    }
    if self.comeback?.fail(at: now, wasOpen: self.origin > 0) == true {
      self.worker.meter.recovery.lost += 1
    }
    self.phase = .opening
    self.call = nil
    self.timer?.cancel()
    let pause = self.worker.nextPause(
      after: self.comeback?.failures ?? 1, asked: end.retryDelay)
    self.timer = self.loop.scheduleTask(in: pause) {
      guard self.phase == .opening else { return }
      self.timer = nil
      self.worker.call(self)
    }
    return true
  }

  /// The server knows the session again. Returns whether it is the same.
  func goOn(from opened: Interaction_V1_Opened, at now: UInt64) -> Bool {
    guard opened.outcome == .resumed else {
      let call = self.call
      self.end(CallEnd(.dataLoss, "it began anew: \(opened.restartReason)"))
      call?.cancel()
      return false
    }
    if let lostAt = self.comeback?.lostAt {
      self.worker.meter.recovery.resume(after: now - lostAt, at: now)
    }
    self.comeback?.opened(at: now)
    self.phase = .playing
    self.sent =
      self.script.frames[..<self.due.count]
      .prefix { $0.lastEvent <= opened.appliedEvent }.count
    return true
  }
}

extension RPCError.Code {
  /// Whether the next call may do better.
  fileprivate var isWorthAnotherTry: Bool {
    [.unavailable, .resourceExhausted, .aborted, .cancelled, .deadlineExceeded, .unknown]
      .contains(self)
  }
}
