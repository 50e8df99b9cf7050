import InteractionClient
import InteractionCore
import InteractionWire
import NIOCore

/// Leaving a draining server, as clients do, before it ends the call.
extension LoadSession {
  /// Leaves a draining server after the delay that it asks for, even during a gesture: the session
  /// is resumed in the same state.
  func drain(_ drain: DrainMessage) {
    guard self.reconnect != nil, let call = self.call else { return }
    // Clamped: the delay is the server's, and a TimeAmount overflows.
    let pause = TimeAmount.microseconds(min(max(drain.leaveAfter.microseconds, 0), 3_600_000_000))
    self.loop.scheduleTask(in: pause) {
      guard call === self.call else { return }
      switch self.phase {
      case .playing, .settling: break
      case .opening, .draining, .finished, .ended: return
      }
      self.phase = .draining
      self.timer?.cancel()
      self.timer = self.loop.scheduleTask(in: self.worker.directiveTimeout) {
        guard self.phase == .draining, call === self.call else { return }
        self.callEnded(CallOutcome(.deadlineExceeded, "the server did not end the call"))
        call.cancel()
      }
      call.finish()
    }
  }

  /// Calls again at once after the session has left a draining server's call.
  func reconnectAfterDrain() {
    if self.reconnect?.fail(at: Self.now, wasOpen: true) == true {
      self.worker.meter.recovery.lost += 1
    }
    self.phase = .opening
    self.call = nil
    self.timer?.cancel()
    self.timer = nil
    self.worker.call(self)
  }
}
