import InteractionCore
import NIOCore

/// Sending frames at their scheduled times.
extension LoadSession {
  /// Sends the frames that are due, and schedules the next.
  func play() {
    // A timer that has fired still runs if it is cancelled afterwards.
    guard self.phase == .playing else { return }
    self.timer = nil
    let now = Self.now
    var isWritten = self.retransmit()
    while !self.isStopping, self.due.count < self.script.frames.count {
      let frame = self.script.frames[self.due.count]
      let due: UInt64
      var lag: UInt64?
      switch self.pace {
      case .times(let factor):
        // At most thirty years, so that the time fits in 64 bits.
        let wait = Double(max(frame.due.microseconds, 0)) * 1_000 / factor
        due = self.origin + UInt64(min(wait, 1e18))
        guard due <= now else {
          self.wait(until: due)
          if isWritten { self.call?.flush() }
          return
        }
        // Frames that were delayed by a lost call do not count as the generator's lag.
        lag = now - min(max(due, self.reconnect?.resumedAt ?? 0), now)
      case .window(let frames):
        // An acknowledgement continues the loop.
        guard self.unanswered < frames else {
          if isWritten { self.call?.flush() }
          return
        }
        due = now
      }
      let before = self.due.isEmpty ? 0 : self.script.frames[self.due.count - 1].lastEvent
      self.due.append(due)
      self.sent = self.due.count
      self.call?.write(frame.message)
      isWritten = true
      self.worker.meter.sent(Int(frame.lastEvent - before), late: lag, at: now)
    }
    if isWritten { self.call?.flush() }
    self.settle()
  }

  /// Retransmits the frames that the server has not applied. Returns whether there were any.
  private func retransmit() -> Bool {
    guard self.sent < self.due.count else { return false }
    for frame in self.script.frames[self.sent ..< self.due.count] {
      self.call?.write(frame.message)
    }
    self.sent = self.due.count
    return true
  }

  private func wait(until due: UInt64) {
    self.timer = self.loop.scheduleTask(deadline: .uptimeNanoseconds(due)) { self.play() }
  }

  /// The number of frames that the server has not acknowledged.
  private var unanswered: Int {
    var count = 0
    for frame in self.script.frames[..<self.due.count].reversed() {
      if frame.lastEvent <= self.acked { break }
      count += 1
    }
    return count
  }
}
