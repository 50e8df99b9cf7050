import Synchronization

/// Something that happens to the sessions of a ``MockServer``, from its beginning until they are
/// open again.
@available(InteractionEngine 1.0, *)
public enum Scenario: Hashable, Sendable, CaseIterable {
  /// The connection is cut; the session is resumed.
  case resume
  /// The server has forgotten the session, which begins anew.
  case restart
  /// The server drains; the session leaves between two gestures, and is resumed.
  case drain
  /// The server stops answering without a reset; the client gives it up, and is resumed by another.
  case deadEngine
  /// The network is slow from now on: ``MockLink/slow``.
  case slowLink
}

@available(InteractionEngine 1.0, *)
extension MockServer {
  /// The longest time in which a session has to come back.
  private static let patience = Duration.seconds(120)

  /// Plays a scenario to its end.
  public func play(_ scenario: Scenario) async {
    await self.settle()
    let count = self.openings.count
    switch scenario {
    case .resume: self.carryOut(.cut)
    case .restart: self.carryOut(.restart)
    case .drain: self.carryOut(.drain())
    case .deadEngine:
      self.state.withLock { $0.silence = .untilGivenUp }
    case .slowLink:
      self.link = .slow
      return
    }
    let isBack = { (openings: [MockOpening]) in
      openings.dropFirst(count).contains { opening in
        switch opening.outcome {
        case .new, .resumed, .restarted: true
        case .prevented, .unanswered: false
        }
      }
    }
    await self.advance { isBack(self.openings) }
  }

  /// Advances the clock until `isDone` holds, for two minutes at most.
  private func advance(until isDone: () -> Bool) async {
    let end = self.clock.now + Self.patience
    while !isDone(), self.clock.now < end { await self.advance(by: .milliseconds(50)) }
  }
}
