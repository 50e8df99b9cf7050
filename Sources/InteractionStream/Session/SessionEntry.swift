package import InteractionCore
package import InteractionWire

/// A session that asks to be admitted, and what the server knows of it from then on without asking
/// it. A reference: the stream, the registry and the conversation have the same one.
@available(InteractionEngine 1.0, *)
package final class SessionEntry: Sendable {
  package let open: OpenFrame
  /// The experience that the session runs by, without what its client does not know.
  package let experience: Experience
  /// What the client is given in the place of what it does not know.
  let substitutes: Substitutes
  /// How it comes about, if it is admitted.
  package let outcome: OpenOutcome
  /// When it was opened here, in server time.
  package let openedAt: Instant

  init(
    open: OpenFrame, experience: Experience, substitutes: Substitutes, outcome: OpenOutcome,
    openedAt: Instant
  ) {
    self.open = open
    self.experience = experience
    self.substitutes = substitutes
    self.outcome = outcome
    self.openedAt = openedAt
  }

  /// Whether it comes with a checkpoint that is good.
  package var isResumed: Bool {
    if case .resumed = self.outcome { true } else { false }
  }

  /// The client's name and version.
  package var client: String {
    [self.open.clientName, self.open.clientVersion].filter { !$0.isEmpty }.joined(separator: " ")
  }
}

@available(InteractionEngine 1.0, *)
extension SessionEntry: Hashable {
  package static func == (one: SessionEntry, other: SessionEntry) -> Bool {
    one === other
      || (one.open == other.open && one.experience == other.experience
        && one.substitutes == other.substitutes && one.outcome == other.outcome
        && one.openedAt == other.openedAt)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(self.open)
    hasher.combine(self.openedAt)
  }
}

@available(InteractionEngine 1.0, *)
extension OpenOutcome {
  /// One word for logs and metrics.
  package var label: String {
    switch self {
    case .new: "new"
    case .resumed: "resumed"
    case .restarted: "restarted"
    }
  }

  /// Why the session could not be resumed; empty for other outcomes.
  package var reason: String {
    guard case .restarted(let reason) = self else { return "" }
    return reason.rawValue
  }
}
