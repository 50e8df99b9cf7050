import InteractionCore
import InteractionWire

/// Everything that leaves passes here: what may leave now, acknowledgements, trigger lines,
/// checkpoints.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// When applied events are acknowledged.
  enum Acknowledging {
    /// With whatever is sent anyway, and else when enough has come together.
    case whenDue
    /// Now.
    case atOnce
  }

  /// Whether there is nothing to send after events that led to nothing, as most do; then notes when
  /// they will have to be acknowledged. Put where it is called: a call would copy all this.
  @inline(__always)
  mutating func staysSilent(at now: Instant, by context: SessionStream.Context) -> Bool {
    guard !self.hasMore(at: now, by: context), !self.isAckDue(at: now, by: context) else {
      return false
    }
    self.planAck(at: now, by: context)
    return true
  }

  /// Completes a frame, if there is anything to send.
  mutating func send(
    _ response: consuming ResponseFrame, at now: Instant, by context: SessionStream.Context,
    _ acknowledging: Acknowledging = .whenDue, isLast: Bool = false
  ) -> [Output] {
    // An acknowledgement alone.
    if acknowledging == .whenDue, response.isEmpty, !self.hasMore(at: now, by: context) {
      self.acknowledge(in: &response, at: now, acknowledging, by: context)
      return Self.complete(response, until: self.session.nextDeadline)
    }
    let isDue = self.isCheckpointDue(with: response, at: now, by: context, isLast)
    if isDue { self.releaseMovement(at: now, to: &response) }
    let shown = self.entry.substitutes.shown(response.directives)
    (response.directives, response.superseded) = self.window.admit(
      shown, at: now, by: context.limits, isLast: isLast)
    guard self.window.waiting.count <= context.limits.waitingDirectives else {
      return [.finish(self.slowConsumer)]
    }
    self.updateLines(in: &response)
    if isDue && self.canSeal {
      response.checkpoint = self.checkpoint(by: context)
      self.checkpointing?.reset(at: now)
    }
    self.acknowledge(in: &response, at: now, acknowledging, by: context)
    return Self.complete(response, until: self.session.nextDeadline)
  }

  /// Whether anything but an acknowledgement may have to go with a frame that says nothing. Put
  /// where it is called: a call would copy all this.
  @inline(__always)
  private func hasMore(at now: Instant, by context: SessionStream.Context) -> Bool {
    self.open.skipsSamples || !self.window.waiting.isEmpty
      || self.wantsCheckpoint(hasDirectives: false, at: now, by: context)
  }

  /// The frame, if it says anything. Asks the session for nothing itself: that would copy it.
  private static func complete(
    _ response: consuming ResponseFrame, until deadline: Instant?
  ) -> [Output] {
    guard !response.isEmpty else { return [] }
    response.nextDeadline = deadline
    return [.send(response)]
  }

  /// Whether a checkpoint has to go with `response`, together with all that waits.
  private func isCheckpointDue(
    with response: ResponseFrame, at now: Instant, by context: SessionStream.Context, _ isLast: Bool
  ) -> Bool {
    let hasDirectives = !response.directives.isEmpty || !self.window.waiting.isEmpty
    // Nothing is sealed before everything that it holds has left.
    if hasDirectives && self.window.isFull(by: context.limits) && !isLast { return false }
    return self.wantsCheckpoint(hasDirectives: hasDirectives, at: now, by: context)
  }

  /// Whether a checkpoint is due, or may go with an acknowledgement that leaves anyway, which saves
  /// a frame of its own.
  @inline(__always)
  private func wantsCheckpoint(
    hasDirectives: Bool, at now: Instant, by context: SessionStream.Context
  ) -> Bool {
    guard let checkpointing = self.checkpointing else { return false }
    return checkpointing.isDue(hasDirectives: hasDirectives, at: now, by: context.limits)
      || self.isAckDue(at: now, by: context)
        && checkpointing.ridesAlong(at: now, after: self.lastEvent, by: context.limits)
  }

  /// Whether the session as it is can be sealed: its client has, or gets now, all that it decided,
  /// and every event up to the last one is in it.
  @inline(__always)
  var canSeal: Bool { self.window.waiting.isEmpty && !self.meter.holds }

  /// The session as it is, sealed; nil if this server seals nothing.
  mutating func checkpoint(by context: SessionStream.Context) -> CheckpointPart? {
    guard let vault = context.checkpoints else { return nil }
    // The server that resumes from it meters on from session time.
    self.meter.settle(at: self.session.now, by: context.limits)
    var content = Proto.SealedSession()
    content.sessionID = self.open.sessionID
    content.user = self.open.user
    content.epoch = self.open.epoch
    content.appliedEvent = self.expected - 1
    content.state = self.session.proto
    content.eventAllowance = self.meter.allowance
    // As many commands as there is room for.
    for count in [CommandMemory.capacity, CommandMemory.capacity / 2, CommandMemory.leastSealed] {
      content.commands = self.commands.proto(newest: count)
      guard let token = vault.seal(content) else { continue }
      return CheckpointPart(
        token: token, event: self.expected - 1, directive: self.lastDirective,
        lifetime: vault.lifetime)
    }
    return nil
  }

  /// Trigger lines travel again only when they have changed.
  private mutating func updateLines(in response: inout ResponseFrame) {
    guard self.open.skipsSamples else { return }
    let lines = self.session.sourceLines
    if lines != self.sentLines {
      response.triggerLines = lines.filter { !self.sentLines.contains($0) }
      self.sentLines = lines
    }
  }

  @inline(__always)
  private mutating func acknowledge(
    in response: inout ResponseFrame, at now: Instant, _ acknowledging: Acknowledging,
    by context: SessionStream.Context
  ) {
    if acknowledging == .atOnce || !response.isEmpty || self.isAckDue(at: now, by: context) {
      let applied = self.appliedEvent
      // A heartbeat's answer alone needs no acknowledgement if nothing new was applied.
      if applied > self.acked || acknowledging == .atOnce || response.heartbeat == nil {
        response.ackedEvent = applied
      }
      self.acked = applied
      self.ackDue = nil
    }
    self.planAck(at: now, by: context)
  }

  /// Whether what was applied has to be acknowledged in a frame of its own.
  @inline(__always)
  private func isAckDue(at now: Instant, by context: SessionStream.Context) -> Bool {
    self.appliedEvent >= self.acked + context.limits.ackEvents
      || self.ackDue.map { now >= $0 } ?? false
  }

  /// Notes when it will have to be.
  @inline(__always)
  private mutating func planAck(at now: Instant, by context: SessionStream.Context) {
    // A movement that waits to be overtaken is applied when that takes too long.
    let waits = self.meter.holds && !self.isCatchingUp
    if self.ackDue == nil, self.appliedEvent > self.acked || waits {
      self.ackDue = context.limits.latestAck(at: now, openedAt: self.entry.openedAt)
    }
  }

  /// Everything that is owed: what waits, an acknowledgement, and a last checkpoint for a session
  /// that goes on elsewhere.
  mutating func farewell(at now: Instant, by context: SessionStream.Context) -> [Output] {
    var response = ResponseFrame()
    self.releaseMovement(at: now, to: &response)
    if self.departure != nil { self.checkpointing?.demand() }
    let owes = self.appliedEvent > self.acked
    return self.send(response, at: now, by: context, owes ? .atOnce : .whenDue, isLast: true)
  }
}

@available(InteractionEngine 1.0, *)
extension Session {
  /// The trigger lines of every source, in the experience's order.
  var sourceLines: [SourceLines] {
    self.experience.sources.map { source in
      SourceLines(source: source.id, lines: self.triggerLines(for: source.id))
    }
  }
}
