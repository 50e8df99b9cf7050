import NIOCore

/// The timers of a call.
extension CallPhase {
  /// A timer that has fired, and is cleared.
  enum Due {
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

  private enum Alarm {
    case deadline
    case grace
    case hold
    case wake
  }

  /// The earliest timer; nil if none is set.
  var nextDeadline: NIODeadline? { self.next?.time }

  var deadlineHasPassed: Bool {
    switch self {
    case .asking(let deadline): deadline == .hasPassed
    case .serving(_, let serving): serving.deadline == .hasPassed
    case .leaving, .over: false
    }
  }

  /// Changes whether messages are read.
  mutating func change(to intake: CallTimeouts.Intake) {
    self.change { $0.intake = intake }
  }

  /// True during a throttling pause.
  var isHeld: Bool {
    guard case .serving(_, let serving) = self, case .isHeld = serving.intake else { return false }
    return true
  }

  /// Sets the stream's timer, replacing an earlier one.
  mutating func wake(at time: NIODeadline) {
    self.change { $0.wake = time }
  }

  /// Sets the deadline for the client to read the end; only the first call has an effect.
  mutating func endWaits(until time: NIODeadline) {
    self.change { $0.grace = $0.grace ?? time }
  }

  /// Returns the next timer that is due, and clears it; nil if none is.
  mutating func ring(at now: NIODeadline) -> Due? {
    guard let (time, alarm) = self.next, time <= now else { return nil }
    switch self {
    case .asking:
      self = .asking(.hasPassed)
      return .end
    case .serving(let stream, _):
      switch alarm {
      case .deadline:
        self.change { $0.deadline = .hasPassed }
        return .cancel(stream)
      case .grace:
        self.change { $0.grace = nil }
        return .giveUp(stream)
      case .hold:
        self.change { $0.intake = .flows }
        return .read
      case .wake:
        self.change { $0.wake = nil }
        return .wake(stream)
      }
    case .leaving, .over: return nil
    }
  }

  private var next: (time: NIODeadline, alarm: Alarm)? {
    switch self {
    case .asking(.at(let time)): return (time, .deadline)
    case .serving(_, let serving):
      var next: (time: NIODeadline, alarm: Alarm)?
      if let time = serving.wake { next = (time, .wake) }
      if let time = serving.grace, time <= next?.time ?? time { next = (time, .grace) }
      if case .at(let time) = serving.deadline, time <= next?.time ?? time {
        next = (time, .deadline)
      }
      if case .isHeld(let time) = serving.intake, time <= next?.time ?? time {
        next = (time, .hold)
      }
      return next
    case .asking, .leaving, .over: return nil
    }
  }

  private mutating func change(_ change: (inout CallTimeouts) -> Void) {
    switch self {
    case .serving(let stream, var serving):
      change(&serving)
      self = .serving(stream, serving)
    case .asking, .leaving, .over: break
    }
  }
}

extension CallPhase.Due: Equatable where Stream: Equatable {}
extension CallPhase.Due: Sendable where Stream: Sendable {}
