import InteractionCore
import InteractionWire

/// What a server knows of an open session without asking it.
struct SessionEntry: Sendable {
  let open: OpenFrame
  let experience: Experience
  /// Whether it came with a checkpoint that is good.
  let isResumed: Bool
  let restartReason: RestartReason?
  /// When it was opened here, in server time.
  let openedAt: Instant

  init(_ open: OpenFrame, _ opening: Opening, at now: Instant) {
    self.open = open
    self.openedAt = now
    switch opening {
    case .anew(let session, _, let reason):
      self.experience = session.experience
      self.isResumed = false
      self.restartReason = reason
    case .resumed(let session, _):
      self.experience = session.experience
      self.isResumed = true
      self.restartReason = nil
    }
  }

  /// The client's name and version.
  var client: String {
    [self.open.clientName, self.open.clientVersion].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// How it came about, as far as a count needs to know.
  var outcome: OpenOutcome {
    if self.isResumed { return .resumed(appliedEvent: 0) }
    return self.restartReason.map { .restarted($0) } ?? .new
  }
}

extension OpenOutcome {
  /// One word for logs and metrics.
  var label: String {
    switch self {
    case .new: "new"
    case .resumed: "resumed"
    case .restarted: "restarted"
    }
  }

  /// Why it could not be resumed; empty unless it could not.
  var reason: String {
    guard case .restarted(let reason) = self else { return "" }
    return reason.rawValue
  }
}
