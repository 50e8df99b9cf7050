package import InteractionCore
package import InteractionWire

/// A session's way to its next connection.
@available(InteractionEngine 1.0, *)
extension ClientStream {
  /// Takes in that a connection was lost.
  ///
  /// - Returns: The state to resume from; nil if the session has to begin anew.
  package mutating func reconnect() -> ResumePart? {
    self.forgetToken()
    self.heartbeats.restart(at: self.latest)
    if let session = self.decider.session {
      // The server is told what is shown now, and of events from now on.
      self.decider = .handover(session)
      _ = self.outbox.takePending()
    }
    guard let checkpoint = self.checkpoint else {
      self.startOver()
      return nil
    }
    self.isResuming = true
    return self.resume(from: checkpoint)
  }

  private func resume(from checkpoint: CheckpointPart) -> ResumePart {
    ResumePart(
      token: checkpoint.token, directive: self.receipts.applied, firstEvent: self.outbox.first)
  }

  /// Begins a new session: repeats the content sizes.
  mutating func startOver() {
    self.outbox.restart()
    for size in self.surface.contentSizes(without: self.outbox.events.map(\.kind)) {
      self.outbox.append([Event(time: self.latest, kind: size)])
    }
  }

  /// Forgets a checkpoint that no server resumes: the next connection begins anew.
  mutating func forgetCheckpoint() {
    self.checkpoint = nil
  }

  /// Whether anything has been shown yet.
  package var hasOpened: Bool { !self.model.snapshot.settings.isEmpty }

  /// The state that a session that begins anew has to know.
  package var current: Restoration {
    var current = self.model.snapshot.restoration(offsets: self.held.offsets)
    current.isSwipingOn = self.surface.isSwipingOn
    return current
  }

  /// The session time of a session that begins anew: that of the oldest event it is still to be
  /// told.
  package var restartTime: Instant { min(self.outbox.oldestPending ?? self.latest, self.latest) }

  /// The session as it goes on after a restart of the app; nil where it could only begin anew.
  func kept(opening open: OpenFrame, at wallClock: Int64) -> KeptSession? {
    guard let checkpoint = self.checkpoint, var opened = self.opened else { return nil }
    opened.snapshot = self.model.snapshot
    var open = open
    open.environment = self.environment ?? open.environment
    open.current = self.current
    open.time = self.latest
    return KeptSession(
      open: open, opened: opened, checkpoint: checkpoint, resume: self.resume(from: checkpoint),
      events: self.outbox.kept, ackedEvent: self.outbox.acked, keptAt: wallClock)
  }
}
