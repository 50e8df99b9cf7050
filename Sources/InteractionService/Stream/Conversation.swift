import InteractionCore
import InteractionWire

extension SessionStream {
  /// An open session and what is owed to its client.
  struct Conversation: Sendable {
    var session: Session
    /// What the client opened it with, `epoch` and capabilities included.
    let open: OpenFrame
    /// How it came about.
    let outcome: OpenOutcome
    /// The last directive that the client had applied when it resumed; 0 if it did not.
    private let resumedDirective: UInt64
    /// The trigger lines that the client has; empty if it did not ask for any.
    var sentLines: [SourceLines]
    /// The newest commands of backends.
    var commands = CommandMemory()
    /// The number of the next event.
    var expected: UInt64 = 1
    /// The last event that was acknowledged.
    var acked: UInt64 = 0
    /// When the oldest unacknowledged event has to be acknowledged.
    var ackDue: Instant?
    var window = DirectiveWindow(applied: 0)
    var meter: EventMeter
    /// When to hand the session to the client; nil if it does not want it.
    var checkpointing: Checkpointing?
    /// When it was opened, in server time.
    let openedAt: Instant
    var lastHeard: Instant
    var lastEvent: Instant
    /// Server time when session time was last set: the two run on together from there.
    var anchor: Instant
    /// When malformed events came, oldest first; at most as many as end the stream.
    var malformed: [Instant] = []
    /// When the proof of who the client is expires, in server time; nil if it never does.
    var expiry: Instant?
    /// Whether the client has been told that it expires.
    var hasWarned = false
    /// When the stream has to have gone elsewhere, in server time; nil if it may stay.
    var leaving: Instant?
    /// What has happened since the journal was taken; nil while no one watches the session.
    var journal: [SessionMoment]?

    init(
      session: Session, open: OpenFrame, outcome: OpenOutcome, at now: Instant,
      by limits: StreamLimits
    ) {
      self.session = session
      self.open = open
      self.outcome = outcome
      let isResumed = if case .resumed = outcome { true } else { false }
      self.resumedDirective = isResumed ? open.resume?.directive ?? 0 : 0
      self.openedAt = now
      self.lastHeard = now
      self.lastEvent = now
      self.anchor = now
      self.sentLines = open.skipsSamples ? session.sourceLines : []
      self.meter = EventMeter(allowance: Double(limits.eventBurst), at: session.now)
      self.checkpointing = open.resumes ? Checkpointing(at: now) : nil
    }

    /// The last event that was applied. Put where it is asked for: a call would copy all this.
    @inline(__always)
    var appliedEvent: UInt64 {
      // A movement that waits is not applied.
      if let held = self.meter.heldSequence { return held - 1 }
      return self.expected - 1
    }

    /// The last directive that was decided.
    var lastDirective: UInt64 { self.session.state.nextDirective - 1 }

    /// Whether the session is still behind what its client has applied: until the client's events
    /// have led there again, nothing else may be taken in, or they would lead elsewhere.
    var isCatchingUp: Bool { self.lastDirective < self.resumedDirective }

    /// Session time now, for what does not come from the client: the last event's time plus what has
    /// passed on the server since (rule S5).
    func time(at now: Instant) -> Instant {
      self.session.now + (now - self.anchor)
    }
  }
}

extension SessionStream.Conversation {
  typealias Output = SessionStream.Output

  mutating func receive(
    _ frame: RequestFrame, at now: Instant, by context: SessionStream.Surroundings
  ) -> [Output] {
    self.lastHeard = now
    switch frame {
    case .open, .authRefresh:
      // Unreachable: `SessionStream` rejects a second `open`; the shell verifies tokens.
      return []
    case .events(let first, let events):
      return self.receive(events.count, from: first, at: now, by: context) {
        conversation, index, response in
        conversation.take(events[index], at: now, by: context, to: &response)
      }
    case .samples(let first, let run):
      let place = self.session.experience.sources.index(of: run.source)
      return self.receive(run.samples.count, from: first, at: now, by: context) {
        $0.take($1, of: run, from: first, at: now, place: place, by: context, to: &$2)
      }
    case .ack(let directive):
      return self.receiveAck(directive, at: now, by: context)
    case .heartbeat(let time, let held, let pointers):
      return self.receiveHeartbeat(at: time, held, pointers, now: now, by: context)
    }
  }

  /// Takes in events that are numbered from `first`; `take` is given the index of one after the other.
  private mutating func receive(
    _ count: Int, from first: UInt64, at now: Instant, by context: SessionStream.Surroundings,
    take: (inout Self, Int, inout ResponseFrame) -> Void
  ) -> [Output] {
    guard first <= self.expected else {
      return [
        .finish(
          StreamError(
            .sequenceGap,
            "event \(first) came where \(self.expected) was expected; open again, and leave no number out",
            metadata: ["expected": "\(self.expected)", "received": "\(first)"]))
      ]
    }
    var response = ResponseFrame()
    let isRepeated = first < self.expected
    let known = Int(min(self.expected - first, UInt64(count)))
    if !self.malformed.isEmpty {
      self.malformed.removeAll { now - $0 > context.limits.malformedWindow }
    }
    var isOverrun = false
    for index in known ..< count where !isOverrun {
      let before = response.notices.count
      take(&self, index, &response)
      self.expected += 1
      if response.notices.count > before { self.malformed.append(now) }
      isOverrun = self.malformed.count >= context.limits.malformedEvents
      if response.directives.count > context.limits.frameDirectives {
        return [.finish(Self.tooManyDirectives(context.limits))]
      }
    }
    self.lastEvent = now
    if self.meter.isOverrun(at: now, by: context.limits) {
      return [.finish(Self.tooManyEvents(context.limits))]
    }
    if !isRepeated, !isOverrun, response.directives.isEmpty, response.notices.isEmpty,
      self.staysSilent(at: now, by: context.limits)
    {
      return []
    }
    var outputs = self.send(response, at: now, by: context, isRepeated ? .atOnce : .whenDue)
    if case .finish = outputs.last { return outputs }
    if isOverrun {
      outputs.append(
        .finish(
          StreamError(
            .tooManyMalformedEvents,
            "\(context.limits.malformedEvents) malformed events within"
              + " \(plain(context.limits.malformedWindow.seconds)) s; see the notices for what is wrong"
          )))
    }
    return outputs
  }

  private mutating func take(
    _ read: ReadEvent, at now: Instant, by context: SessionStream.Surroundings,
    to response: inout ResponseFrame
  ) {
    switch read {
    case .malformed(let sequence, let violations):
      self.checkpointing?.note(nil, at: now)
      response.notices.append(NoticePart(sequence: sequence, violations: violations))
    case .event(let event):
      self.checkpointing?.note(event, at: now)
      // What is refused has no say in how much time has passed.
      guard self.session.violations(in: event).isEmpty else {
        return self.apply(event, at: now, to: &response)
      }
      if self.meter.admitsAtOnce(eventAt: event.time, by: context.limits) {
        return self.applyGood(event, at: now, to: &response)
      }
      for event in self.meter.admit(event, at: now, by: context.limits) {
        self.apply(event, at: now, to: &response)
      }
    }
  }

  /// Takes in one of a run of samples. What is not plain goes the way of other events.
  private mutating func take(
    _ index: Int, of run: ScrollSamples, from first: UInt64, at now: Instant, place: Int?,
    by context: SessionStream.Surroundings, to response: inout ResponseFrame
  ) {
    let sample = run.samples[index]
    guard let place, self.journal == nil, self.session.state.hasStarted,
      sample.isPlain(at: self.session.state.now),
      self.meter.admitsAtOnce(eventAt: sample.time, by: context.limits)
    else {
      return self.take(.event(run.event(index, from: first)), at: now, by: context, to: &response)
    }
    self.checkpointing?.noteSample(at: now)
    self.anchor = now
    let directives = self.session.decide(
      sample, of: run, at: place, sequence: first &+ UInt64(index))
    response.directives.add(directives)
  }

  mutating func apply(_ event: Event, at now: Instant, to response: inout ResponseFrame) {
    let violations = self.session.violations(in: event)
    guard violations.isEmpty else {
      response.notices.append(NoticePart(sequence: event.sequence, violations: violations))
      return
    }
    self.applyGood(event, at: now, to: &response)
  }

  /// Applies an event that nothing is wrong with.
  private mutating func applyGood(_ event: Event, at now: Instant, to response: inout ResponseFrame)
  {
    self.anchor = now
    let directives = self.session.decide(event)
    self.note(event, directives)
    response.directives.add(directives)
  }

  /// Lets the session decide, and notes it for watchers.
  mutating func handle(_ event: Event) -> [Directive] {
    let directives = self.session.handle(event)
    self.note(event, directives)
    return directives
  }

  private mutating func note(_ event: Event, _ directives: [Directive]) {
    guard self.journal != nil else { return }
    self.journal?.append(.event(event))
    self.journal?.append(contentsOf: directives.map { .directive($0) })
  }

  private mutating func receiveAck(
    _ directive: UInt64, at now: Instant, by context: SessionStream.Surroundings
  ) -> [Output] {
    guard directive <= self.window.sent else {
      let violation = Violation(
        field: "ack.directive",
        problem: "is \(directive); the last one sent is \(self.window.sent)")
      return [.finish(StreamError(malformed: violation))]
    }
    self.window.acknowledge(directive, at: now)
    return self.window.waiting.isEmpty ? [] : self.send(ResponseFrame(), at: now, by: context)
  }

  /// A heartbeat also says which fingers are down (rule S3); what it changes is caused by the event
  /// before it.
  private mutating func receiveHeartbeat(
    at time: Instant, _ held: [HeldDrag], _ pointers: [UInt32], now: Instant,
    by context: SessionStream.Surroundings
  ) -> [Output] {
    var response = ResponseFrame()
    response.heartbeat = time
    guard !self.isCatchingUp else { return self.send(response, at: now, by: context) }
    self.releaseMovement(at: now, to: &response)
    let event = Event(
      sequence: self.expected - 1, time: time, kind: .heldDrags(held, pointers: pointers))
    self.checkpointing?.taint()
    self.apply(event, at: now, to: &response)
    response.notices = response.notices.map { notice in
      let violations = notice.violations.map { violation in
        let field = violation.field.replacing("held_drags.drags", with: "held_drags")
        return Violation(field: field, problem: violation.problem).inside("heartbeat")
      }
      return NoticePart(sequence: 0, violations: violations)
    }
    return self.send(response, at: now, by: context)
  }

  /// Applies the movement that waits to be overtaken, before something that does not wait.
  mutating func releaseMovement(at now: Instant, to response: inout ResponseFrame) {
    guard !self.isCatchingUp else { return }
    for event in self.meter.release() {
      self.checkpointing?.taint()
      self.apply(event, at: now, to: &response)
    }
  }

  private static func tooManyDirectives(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyDirectives,
      "the events of one frame led to more than \(limits.frameDirectives) directives;"
        + " send fewer, or ticks that are closer together")
  }

  private static func tooManyEvents(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyEvents,
      "more than \(limits.eventsPerSecond) events per second of session time came for"
        + " \(plain(limits.eventOverrun.seconds)) s; send at most one for each frame of the display"
    )
  }
}
