import NIOCore

/// The timers of a call.
extension CallPhase {
  /// A timer that has fired, and is cleared.
  enum FiredTimer {
    /// The stream's own timer.
    case wake(Stream)
    /// The call's deadline: the stream is cancelled.
    case cancel(Stream)
    /// The call's deadline, before the caller is authenticated.
    case end
    /// The client has not read the end in time.
    case giveUp(Stream)
    /// Reading resumes after a throttling pause.
    case read
  }

  private enum TimerKind {
    case deadline
    case grace
    case hold
    case wake
  }

  /// The earliest timer; nil if none is set.
  var nextDeadline: NIODeadline? { self.next?.time }

  var deadlineHasPassed: Bool {
    switch self {
    case .authenticating(let deadline): deadline == .hasPassed
    case .open(_, let serving): serving.deadline == .hasPassed
    case .closing, .closed: false
    }
  }

  /// Changes whether messages are read.
  mutating func change(to intake: CallTimeouts.ReadState) {
    self.change { $0.intake = intake }
  }

  /// True during a throttling pause.
  var isThrottled: Bool {
    guard case .open(_, let serving) = self, case .throttled = serving.intake else { return false }
    return true
  }

  /// Sets the stream's timer, replacing an earlier one.
  mutating func wake(at time: NIODeadline) {
    self.change { $0.wake = time }
  }

  /// Sets the deadline for the client to read the end; only the first call has an effect.
  mutating func setEndTimeout(until time: NIODeadline) {
    self.change { $0.endTimeout = $0.endTimeout ?? time }
  }

  /// Returns the next timer that is due, and clears it; nil if none is.
  mutating func takeFiredTimer(at now: NIODeadline) -> FiredTimer? {
    guard let (time, alarm) = self.next, time <= now else { return nil }
    switch self {
    case .authenticating:
      self = .authenticating(.hasPassed)
      return .end
    case .open(let stream, _):
      switch alarm {
      case .deadline:
        self.change { $0.deadline = .hasPassed }
        return .cancel(stream)
      case .grace:
        self.change { $0.endTimeout = nil }
        return .giveUp(stream)
      case .hold:
        self.change { $0.intake = .reading }
        return .read
      case .wake:
        self.change { $0.wake = nil }
        return .wake(stream)
      }
    case .closing, .closed: return nil
    }
  }

  private var next: (time: NIODeadline, alarm: TimerKind)? {
    switch self {
    case .authenticating(.at(let time)): return (time, .deadline)
    case .open(_, let serving):
      var next: (time: NIODeadline, alarm: TimerKind)?
      if let time = serving.wake { next = (time, .wake) }
      if let time = serving.endTimeout, time <= next?.time ?? time { next = (time, .grace) }
      if case .at(let time) = serving.deadline, time <= next?.time ?? time {
        next = (time, .deadline)
      }
      if case .throttled(let time) = serving.intake, time <= next?.time ?? time {
        next = (time, .hold)
      }
      return next
    case .authenticating, .closing, .closed: return nil
    }
  }

  private mutating func change(_ change: (inout CallTimeouts) -> Void) {
    switch self {
    case .open(let stream, var serving):
      change(&serving)
      self = .open(stream, serving)
    case .authenticating, .closing, .closed: break
    }
  }
}

extension CallPhase.FiredTimer: Equatable where Stream: Equatable {}
extension CallPhase.FiredTimer: Sendable where Stream: Sendable {}
