import GRPCCore
import InteractionCore

/// The inputs of the app.
@available(InteractionEngine 1.0, *)
extension SessionMachine {
  /// Reports an event.
  ///
  /// - Parameter command: A backend's name for it; only a replay of a recording has one.
  mutating func report(_ kind: Event.Kind, at time: Instant, command: String? = nil) {
    guard self.takesEvents else { return }
    self.tell(self.stream.send(kind, at: time, command: command))
    self.checkOutbox()
  }

  /// Advances session time, though no event happened.
  mutating func advance(to time: Instant) {
    guard self.takesEvents else { return }
    self.stream.advance(to: time)
    self.checkOutbox()
  }

  /// Whether events are still reported: not once the session is finishing or over.
  var takesEvents: Bool {
    switch self.phase {
    case .running, .paused: true
    case .finishing, .over: false
    }
  }

  /// Leaves the connection in good order, after the pending events; nothing is sent, tried or
  /// ticked until ``resume(at:)``.
  mutating func pause(at now: ContinuousClock.Instant) {
    guard case .running(let link) = self.phase else { return }
    self.stream.flush()
    self.show(.paused)
    self.setPhase(.paused(link))
    switch link {
    case .open, .draining, .closing: break
    case .none, .connecting, .opening, .waiting: self.drop(at: now)
    }
    self.act(.keep)
  }

  /// Goes on after a pause, at once, on a new connection.
  mutating func resume(at now: ContinuousClock.Instant) {
    guard case .paused(let link) = self.phase else { return }
    self.setPhase(.running(link))
    self.show(self.stream.decider.isClient ? .offline : .connecting)
    self.drop(at: now)
    self.connect()
  }

  /// Ends the session after the pending events. A paused session resumes for that.
  mutating func finish(at now: ContinuousClock.Instant) {
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

  /// Moves to a new connection at once: the network is another one.
  mutating func networkChanged(at now: ContinuousClock.Instant) {
    switch self.link {
    case .none: break
    case .waiting: self.connect()
    case .connecting, .opening, .open, .draining, .closing:
      self.abandon(
        InteractionError(code: .unavailable, message: "the network has changed"), at: now)
    }
  }

  /// Sends a refreshed access token.
  mutating func refresh(_ token: String) {
    self.stream.refresh(token)
  }

  /// Tells the app of directives that the client has decided itself.
  mutating func tell(_ directives: [Directive]) {
    for directive in directives { self.tell(.directive(directive, isNews: true)) }
  }

  private mutating func checkOutbox() {
    guard self.stream.outbox.isOverfull else { return }
    self.end(
      .failed(
        InteractionError(
          code: .resourceExhausted,
          message: "more than \(self.configuration.outboxCapacity) events wait to be sent")))
  }
}
