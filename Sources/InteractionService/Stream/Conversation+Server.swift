import InteractionCore
import InteractionWire

/// What does not come from the client: commands, the passing of time, the order to leave.
extension SessionStream.Conversation {
  /// Carries out a backend's command, once for each name.
  mutating func carryOut(
    _ command: SessionCommand, at now: Instant, by context: SessionStream.Surroundings
  ) -> (CommandOutcome, [Output]) {
    if let known = self.commands.outcome(of: command.id) { return (known, []) }
    var response = ResponseFrame()
    self.releaseMovement(at: now, to: &response)
    let kind = command.kind(for: self.session.experience)
    let event = Event(
      sequence: self.expected - 1, time: self.time(at: now), kind: kind, command: command.id)
    if let violation = self.session.violations(in: event).first {
      return (.invalid(violation), self.send(response, at: now, by: context))
    }
    self.anchor = now
    self.checkpointing?.taint()
    if let due = self.session.nextServerDeadline, due <= event.time {
      // Apart from what was due anyway.
      response.directives += self.handle(
        Event(sequence: event.sequence, time: event.time, kind: .serverTick))
    }
    let before = self.session.state
    let directives = self.handle(event)
    var outcome = CommandOutcome(directives, of: kind)
    if directives.isEmpty, self.checkpointing != nil, self.session.state != before {
      // The client sees nothing of it: it has it for certain once it has applied the next directive.
      // That time has passed is a change, too: what comes later happens no earlier.
      outcome = .carriedOut(last: self.lastDirective + 1)
      self.checkpointing?.demand()
    }
    self.commands.remember(command.id, outcome)
    response.directives += directives
    return (outcome, self.send(response, at: now, by: context))
  }

  /// When the client counts as lost.
  @inline(__always)
  private func lossTime(by limits: StreamLimits) -> Instant {
    let silence = limits.heartbeatInterval.microseconds * Int64(limits.lostHeartbeats)
    return self.lastHeard + TimeSpan(microseconds: silence)
  }

  /// When the server lets an overdue deadline of the session happen, in server time (rule S5).
  @inline(__always)
  private func tickTime(by limits: StreamLimits) -> Instant? {
    if self.isCatchingUp { return nil }
    return self.session.nextServerDeadline.map { deadline in
      self.anchor + (deadline - self.session.now) + limits.tickGrace
    }
  }

  /// When a checkpoint is due; nil while none can be made, until the client says something.
  @inline(__always)
  private func checkpointTime(by limits: StreamLimits) -> Instant? {
    guard self.window.waiting.isEmpty, !self.isCatchingUp || self.canSeal else { return nil }
    return self.checkpointing?.nextDeadline(by: limits)
  }

  /// When the client has to be told that its token expires, or has expired.
  @inline(__always)
  private func expiryTime(by limits: StreamLimits) -> Instant? {
    self.expiry.map { $0 + (self.hasWarned ? limits.expiryGrace : .zero - limits.expiryWarning) }
  }

  /// When ``tick(at:by:)`` has something to do. Put where it is called: a call would copy all this.
  @inline(__always)
  func nextDeadline(by limits: StreamLimits) -> Instant {
    var earliest = min(self.lossTime(by: limits), self.lastEvent + limits.idleTimeout)
    func consider(_ other: Instant?) {
      if let other, other < earliest { earliest = other }
    }
    consider(self.ackDue)
    consider(self.tickTime(by: limits))
    consider(self.checkpointTime(by: limits))
    consider(self.expiryTime(by: limits))
    consider(self.leaving)
    consider(self.window.waitingSince.map { $0 + limits.stallTimeout })
    consider(self.isCatchingUp ? self.openedAt + limits.catchUpTimeout : nil)
    return earliest
  }

  mutating func tick(at now: Instant, by context: SessionStream.Surroundings) -> [Output] {
    let limits = context.limits
    if let error = self.end(at: now, by: limits) { return [.finish(error)] }
    if let leaving = self.leaving, now >= leaving {
      return self.farewell(at: now, by: context) + [.finish(.leaving)]
    }
    var response = ResponseFrame()
    if let due = self.tickTime(by: limits), now >= due {
      self.releaseMovement(at: now, to: &response)
      let tick = Event(sequence: self.expected - 1, time: self.time(at: now), kind: .serverTick)
      self.anchor = now
      self.checkpointing?.taint()
      response.directives += self.handle(tick)
    }
    if let ackDue = self.ackDue, now >= ackDue { self.releaseMovement(at: now, to: &response) }
    if let due = self.expiryTime(by: limits), now >= due {
      self.hasWarned = true
      response.notices.append(NoticePart(sequence: 0, reason: .tokenExpires))
    }
    return self.send(response, at: now, by: context)
  }

  /// The reason to end the stream by now, if there is one.
  private func end(at now: Instant, by limits: StreamLimits) -> StreamError? {
    if now >= self.lossTime(by: limits) {
      return StreamError(
        .heartbeatLost,
        "nothing was heard for \(plain((now - self.lastHeard).seconds.rounded())) s; send a heartbeat every"
          + " \(plain(limits.heartbeatInterval.seconds)) s")
    }
    if now >= self.lastEvent + limits.idleTimeout {
      return StreamError(
        .idle, "no event came for \(plain(limits.idleTimeout.seconds)) s; open again")
    }
    if let since = self.window.waitingSince, now >= since + limits.stallTimeout {
      return self.slowConsumer(limits)
    }
    if self.isCatchingUp, now >= self.openedAt + limits.catchUpTimeout {
      return self.diverged
    }
    if self.hasWarned, let due = self.expiryTime(by: limits), now >= due {
      return StreamError(
        .tokenExpired, "the token has expired and no newer one came; open again with a new one")
    }
    return nil
  }

  /// The client's events do not lead to where it says that it is.
  var diverged: StreamError {
    StreamError(
      .diverged,
      "the events since the checkpoint lead to directive \(self.lastDirective), not to"
        + " \(self.open.resume?.directive ?? 0) that the client says it has applied; open again"
        + " without 'resume'")
  }

  /// The proof of who the client is holds until then, in server time; nil means for ever.
  mutating func authorise(until expiry: Instant?) {
    self.expiry = expiry
    self.hasWarned = false
  }

  /// Tells the client to go elsewhere.
  mutating func drain(
    _ part: DrainPart, at now: Instant, by context: SessionStream.Surroundings
  ) -> [Output] {
    var response = ResponseFrame()
    response.drain = part
    self.leaving = now + part.deadline
    self.checkpointing?.demand()
    return self.send(response, at: now, by: context)
  }
}
