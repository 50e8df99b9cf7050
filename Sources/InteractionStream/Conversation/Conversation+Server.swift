import InteractionCore
import InteractionWire

/// Requests of the server: backend commands and drains.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// Carries out a backend's command, once per ID.
  mutating func apply(
    command: SessionCommand, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    if let known = self.commands.outcome(of: command.id) { return [.answer(known)] }
    var response = ResponseFrame()
    self.releaseMovement(at: now, to: &response)
    let kind = command.kind(for: self.session.experience)
    let event = InteractionEvent(
      sequence: self.expected - 1, time: self.time(at: now), kind: kind, command: command.id)
    if let violation = self.session.violations(in: event).first {
      return [.answer(.invalid(violation))] + self.send(response, at: now, by: context)
    }
    self.checkpointing?.noteUnrepeatableInput()
    if let due = self.session.nextServerDeadline, due <= event.time {
      // Applied separately, so that its directives have their own cause.
      response.directives += self.apply(
        InteractionEvent(sequence: event.sequence, time: event.time, kind: .serverTick), at: now)
    }
    let before = self.session.state
    let directives = self.apply(event, at: now)
    var outcome = CommandOutcome(directives, of: kind)
    if directives.isEmpty, self.checkpointing != nil, self.session.state != before {
      // The state changed without a directive, be it only its time. The client has the change for
      // certain with the checkpoint, once it has applied the next directive.
      outcome = .carriedOut(last: self.lastDirective + 1)
      self.checkpointing?.demand()
    }
    self.commands.remember(command, outcome)
    response.directives += directives
    return [.answer(outcome)] + self.send(response, at: now, by: context)
  }

  /// Asks the client to move to another server.
  mutating func drain(
    _ part: DrainMessage, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    var response = ResponseFrame()
    response.drain = part
    self.beginDrain(by: now + part.endAfter)
    self.checkpointing?.demand()
    return self.send(response, at: now, by: context)
  }
}
