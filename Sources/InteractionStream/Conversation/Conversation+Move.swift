package import InteractionCore
package import InteractionVariants
import InteractionWire

/// An order to move a session to another version of its experience (rule V1).
@available(InteractionEngine 1.0, *)
package struct VersionMove: Sendable {
  /// The version.
  package var experience: Experience
  /// The selection of the session's variant afterwards; nil if the experience has one version.
  package var selection: VariantSelection?
  /// A Boolean value that indicates whether the version may have assets that the former one has
  /// not.
  package var allowsNewAssets: Bool

  package init(
    to experience: Experience, selection: VariantSelection? = nil, allowsNewAssets: Bool
  ) {
    self.experience = experience
    self.selection = selection
    self.allowsNewAssets = allowsNewAssets
  }
}

/// The outcome of a ``VersionMove``.
@available(InteractionEngine 1.0, *)
package enum VersionMoveOutcome: Hashable, Sendable {
  /// The session has moved.
  case moved(SessionEntry)
  /// It moves once it is at rest.
  case waiting
  /// It stays with its version.
  case kept(KeptReason)

  /// The reason why a session stays with its version.
  package enum KeptReason: String, Hashable, Sendable, CaseIterable {
    /// The client's contract level is too low.
    case level
    /// The app may not have the version's assets.
    case assets
    /// The client decides locally while it is offline, with the definition that it has received.
    case localDecisions = "local_decisions"
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream {
  /// Moves the session to another version, at rest: at once, or later.
  package mutating func move(_ move: VersionMove, at now: Instant) -> [Output] {
    self.change { $0.receive(move, at: now, by: $1) }
  }

  /// Cancels a move to this version that waits for the session's rest.
  package mutating func cancelMove(to digest: String) {
    guard self.conversation?.pendingMove?.experience.digest == digest else { return }
    self.conversation?.pendingMove = nil
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// A move that waits.
  struct PendingMove: Sendable {
    @Boxed var experience: Experience
    let selection: VariantSelection?
    /// The server time until which the session moves at rest; afterwards only in the background.
    let until: Instant
  }

  /// The maximum time for which a move waits for the session's rest.
  private static let maximumWait = TimeSpan.seconds(30)

  fileprivate mutating func receive(
    _ move: VersionMove, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    if let reason = self.reasonToKeep(from: move) { return [.moveDecided(.kept(reason))] }
    self.pendingMove = PendingMove(
      experience: self.entry.substitutes.experience(move.experience),
      selection: move.selection,
      until: now + Self.maximumWait)
    let outputs = self.moveAtRest(at: now, by: context)
    return outputs.isEmpty ? [.moveDecided(.waiting)] : outputs
  }

  private func reasonToKeep(from move: VersionMove) -> VersionMoveOutcome.KeptReason? {
    if self.open.level < move.experience.requiredLevel { return .level }
    if self.open.wantsLocalExperience { return .localDecisions }
    let known = self.session.base.assetNames
    return move.allowsNewAssets || move.experience.assetNames.isSubset(of: known) ? nil : .assets
  }

  /// Carries out a pending move, if the session is at rest or in the background.
  mutating func moveAtRest(at now: Instant, by context: SessionStream.Context) -> [Output] {
    guard let pending = self.pendingMove, !self.isCatchingUp, self.drainDeadline == nil,
      !self.session.state.isForeground || now < pending.until && self.session.isAtRest
    else { return [] }
    self.pendingMove = nil
    let experience = pending.experience
    var response = ResponseFrame()
    self.releaseMovement(at: now, to: &response)
    self.checkpointing?.noteUnrepeatableInput()
    response.directives += self.apply(
      InteractionEvent(
        sequence: self.expected - 1, time: self.time(at: now), kind: .move(to: experience)),
      at: now)
    response.experienceDigest = experience.digest
    self.checkpointing?.demand()
    self.entry = self.entry.moved(to: experience, as: pending.selection)
    return [.moveDecided(.moved(self.entry))] + self.send(response, at: now, by: context)
  }
}

@available(InteractionEngine 1.0, *)
extension SessionEntry {
  /// Returns the entry with another version of its experience.
  fileprivate func moved(
    to experience: Experience, as selection: VariantSelection?
  ) -> SessionEntry {
    SessionEntry(
      open: self.open, experience: experience, selection: selection,
      substitutes: self.substitutes, outcome: self.outcome, openedAt: self.openedAt)
  }
}
