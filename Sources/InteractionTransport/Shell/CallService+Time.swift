import NIOCore

/// What a call waits for, and until when.
extension CallService {
  /// What is due, and is past once it is returned.
  enum Due {
    /// The stream has something to do.
    case wake(Stream)
    /// The client has no more time: the stream ends as it would on its own.
    case cancel(Stream)
    /// Likewise, but the caller has not even been identified.
    case end
    /// The client has not read the end.
    case giveUp(Stream)
    /// Messages are read again.
    case read
  }

  private enum Alarm {
    case deadline
    case grace
    case hold
    case wake
  }

  /// When something is due next.
  var nextDeadline: NIODeadline? { self.next?.time }

  var deadlineHasPassed: Bool {
    switch self {
    case .asking(let deadline): deadline == .hasPassed
    case .serving(_, let serving): serving.deadline == .hasPassed
    case .leaving, .over: false
    }
  }

  /// Reads no messages for a while, or reads them again.
  mutating func change(to intake: CallServing.Intake) {
    self.change { $0.intake = intake }
  }

  /// Whether messages are not read for a while.
  var isHeld: Bool {
    guard case .serving(_, let serving) = self, case .isHeld = serving.intake else { return false }
    return true
  }

  /// The stream has something to do then, instead of whenever it had before.
  mutating func wake(at time: NIODeadline) {
    self.change { $0.wake = time }
  }

  /// The end waits for the client to read, which has until then; the first time counts.
  mutating func endWaits(until time: NIODeadline) {
    self.change { $0.grace = $0.grace ?? time }
  }

  /// What is due; nil if nothing is any more.
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

  private mutating func change(_ change: (inout CallServing) -> Void) {
    switch self {
    case .serving(let stream, var serving):
      change(&serving)
      self = .serving(stream, serving)
    case .asking, .leaving, .over: break
    }
  }
}

extension CallService.Due: Equatable where Stream: Equatable {}
extension CallService.Due: Sendable where Stream: Sendable {}
