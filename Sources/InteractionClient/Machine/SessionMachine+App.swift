import InteractionCore

/// The inputs of the app.
extension SessionMachine {
  /// Reports an event.
  ///
  /// - Parameter command: The command's ID; only in a replay of a recording.
  mutating func report(_ kind: InteractionEvent.Kind, at time: Instant, command: String? = nil) {
    guard self.takesEvents else { return }
    self.report(self.stream.send(kind, at: time, command: command))
    self.checkOutbox()
  }

  /// Advances session time without an event.
  mutating func advance(to time: Instant) {
    guard self.takesEvents else { return }
    self.stream.advance(to: time)
    self.checkOutbox()
  }

  /// A Boolean value that indicates whether events are still accepted: not once the session is
  /// finishing or over.
  var takesEvents: Bool {
    switch self.phase {
    case .running, .paused: true
    case .finishing, .over: false
    }
  }

  /// Closes the connection gracefully, after the pending events. Nothing is sent, retried or ticked
  /// until ``resume(at:)``.
  mutating func pause(at now: MonotonicTime) {
    guard case .running(let link) = self.phase else { return }
    self.stream.flush()
    self.show(.paused)
    self.setPhase(.paused(link))
    switch link {
    case .open, .draining, .closing: break
    case .none, .connecting, .opening, .waiting: self.drop(at: now)
    }
    self.act(.save)
  }

  /// Resumes after a pause, at once and on a new connection.
  mutating func resume(at now: MonotonicTime) {
    guard case .paused(let link) = self.phase else { return }
    self.setPhase(.running(link))
    self.show(self.stream.decider.isClient ? .offline : .connecting)
    self.drop(at: now)
    self.connect()
  }

  /// Ends the session after the pending events; resumes a paused session to send them.
  mutating func finish(at now: MonotonicTime) {
    self.resume(at: now)
    guard case .running(let link) = self.phase else { return }
    self.stream.flush()
    self.setPhase(.finishing(link))
    if case .waiting = link, self.stream.decider.isClient { self.end(.finished) }
  }

  /// Ends the session at once.
  mutating func cancel() {
    guard !self.isOver else { return }
    self.end(.cancelled)
  }

  /// Moves to a new connection at once, because the network path has changed.
  mutating func networkChanged(at now: MonotonicTime) {
    switch self.link {
    case .none: break
    case .waiting: self.connect()
    case .connecting, .opening, .open, .draining, .closing:
      self.abandon(
        InteractionError(code: .unavailable, message: "the network changed"), at: now)
    }
  }

  /// Sends a refreshed access token.
  mutating func refresh(_ token: String) {
    self.stream.refresh(token)
  }

  /// Reports the directives of local decisions to the app.
  mutating func report(_ directives: [Directive]) {
    for directive in directives { self.report(.directive(directive, performsEffects: true)) }
  }

  private mutating func checkOutbox() {
    guard self.stream.outbox.isOverfull else { return }
    self.end(
      .failed(
        InteractionError(
          code: .resourceExhausted,
          message: "the outbox is full: more than \(self.configuration.outboxCapacity) events")))
  }
}
