/// The timers of a stream that is served on the event loop.
struct CallServiceTimers {
  enum Deadline {
    /// The client lets the call take as long as it wants.
    case none
    case runs(CallTimers.Timer)
    case hasPassed
  }

  /// When the stream is to be woken.
  var wake: CallTimers.Timer?
  var deadline = Deadline.none
  /// How long the client has to read the end.
  var grace: CallTimers.Timer?
  /// Until when no more is read, since the session costs too much.
  var hold: CallTimers.Timer?

  var deadlineHasPassed: Bool {
    if case .hasPassed = self.deadline { true } else { false }
  }

  /// The stream is served no more.
  func cancel() {
    for timer in [self.wake, self.grace, self.hold] { timer?.cancel() }
    if case .runs(let timer) = self.deadline { timer.cancel() }
  }
}
