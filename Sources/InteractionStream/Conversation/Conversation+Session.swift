import InteractionCore
import InteractionWire

/// Application of events to the session.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// Applies an event, or rejects it with a notice.
  mutating func enact(_ event: InteractionEvent, at now: Instant, to response: inout ResponseFrame)
  {
    let violations = self.session.violations(in: event)
    guard violations.isEmpty else {
      response.notices.append(NoticeMessage(sequence: event.sequence, violations: violations))
      return
    }
    self.applyValid(event, at: now, to: &response)
  }

  /// Applies a valid event.
  mutating func applyValid(
    _ event: InteractionEvent, at now: Instant, to response: inout ResponseFrame
  ) {
    self.lastAppliedAt = now
    let directives = self.session.decide(event)
    self.note(event, directives)
    response.directives.add(directives)
  }

  /// Applies an event of the server and returns its directives.
  mutating func apply(_ event: InteractionEvent, at now: Instant) -> [Directive] {
    self.lastAppliedAt = now
    let directives = self.session.handle(event)
    self.note(event, directives)
    return directives
  }

  /// Applies held movements, before something that is not held.
  mutating func releaseMovement(at now: Instant, to response: inout ResponseFrame) {
    guard !self.isCatchingUp else { return }
    for event in self.meter.release() {
      self.checkpointing?.noteUnrepeatableInput()
      self.enact(event, at: now, to: &response)
    }
  }

  private mutating func note(_ event: InteractionEvent, _ directives: [Directive]) {
    self.noteDecided(directives)
    guard self.journal != nil else { return }
    self.journal?.append(.event(event))
    self.journal?.append(contentsOf: directives.map { .directive($0) })
  }
}
