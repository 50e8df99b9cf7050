import InteractionCore
import InteractionWire

/// What an opening comes to, as far as the stream alone can tell.
enum Opening: Sendable {
  /// A new session and the event that opens it, because none was to be resumed, or none could be.
  case anew(Session, Event, RestartReason?)
  /// The session of a checkpoint.
  case resumed(Session, Proto.SealedSession)
}

extension SessionStream {
  /// Looks at an opening: what it asks for, and whether a checkpoint that it brings is good.
  ///
  /// - Throws: What ends the stream: no experience of that name, another session's checkpoint, or
  ///   something to start from that makes no sense.
  func examine(_ open: OpenFrame) throws(StreamError) -> Opening {
    guard let resume = open.resume else { return try self.anew(open, nil) }
    do {
      return try self.resumption(of: open, from: resume)
    } catch let reason as RestartReason {
      return try self.anew(open, reason)
    } catch let error as StreamError {
      throw error
    } catch {
      return try self.anew(open, .invalidToken)
    }
  }

  private func anew(_ open: OpenFrame, _ reason: RestartReason?) throws(StreamError) -> Opening {
    guard let experience = self.surroundings.experiences.named(open.experience) else {
      throw StreamError(
        .unknownExperience,
        "there is no experience '\(open.experience)'; InspectorService.ListExperiences names them",
        metadata: ["experience": open.experience])
    }
    let session = Session(experience: experience, environment: open.environment)
    let opening = Event(time: open.time, kind: .open(open.current))
    let violations = session.violations(in: opening)
    if let first = violations.first?.inside("open") {
      throw StreamError(
        .malformedFrame, "the frame is malformed: \(first.field) \(first.problem)",
        violations: violations.map { $0.inside("open") })
    }
    return .anew(session, opening, reason)
  }

  private func resumption(of open: OpenFrame, from resume: ResumePart) throws -> Opening {
    guard let vault = self.surroundings.checkpoints else { throw RestartReason.unknownKey }
    let sealed = try vault.open(resume.token)
    guard sealed.sessionID == open.sessionID, sealed.user == open.user else {
      throw StreamError(
        .foreignCheckpoint,
        "the checkpoint is of another \(sealed.sessionID == open.sessionID ? "user" : "session");"
          + " resume a session only from its own checkpoints")
    }
    // A server of another version may have sealed it.
    guard sealed.hasSaneNumbers else { throw RestartReason.invalidToken }
    guard resume.firstEvent <= sealed.appliedEvent + 1 else { throw RestartReason.eventsMissing }
    guard resume.directive >= sealed.state.nextDirective - 1 else {
      throw RestartReason.directivesMissing
    }
    guard let experience = self.surroundings.experiences.version(sealed.state.experienceDigest)
    else {
      throw RestartReason.unknownExperience
    }
    return .resumed(try Session(sealed.state, of: experience), sealed)
  }

  /// Opens the session that ``examine(_:)`` found, unless the stream has ended since.
  mutating func open(_ open: OpenFrame, as opening: Opening, at now: Instant) -> [Output] {
    guard self.isWaiting else { return [] }
    switch opening {
    case .anew(let session, let opening, let reason):
      return self.begin(open, session, with: opening, reason, at: now)
    case .resumed(let session, let sealed):
      let conversation = Conversation(
        resuming: session, sealed, for: open, at: now, by: self.limits)
      return self.proceed(opening: conversation, with: [], at: now)
    }
  }

  private mutating func begin(
    _ open: OpenFrame, _ session: Session, with opening: Event, _ reason: RestartReason?,
    at now: Instant
  ) -> [Output] {
    var session = session
    let directives = session.handle(opening)
    let conversation = Conversation(
      session: session, open: open, outcome: reason.map { .restarted($0) } ?? .new, at: now,
      by: self.limits)
    return self.proceed(opening: conversation, with: directives, at: now)
  }

  private mutating func proceed(
    opening conversation: Conversation, with directives: [Directive], at now: Instant
  ) -> [Output] {
    var conversation = conversation
    if self.keepsJournal { conversation.journal = directives.map { .directive($0) } }
    var frame = ResponseFrame()
    frame.opened = conversation.opened(by: self.limits)
    frame.directives = directives
    conversation.checkpointing?.demand()
    let outputs = conversation.send(frame, at: now, by: self.surroundings)
    return self.begin(conversation, outputs)
  }
}

extension SessionStream.Conversation {
  /// Goes on from a checkpoint.
  fileprivate init(
    resuming session: Session, _ sealed: Proto.SealedSession, for open: OpenFrame, at now: Instant,
    by limits: StreamLimits
  ) {
    self.init(
      session: session, open: open, outcome: .resumed(appliedEvent: sealed.appliedEvent), at: now,
      by: limits)
    self.expected = sealed.appliedEvent + 1
    self.acked = sealed.appliedEvent
    self.commands = CommandMemory(sealed.commands)
    self.meter = EventMeter(
      allowance: min(sealed.eventAllowance, Double(limits.eventBurst)), at: session.now)
    self.window = DirectiveWindow(applied: open.resume?.directive ?? 0)
  }

  fileprivate func opened(by limits: StreamLimits) -> OpenedPart {
    let experience = self.session.experience
    var isResumed = false
    if case .resumed = self.outcome { isResumed = true }
    var part = OpenedPart(
      outcome: self.outcome,
      sessionID: self.open.sessionID,
      experience: experience.name,
      digest: experience.digest,
      snapshot: isResumed ? nil : self.session.snapshot,
      triggerLines: self.sentLines,
      heartbeatInterval: limits.heartbeatInterval,
      limits: OpenedPart.Limits(
        frameBytes: limits.frameBytes, frameEvents: RequestFrame.maximumEvents,
        malformedEvents: limits.malformedEvents, malformedWindow: limits.malformedWindow,
        idleTimeout: limits.idleTimeout))
    part.limits.unacknowledgedDirectives = limits.unacknowledgedDirectives
    part.limits.unacknowledgedBytes = limits.unacknowledgedBytes
    part.limits.eventsPerSecond = limits.eventsPerSecond
    part.limits.eventBurst = limits.eventBurst
    return part
  }
}
