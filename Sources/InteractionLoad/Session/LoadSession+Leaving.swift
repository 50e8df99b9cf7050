import GRPCCore
import InteractionCore
import InteractionWire
import NIOCore

/// Leaving a server that goes down, as clients do: before it ends the call itself.
extension LoadSession {
  /// The server sends the session elsewhere. It goes when the server says, in the middle of a
  /// gesture, too: where it goes on it is the same.
  func leave(as drain: DrainPart) {
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
        self.callEnded(CallEnd(.deadlineExceeded, "the server does not end the call"))
        call.cancel()
      }
      call.finish()
    }
  }

  /// The call that the session has left is over: the next one begins at once.
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
