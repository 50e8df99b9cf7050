package import InteractionCore
package import InteractionVariants
package import InteractionWire

/// A session that awaits or has admission, with the facts that need no access to the session
/// itself. A reference that the stream, the registry and the conversation share.
@available(InteractionEngine 1.0, *)
package final class SessionEntry: Sendable {
  package let open: OpenFrame
  /// The session's experience, with the substitutes for its client.
  package let experience: Experience
  /// The selection of the variant; nil if the experience has one version.
  package let selection: VariantSelection?
  /// The substitutes for features that the client does not know.
  let substitutes: Substitutes
  /// The outcome of opening it, if it is admitted.
  package let outcome: OpenOutcome
  /// The server time at which it was opened here.
  package let openedAt: Instant

  init(
    open: OpenFrame, experience: Experience, selection: VariantSelection? = nil,
    substitutes: Substitutes, outcome: OpenOutcome, openedAt: Instant
  ) {
    self.open = open
    self.experience = experience
    self.selection = selection
    self.substitutes = substitutes
    self.outcome = outcome
    self.openedAt = openedAt
  }

  /// A Boolean value that indicates whether the session resumes from a valid checkpoint.
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
        && one.selection == other.selection
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
  /// The metric label.
  package var label: String {
    switch self {
    case .new: "new"
    case .resumed: "resumed"
    case .restarted: "restarted"
    }
  }

  /// The reason to restart; empty for other outcomes.
  package var reason: String {
    guard case .restarted(let reason) = self else { return "" }
    return reason.rawValue
  }
}
