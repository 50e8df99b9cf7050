package import InteractionCore
package import InteractionWire

/// One client's stream above one session: opening, numbering, acknowledging, heartbeats, limits.
///
/// A value without I/O or clock; `now` is the server's. Everything that talks is a shell around it,
/// so that no two of them can disagree.
package struct SessionStream: Sendable {
  /// What the shell has to do, in order.
  package enum Output: Hashable, Sendable {
    /// Send a frame.
    case send(ResponseFrame)
    /// End the stream, well or with an error; nothing comes after it.
    case finish(StreamError?)
  }

  /// Where the stream is on its way.
  enum Phase: Sendable {
    /// Nothing has been heard yet.
    ///
    /// Can transition to: ``open``, ``finished``.
    case waiting(until: Instant)
    /// The session runs.
    ///
    /// Can transition to: ``finished``.
    case open(Conversation)
    /// It is over.
    case finished
  }

  /// Finds an experience by name.
  package typealias Lookup = @Sendable (String) -> Experience?

  let limits: StreamLimits
  private let lookup: Lookup
  private var phase: Phase

  /// A stream that has just been accepted.
  package init(limits: StreamLimits, at now: Instant, lookup: @escaping Lookup) {
    self.limits = limits
    self.lookup = lookup
    self.phase = .waiting(until: now + limits.openTimeout)
  }

  /// The session, while there is one.
  package var session: Session? {
    guard case .open(let conversation) = self.phase else { return nil }
    return conversation.session
  }

  /// When ``tick(at:)`` has something to do, in server time.
  package var nextDeadline: Instant? {
    switch self.phase {
    case .waiting(let until): until
    case .open(let conversation): conversation.nextDeadline(by: self.limits)
    case .finished: nil
    }
  }

  /// Takes in a frame.
  package mutating func receive(_ frame: RequestFrame, at now: Instant) -> [Output] {
    switch (self.phase, frame) {
    case (.waiting, .open(let open)):
      return self.open(open, at: now)
    case (.waiting, .events), (.waiting, .ack), (.waiting, .heartbeat):
      return self.fail(
        StreamError(
          .openRequired, "the first frame must be 'open'; send it and then everything else"))
    case (.open, .open):
      return self.fail(
        StreamError(
          .alreadyOpen, "the session is open already; 'open' comes once, as the first frame"))
    case (.open(var conversation), .events), (.open(var conversation), .ack),
      (.open(var conversation), .heartbeat):
      // Moved out, so that the session inside is changed in place.
      self.phase = .finished
      let outputs = conversation.receive(frame, at: now, by: self.limits)
      return self.proceed(with: conversation, outputs)
    case (.finished, _):
      // It was on its way when the stream ended.
      return []
    }
  }

  /// The frame could not be read.
  package mutating func receive(malformed violation: Violation) -> [Output] {
    self.fail(StreamError(malformed: violation))
  }

  /// Carries out a backend's command; nil while no session is open.
  package mutating func carryOut(
    _ command: SessionCommand, at now: Instant
  ) -> (outcome: CommandOutcome, outputs: [Output])? {
    guard case .open(var conversation) = self.phase else { return nil }
    self.phase = .finished
    let (outcome, outputs) = conversation.carryOut(command, at: now, by: self.limits)
    return (outcome, self.proceed(with: conversation, outputs))
  }

  /// The last directive that the client says it has applied.
  var appliedDirective: UInt64 {
    guard case .open(let conversation) = self.phase else { return 0 }
    return conversation.appliedDirective
  }

  /// The last event that was applied.
  var appliedEvent: UInt64 {
    guard case .open(let conversation) = self.phase else { return 0 }
    return conversation.appliedEvent
  }

  /// The client has said all it wants to: what it is owed is sent, then the stream ends well.
  package mutating func receiveEnd() -> [Output] {
    switch self.phase {
    case .waiting, .finished:
      return self.end(nil)
    case .open(let conversation):
      let ack = conversation.ackFrame.map { [Output.send($0)] } ?? []
      return ack + self.end(nil)
    }
  }

  /// Time has passed.
  package mutating func tick(at now: Instant) -> [Output] {
    switch self.phase {
    case .waiting(let until):
      guard now >= until else { return [] }
      return self.fail(
        StreamError(
          .openTimeout,
          "no 'open' came within \(plain(self.limits.openTimeout.seconds)) s; send it as the first frame"
        ))
    case .open(var conversation):
      self.phase = .finished
      let outputs = conversation.tick(at: now, by: self.limits)
      return self.proceed(with: conversation, outputs)
    case .finished:
      return []
    }
  }

  /// Ends the stream from outside.
  package mutating func fail(_ error: StreamError) -> [Output] {
    self.end(error)
  }

  private mutating func end(_ error: StreamError?) -> [Output] {
    if case .finished = self.phase { return [] }
    self.phase = .finished
    return [.finish(error)]
  }

  private mutating func proceed(
    with conversation: Conversation, _ outputs: [Output]
  ) -> [Output] {
    if case .finish = outputs.last { return outputs }
    self.phase = .open(conversation)
    return outputs
  }

  private mutating func open(_ open: OpenFrame, at now: Instant) -> [Output] {
    guard let experience = self.lookup(open.experience) else {
      return self.fail(
        StreamError(
          .unknownExperience,
          "there is no experience '\(open.experience)'; InspectorService.ListExperiences names them",
          metadata: ["experience": open.experience]))
    }
    var session = Session(experience: experience, environment: open.environment)
    let opening = Event(time: open.time, kind: .open(open.current))
    let violations = session.violations(in: opening)
    if let first = violations.first?.inside("open") {
      return self.fail(
        StreamError(
          .malformedFrame, "the frame is malformed: \(first.field) \(first.problem)",
          violations: violations.map { $0.inside("open") }))
    }
    let directives = session.handle(opening)
    let conversation = Conversation(
      session: session, skipsSamples: open.skipsSamples, samplesSprings: open.samplesSprings,
      at: now)
    self.phase = .open(conversation)
    var frame = ResponseFrame()
    frame.opened = OpenedPart(
      sessionID: open.sessionID,
      experience: experience.name,
      digest: experience.digest,
      snapshot: session.snapshot,
      triggerLines: conversation.sentLines,
      heartbeatInterval: self.limits.heartbeatInterval,
      limits: OpenedPart.Limits(
        frameBytes: self.limits.frameBytes, frameEvents: RequestFrame.maximumEvents,
        malformedEvents: self.limits.malformedEvents,
        malformedWindow: self.limits.malformedWindow, idleTimeout: self.limits.idleTimeout))
    frame.directives = directives
    frame.nextDeadline = session.nextDeadline
    return [.send(frame)]
  }
}
