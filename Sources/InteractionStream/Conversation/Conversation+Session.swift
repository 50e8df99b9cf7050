import InteractionCore
import InteractionWire

/// What the session decides, and what is noted of it.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// Lets the session decide about an event, or says what is wrong with the event.
  mutating func enact(_ event: Event, at now: Instant, to response: inout ResponseFrame) {
    let violations = self.session.violations(in: event)
    guard violations.isEmpty else {
      response.notices.append(NoticePart(sequence: event.sequence, violations: violations))
      return
    }
    self.enactChecked(event, at: now, to: &response)
  }

  /// Lets the session decide about an event that nothing is wrong with.
  mutating func enactChecked(_ event: Event, at now: Instant, to response: inout ResponseFrame) {
    self.anchor = now
    let directives = self.session.decide(event)
    self.note(event, directives)
    response.directives.add(directives)
  }

  /// Lets the session decide about an event of the server's own.
  mutating func enact(_ event: Event, at now: Instant) -> [Directive] {
    self.anchor = now
    let directives = self.session.handle(event)
    self.note(event, directives)
    return directives
  }

  /// Applies the movements that wait to be overtaken, before something that does not wait.
  mutating func releaseMovement(at now: Instant, to response: inout ResponseFrame) {
    guard !self.isCatchingUp else { return }
    for event in self.meter.release() {
      self.checkpointing?.taint()
      self.enact(event, at: now, to: &response)
    }
  }

  private mutating func note(_ event: Event, _ directives: [Directive]) {
    self.noteDecided(directives)
    guard self.journal != nil else { return }
    self.journal?.append(.event(event))
    self.journal?.append(contentsOf: directives.map { .directive($0) })
  }
}
