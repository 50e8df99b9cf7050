import GRPCCore
import Histogram
import InteractionClient
import InteractionWire
import NIOCore

/// The state for reconnecting and resuming a session whose call was lost.
struct LoadReconnect: Sendable {
  /// The newest checkpoint; nil before the first.
  var checkpoint: Interaction_V1_Checkpoint?
  /// The time at which the call was lost, or the first attempt to open failed; nil while open.
  var lostAt: UInt64?
  /// The number of calls that have failed since.
  var failures = 0
  /// The time of the last opening or resumption.
  var resumedAt: UInt64 = 0

  /// Records a failed call. Returns whether an open session has lost its call by it.
  ///
  /// - Parameter wasOpen: A Boolean value that indicates whether the session was ever open.
  mutating func fail(at now: UInt64, wasOpen: Bool) -> Bool {
    self.failures += 1
    guard self.lostAt == nil else { return false }
    self.lostAt = now
    return wasOpen
  }

  /// Resets the failures, since the session is open.
  mutating func opened(at now: UInt64) {
    self.lostAt = nil
    self.failures = 0
    self.resumedAt = now
  }
}

/// Resuming after a lost call.
extension LoadSession {
  /// The resume part of the next call; nil if it opens the session for the first time.
  var resume: ResumeMessage? {
    guard self.origin > 0, let checkpoint = self.reconnect?.checkpoint else { return nil }
    // The script keeps every frame.
    return ResumeMessage(
      token: [UInt8](checkpoint.token), directive: UInt64(self.applied), firstEvent: 1)
  }

  /// Schedules a reconnection unless the error is final. Returns whether the session continues.
  func scheduleReconnect(after end: CallOutcome) -> Bool {
    guard self.reconnect != nil, !self.isAbandoned, let code = end.code, code.isRetryable
    else { return false }
    // Only the status was missing.
    if self.phase == .finished, self.missing == 0 {
      self.end(.ok)
      return true
    }
    let now = Self.now
    if let lostAt = self.reconnect?.lostAt, now - lostAt >= self.worker.resumeTimeout {
      return false
    }
    if self.reconnect?.fail(at: now, wasOpen: self.origin > 0) == true {
      self.worker.meter.recovery.lost += 1
    }
    self.phase = .opening
    self.call = nil
    self.timer?.cancel()
    let pause = self.worker.nextBackoff(
      after: self.reconnect?.failures ?? 1, retryDelay: end.retryDelay)
    self.timer = self.loop.scheduleTask(in: pause) {
      guard self.phase == .opening else { return }
      self.timer = nil
      self.worker.call(self)
    }
    return true
  }

  /// Continues on the new call. Returns false, and ends the session, if it was not resumed.
  func resumed(_ opened: Interaction_V1_Opened, at now: UInt64) -> Bool {
    guard opened.outcome == .resumed else {
      let call = self.call
      self.end(CallOutcome(.dataLoss, "the session restarted: \(opened.restartReason)"))
      call?.cancel()
      return false
    }
    if let lostAt = self.reconnect?.lostAt {
      self.worker.meter.recovery.resume(after: now - lostAt, at: now)
    }
    self.reconnect?.opened(at: now)
    self.phase = .playing
    self.sent =
      self.script.frames[..<self.due.count]
      .prefix { $0.lastEvent <= opened.appliedEvent }.count
    return true
  }
}

extension InteractionError.Code {
  /// True for a transient error, after which a retry may succeed.
  fileprivate var isRetryable: Bool {
    [.unavailable, .resourceExhausted, .aborted, .cancelled, .deadlineExceeded, .unknown]
      .contains(self)
  }
}
