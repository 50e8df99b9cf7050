package import InteractionCore
package import InteractionWire

/// Requests of the server to an open session.
@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Carries out a backend's command. Has no effect while no session is open, or it has yet to
  /// catch up with its client.
  package mutating func carryOut(_ command: SessionCommand, at now: Instant) -> [Output] {
    guard self.conversation?.isCatchingUp == false else { return [] }
    return self.change { $0.apply(command: command, at: now, by: $1) }
  }

  /// Asks the client to move to another server.
  package mutating func drain(_ part: DrainMessage, at now: Instant) -> [Output] {
    self.change { $0.drain(part, at: now, by: $1) }
  }

  /// Records the encoded size of a frame that ends with directive `last`.
  package mutating func note(bytes: Int, through last: UInt64) {
    self.conversation?.window.note(bytes: bytes, through: last)
  }

  /// Sets the validity of the client's token.
  ///
  /// - Parameter expiry: The server time of its expiry; nil if it does not expire.
  package mutating func authorise(until expiry: Instant?) {
    _ = self.change { conversation, _ in
      conversation.authorisation = TokenValidity(until: expiry)
      return []
    }
  }

  /// Adjusts the token's expiry to a jump of the wall clock.
  package mutating func wallClockJumped(by jump: TimeSpan) {
    _ = self.change { conversation, _ in
      conversation.authorisation.shift(by: jump)
      return []
    }
  }

  /// Starts or stops the output of events and directives for watchers.
  package mutating func watch(_ isWatched: Bool) {
    _ = self.change { conversation, _ in
      conversation.journal = isWatched ? conversation.journal ?? [] : nil
      return []
    }
  }

  /// The last applied event; 0 while no session is open.
  package var appliedEvent: UInt64 {
    self.conversation?.appliedEvent ?? 0
  }
}
