package import InteractionCore
package import InteractionWire

/// What the server wants of an open session.
@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Carries out a backend's command. Nothing is answered while no session is open, or it has yet
  /// to come to where its client is.
  package mutating func carryOut(_ command: SessionCommand, at now: Instant) -> [Output] {
    guard self.conversation?.isCatchingUp == false else { return [] }
    return self.change { $0.carryOut(command, at: now, by: $1) }
  }

  /// Tells the client to go elsewhere.
  package mutating func drain(_ part: DrainPart, at now: Instant) -> [Output] {
    self.change { $0.drain(part, at: now, by: $1) }
  }

  /// A frame that ends with directive `last` was encoded in so many bytes.
  package mutating func note(bytes: Int, through last: UInt64) {
    self.conversation?.window.note(bytes: bytes, through: last)
  }

  /// The proof of who the client is holds until then, in server time; nil means for ever.
  package mutating func authorise(until expiry: Instant?) {
    _ = self.change { conversation, _ in
      conversation.authorisation = Authorisation(until: expiry)
      return []
    }
  }

  /// The time of day has jumped by so much: the proof of who the client is ends by it.
  package mutating func timeOfDayJumped(by jump: TimeSpan) {
    _ = self.change { conversation, _ in
      conversation.authorisation.shift(by: jump)
      return []
    }
  }

  /// Puts out what happens from now on, or no longer.
  package mutating func watch(_ isWatched: Bool) {
    _ = self.change { conversation, _ in
      conversation.journal = isWatched ? conversation.journal ?? [] : nil
      return []
    }
  }

  /// The last event that was applied.
  package var appliedEvent: UInt64 {
    self.conversation?.appliedEvent ?? 0
  }
}
