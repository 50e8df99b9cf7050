import InteractionClient
import InteractionCore
import Synchronization

/// A scenario for the sessions of a ``MockServer``, from a fault until they are open again.
@available(InteractionEngine 1.0, *)
public enum MockScenario: Hashable, Sendable, CaseIterable {
  /// The connection is cut, and the session is resumed.
  case resume
  /// The server has lost the session, which starts anew.
  case restart
  /// The server drains; the session moves between two gestures, and is resumed.
  case drain
  /// The server stops answering without a reset; the client times out, and is resumed by another.
  case deadEngine
  /// The network becomes slow: ``MockNetwork/slow``.
  case slowLink
}

@available(InteractionEngine 1.0, *)
extension MockServer {
  /// The maximum time for a session to reopen.
  private static let reopenTimeout = TimeSpan.seconds(120)

  /// Plays a scenario to its end.
  public func play(_ scenario: MockScenario) async {
    await self.settle()
    let count = self.openings.count
    switch scenario {
    case .resume: self.perform(.cut)
    case .restart: self.perform(.restart)
    case .drain: self.perform(.drain())
    case .deadEngine:
      self.state.withLock { $0.responsiveness = .untilGivenUp }
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

  /// Advances the clock until `isDone` returns true, for two minutes at most.
  private func advance(until isDone: () -> Bool) async {
    let end = self.clock.now + Self.reopenTimeout
    while !isDone(), self.clock.now < end { await self.advance(by: .milliseconds(50)) }
  }
}
