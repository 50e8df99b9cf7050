package import InteractionCore
package import InteractionWire

/// The state to resume from on the next connection.
extension ClientStream {
  /// Handles the loss of a connection.
  ///
  /// - Returns: The state to resume from; nil if the session has to start anew.
  package mutating func reconnect() -> ResumeMessage? {
    self.forgetToken()
    self.heartbeats.restart(at: self.latest)
    if let session = self.decider.session {
      // The server is sent the current state, and only the events from now on.
      self.decider = .handover(session)
      _ = self.outbox.takePending()
      self.filter.continueElsewhere()
    }
    guard let checkpoint = self.checkpoint else {
      self.startOver()
      return nil
    }
    self.isResuming = true
    return self.resume(from: checkpoint)
  }

  private func resume(from checkpoint: CheckpointMessage) -> ResumeMessage {
    ResumeMessage(
      token: checkpoint.token, directive: self.receipts.applied, firstEvent: self.outbox.first)
  }

  /// Begins a new session: repeats the content sizes.
  mutating func startOver() {
    self.outbox.restart()
    self.filter.continueElsewhere()
    for size in self.repeated.contentSizes(without: self.outbox.events.map(\.kind)) {
      self.outbox.append([InteractionEvent(time: self.latest, kind: size)])
      self.filter.follow(size)
    }
  }

  /// Forgets a checkpoint that no server can resume; the next connection starts a new session.
  mutating func forgetCheckpoint() {
    self.checkpoint = nil
  }

  /// A Boolean value that indicates whether the session has ever opened.
  package var hasOpened: Bool { !self.model.snapshot.settings.isEmpty }

  /// The client's current state, for `Open` of a new session.
  package var current: RestoredState {
    var current = self.model.snapshot.restoration(offsets: self.held.offsets)
    current.isSwipingOn = self.repeated.isSwipingOn
    return current
  }

  /// The session time at which a new session starts: the time of its oldest pending event.
  package var restartTime: Instant { min(self.outbox.oldestPending ?? self.latest, self.latest) }

  /// Returns the session to save for a restart of the app; nil if it could not be resumed.
  func kept(opening open: OpenFrame, at wallClock: Int64) -> KeptSession? {
    guard let checkpoint = self.checkpoint, var opened = self.opened else { return nil }
    opened.snapshot = self.model.snapshot
    var open = open
    open.surface = self.surface ?? open.surface
    open.current = self.current
    open.time = self.latest
    return KeptSession(
      open: open, opened: opened, checkpoint: checkpoint, resume: self.resume(from: checkpoint),
      events: self.outbox.kept, ackedEvent: self.outbox.acked, keptAt: wallClock)
  }
}
