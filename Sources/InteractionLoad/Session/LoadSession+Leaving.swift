import GRPCCore
import InteractionCore
import InteractionWire
import NIOCore

/// Leaving a draining server, as clients do, before it ends the call.
extension LoadSession {
  /// Leaves a draining server after the delay that it asks for, even during a gesture: the session
  /// is resumed in the same state.
  func leave(as drain: DrainMessage) {
    guard self.comeback != nil, let call = self.call else { return }
    let pause = TimeAmount.microseconds(max(drain.leaveAfter.microseconds, 0))
    self.loop.scheduleTask(in: pause) {
      guard call === self.call else { return }
      switch self.phase {
      case .playing, .settling: break
      case .opening, .leaving, .finished, .over: return
      }
      self.phase = .leaving
      self.timer?.cancel()
      self.timer = self.loop.scheduleTask(in: self.worker.patience) {
        guard self.phase == .leaving, call === self.call else { return }
        self.callEnded(CallEnd(.deadlineExceeded, "the server did not end the call"))
        call.cancel()
      }
      call.finish()
    }
  }

  /// Calls again at once after the session has left a draining server's call.
  func moveOn() {
    if self.comeback?.fail(at: Self.now, wasOpen: true) == true {
      self.worker.meter.recovery.lost += 1
    }
    self.phase = .opening
    self.call = nil
    self.timer?.cancel()
    self.timer = nil
    self.worker.call(self)
  }
}
