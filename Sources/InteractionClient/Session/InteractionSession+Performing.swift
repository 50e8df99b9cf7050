import InteractionCore
import InteractionWire

/// The shell of a session's state machine.
extension InteractionSession {
  /// Passes an input to the state machine, and performs its actions.
  ///
  /// Updates are yielded under the lock, so that they stay in order on every thread.
  ///
  /// - Parameter wakes: True if the writing task checks for a frame afterwards.
  @discardableResult
  func perform<Result>(
    wakes: Bool = true, _ body: (inout State, MonotonicTime) -> Result
  ) -> Result {
    let now = self.clock.now()
    let (result, link, ending) = self.state.withLock { state in
      let result = body(&state, now)
      for action in state.machine.take() { self.carryOut(action, in: &state) }
      self.setTimer(in: &state, after: now)
      return (result, state.link, state.ending)
    }
    if wakes { link?.wake() }
    // Outside the lock, since the end of the updates cancels the session.
    if ending == .cancelled { self.update.finish() }
    return result
  }

  private func carryOut(_ action: SessionAction, in state: inout State) {
    switch action {
    case .connect(let attempt):
      let link = SessionLink()
      state.link = link
      self.job.yield(.call(attempt, link))
    case .abandon:
      state.link?.abandon()
      state.link = nil
    case .refreshToken:
      self.job.yield(.refreshToken)
    case .save:
      self.asked.yield()
    case .yieldUpdate(let update):
      self.report(update)
    case .yieldConnectionState(let connection):
      self.connection.yield(connection)
      self.entry.yield(SessionLogEntry(connection))
    case .end(let ending):
      if case .failed(let error) = ending { self.entry.yield(SessionLogEntry(error)) }
      state.ending = ending
      state.link = nil
      self.job.finish()
    }
  }

  /// Reports an update to the app, and adds a log entry if there is one for it.
  func report(_ update: SessionUpdate) {
    self.update.yield(update)
    if let entry = SessionLogEntry(update) { self.entry.yield(entry) }
  }

  /// Schedules the machine's next wake-up, if it is earlier than the scheduled one.
  private func setTimer(in state: inout State, after now: MonotonicTime) {
    guard let due = state.machine.nextWake(after: now) else {
      state.timer?.task.cancel()
      state.timer = nil
      return
    }
    if let timer = state.timer, timer.due <= due { return }
    state.timer?.task.cancel()
    let clock = self.clock
    let task = clock.start { [weak self] in
      try await clock.sleep(due)
      self?.timerFired(due)
    }
    state.timer = SessionTimer(due: due, task: task)
  }

  private func timerFired(_ due: MonotonicTime) {
    self.perform { state, now in
      // A replaced timer is ignored.
      guard state.timer?.due == due else { return }
      state.timer = nil
      state.machine.tick(at: max(now, due))
    }
  }
}

/// A task that sleeps until a time.
struct SessionTimer: Sendable {
  let due: MonotonicTime
  let task: Task<Void, any Error>
}
