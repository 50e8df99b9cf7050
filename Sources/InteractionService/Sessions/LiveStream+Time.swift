import InteractionCore
import Synchronization

/// When a stream wants to be woken, and what it does then.
extension LiveStream {
  /// Sets the timer, which the call's driver keeps; nil if nothing is due ever again.
  func setTimer() -> Instant? {
    self.state.withLock { state in
      state.wake = state.stream.nextDeadline
      return state.wake
    }
  }

  /// Whether the timer sleeps past what is due next.
  var wakesLate: Bool { self.state.withLock { $0.wakesLate } }

  /// The timer is over, perhaps early: what is due happens.
  func timerRang() {
    let isDue = self.state.withLock { state in
      defer { state.wake = nil }
      return state.wake.map { self.clock.now >= $0 } ?? false
    }
    if isDue { self.act { stream, now in stream.tick(at: now) } }
  }
}

extension LiveStream.State {
  /// Whether the timer sleeps past what is due next. It sleeps on if that is later than it thought.
  var wakesLate: Bool {
    let next = self.stream.nextDeadline
    guard let wake = self.wake else { return next != nil }
    return next.map { $0 < wake } ?? true
  }
}
