import InteractionCore
import InteractionVariants
import InteractionWire

/// The single path for outgoing frames: flow control, acknowledgements, trigger lines, checkpoints.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// The time at which applied events are acknowledged.
  enum Acknowledging {
    /// With the next frame, or when enough events or time have accumulated.
    case whenDue
    /// Immediately.
    case atOnce
  }

  /// Returns whether events without effect, the usual case, need no response now; then schedules
  /// their acknowledgement. Inlined to avoid copying the struct.
  @inline(__always)
  mutating func needsNoResponse(at now: Instant, by context: SessionStream.Context) -> Bool {
    guard !self.hasMore(at: now, by: context), !self.isAckDue(at: now, by: context) else {
      return false
    }
    self.planAck(at: now, by: context)
    return true
  }

  /// Completes a frame and sends it, unless it is empty.
  mutating func send(
    _ response: consuming ResponseFrame, at now: Instant, by context: SessionStream.Context,
    _ acknowledging: Acknowledging = .whenDue, isLast: Bool = false
  ) -> [Output] {
    // The fast path: at most an acknowledgement.
    if acknowledging == .whenDue, response.isEmpty, !self.hasMore(at: now, by: context) {
      self.acknowledge(in: &response, at: now, acknowledging, by: context)
      return Self.complete(response, until: self.session.nextDeadline)
    }
    let isDue = self.isCheckpointDue(with: response, at: now, by: context, isLast)
    if isDue { self.releaseMovement(at: now, to: &response) }
    let shown = self.entry.substitutes.substituted(response.directives)
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

  /// Returns whether an empty frame may have to carry more than an acknowledgement. Inlined to
  /// avoid copying the struct.
  @inline(__always)
  private func hasMore(at now: Instant, by context: SessionStream.Context) -> Bool {
    self.open.skipsSamples || !self.window.waiting.isEmpty
      || self.wantsCheckpoint(hasDirectives: false, at: now, by: context)
  }

  /// Returns the frame, unless it is empty. Static, since access to the session would copy it.
  private static func complete(
    _ response: consuming ResponseFrame, until deadline: Instant?
  ) -> [Output] {
    guard !response.isEmpty else { return [] }
    response.nextDeadline = deadline
    return [.send(response)]
  }

  /// Returns whether a checkpoint must go with `response` and all waiting directives.
  private func isCheckpointDue(
    with response: ResponseFrame, at now: Instant, by context: SessionStream.Context, _ isLast: Bool
  ) -> Bool {
    let hasDirectives = !response.directives.isEmpty || !self.window.waiting.isEmpty
    // A checkpoint must not precede directives that it includes.
    if hasDirectives && self.window.isFull(by: context.limits) && !isLast { return false }
    return self.wantsCheckpoint(hasDirectives: hasDirectives, at: now, by: context)
  }

  /// Returns whether a checkpoint is due, or is sent early with an acknowledgement, which saves a
  /// frame.
  @inline(__always)
  private func wantsCheckpoint(
    hasDirectives: Bool, at now: Instant, by context: SessionStream.Context
  ) -> Bool {
    guard let checkpointing = self.checkpointing else { return false }
    return checkpointing.isDue(hasDirectives: hasDirectives, at: now, by: context.limits)
      || self.isAckDue(at: now, by: context)
        && checkpointing.piggybacks(at: now, after: self.lastEvent, by: context.limits)
  }

  /// A Boolean value that indicates whether the session can be sealed: all of its directives are
  /// sent or are being sent, and all of its events are applied.
  @inline(__always)
  var canSeal: Bool { self.window.waiting.isEmpty && !self.meter.holds }

  /// Returns a checkpoint of the session; nil if this server makes none, or the session is too
  /// large.
  mutating func checkpoint(by context: SessionStream.Context) -> CheckpointMessage? {
    guard let vault = context.checkpoints else { return nil }
    // The server that resumes from it continues the meter from session time.
    self.meter.refill(at: self.session.now, by: context.limits)
    var content = Proto.SealedSession()
    content.sessionID = self.open.sessionID
    content.user = self.open.user
    content.epoch = self.open.epoch
    content.appliedEvent = self.expected - 1
    content.state = self.session.proto
    content.eventAllowance = self.meter.tokens
    if let selection = self.entry.selection { content.selection = selection.proto }
    // As many commands as fit.
    for count in [
      CommandDeduplication.capacity, CommandDeduplication.capacity / 2,
      CommandDeduplication.minimumSealed,
    ] {
      content.commands = self.commands.proto(newest: count)
      guard let token = vault.seal(content) else { continue }
      return CheckpointMessage(
        token: token, event: self.expected - 1, directive: self.lastDirective,
        lifetime: vault.lifetime)
    }
    return nil
  }

  /// Adds the trigger lines that have changed since they were last sent.
  private mutating func updateLines(in response: inout ResponseFrame) {
    guard self.open.skipsSamples else { return }
    let lines = self.session.sourceLines(forLevel: self.open.level)
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
      // A heartbeat response alone carries no acknowledgement unless it is new.
      if applied > self.acked || acknowledging == .atOnce || response.heartbeat == nil {
        response.ackedEvent = applied
      }
      self.acked = applied
      self.ackDue = nil
    }
    self.planAck(at: now, by: context)
  }

  /// Returns whether applied events must be acknowledged without waiting for another frame.
  @inline(__always)
  private func isAckDue(at now: Instant, by context: SessionStream.Context) -> Bool {
    self.appliedEvent >= self.acked + context.limits.ackEvents
      || self.ackDue.map { now >= $0 } ?? false
  }

  /// Schedules the acknowledgement of applied events.
  @inline(__always)
  private mutating func planAck(at now: Instant, by context: SessionStream.Context) {
    // The same timer applies movements that are held for too long.
    let waits = self.meter.holds && !self.isCatchingUp
    if self.ackDue == nil, self.appliedEvent > self.acked || waits {
      self.ackDue = context.limits.latestAck(at: now, openedAt: self.entry.openedAt)
    }
  }

  /// Sends all that is outstanding: waiting directives, an acknowledgement, and a final checkpoint
  /// if the session moves to another server.
  mutating func sendOutstanding(at now: Instant, by context: SessionStream.Context) -> [Output] {
    var response = ResponseFrame()
    self.releaseMovement(at: now, to: &response)
    if self.drainDeadline != nil { self.checkpointing?.demand() }
    let owes = self.appliedEvent > self.acked
    return self.send(response, at: now, by: context, owes ? .atOnce : .whenDue, isLast: true)
  }
}
