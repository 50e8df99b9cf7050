import InteractionCore
import InteractionWire

/// Handling of the client's frames.
@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  typealias Output = SessionStream.Output

  mutating func apply(
    _ frame: RequestFrame, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    self.lastReceivedAt = now
    switch frame {
    case .open:
      // Unreachable: `SessionStream` rejects a second `open`.
      return []
    case .authRefresh(let token):
      return [.verify(token: token)]
    case .events(let first, let events):
      return self.count(events.count, from: first, at: now, by: context) {
        conversation, index, response in
        conversation.admit(events[index], at: now, by: context, to: &response)
      }
    case .samples(let first, let run):
      let place = self.session.experience.sources.index(of: run.source)
      return self.count(run.samples.count, from: first, at: now, by: context) {
        $0.admit($1, of: run, from: first, at: now, place: place, by: context, to: &$2)
      }
    case .ack(let directive):
      return self.acknowledge(directive, at: now, by: context)
    case .heartbeat(let time, let held, let pointers):
      return self.heartbeat(at: time, held, pointers, now: now, by: context)
    case .unknown(let violation):
      return self.refuse(violation, at: now, by: context)
    }
  }

  /// Counts events with sequence numbers from `first` on, skips known ones, and admits the others.
  ///
  /// - Parameter admit: Called with the index of each new event.
  private mutating func count(
    _ count: Int, from first: UInt64, at now: Instant, by context: SessionStream.Context,
    admit: (inout Self, Int, inout ResponseFrame) -> Void
  ) -> [Output] {
    guard first <= self.expected else {
      return [.finish(.sequenceGap(expected: self.expected, received: first))]
    }
    var response = ResponseFrame()
    let isRepeated = first < self.expected
    let known = Int(min(self.expected - first, UInt64(count)))
    self.forgetMalformed(at: now, by: context)
    var isOverrun = false
    for index in known ..< count where !isOverrun {
      let before = response.notices.count
      admit(&self, index, &response)
      self.expected += 1
      // Events of a newer contract do not count as malformed.
      if response.notices.count > before, response.notices.last?.reason == .malformedEvent {
        self.malformed.append(now)
      }
      isOverrun = self.malformed.count >= context.limits.malformedEvents
      if response.directives.count > context.limits.frameDirectives {
        return [.finish(.tooManyDirectives(context.limits))]
      }
    }
    self.lastEvent = now
    if self.meter.isOverrun {
      return [.finish(.tooManyEvents(context.limits))]
    }
    if !isRepeated, !isOverrun, response.directives.isEmpty, response.notices.isEmpty,
      self.needsNoResponse(at: now, by: context)
    {
      return []
    }
    var outputs = self.send(response, at: now, by: context, isRepeated ? .atOnce : .whenDue)
    if case .finish = outputs.last { return outputs }
    if isOverrun { outputs.append(.finish(.tooManyMalformedEvents(context.limits))) }
    return outputs
  }

  /// Answers a frame of a newer contract with a notice. It does not count as malformed, and the
  /// session goes on.
  private mutating func refuse(
    _ violation: Violation, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    var response = ResponseFrame()
    response.notices.append(
      NoticeMessage(sequence: 0, violations: [violation], reason: .unknownFrame))
    return self.send(response, at: now, by: context)
  }

  private mutating func forgetMalformed(at now: Instant, by context: SessionStream.Context) {
    guard !self.malformed.isEmpty else { return }
    self.malformed.removeAll { now - $0 > context.limits.malformedWindow }
  }

  private mutating func admit(
    _ read: DecodedEvent, at now: Instant, by context: SessionStream.Context,
    to response: inout ResponseFrame
  ) {
    switch read {
    case .malformed(let sequence, let violations):
      self.checkpointing?.note(nil, at: now)
      response.notices.append(NoticeMessage(refusing: sequence, for: violations))
    case .event(let event):
      self.checkpointing?.note(event, at: now)
      if case .move = event.kind {
        response.notices.append(
          NoticeMessage(sequence: event.sequence, violations: [.moveByClient]))
        return
      }
      // Checked first: a rejected event must not refill the meter.
      guard self.session.violations(in: event).isEmpty else {
        return self.enact(event, at: now, to: &response)
      }
      if self.meter.admitsAtOnce(eventAt: event.time, by: context.limits) {
        return self.applyValid(event, at: now, to: &response)
      }
      for event in self.meter.admit(event, at: now, by: context.limits) {
        self.enact(event, at: now, to: &response)
      }
    }
  }

  /// Admits one sample of a run. Samples that are not plain take the general path.
  private mutating func admit(
    _ index: Int, of run: ScrollSamples, from first: UInt64, at now: Instant, place: Int?,
    by context: SessionStream.Context, to response: inout ResponseFrame
  ) {
    let sample = run.samples[index]
    guard let place, self.journal == nil, self.session.state.hasStarted,
      run.drag > 0 || !run.phase.isOfDrag,
      sample.isValidAndOnTime(at: self.session.state.now),
      self.meter.admitsAtOnce(eventAt: sample.time, by: context.limits)
    else {
      return self.admit(
        .event(run.event(index, from: first)), at: now, by: context, to: &response)
    }
    self.checkpointing?.noteSample(at: now)
    self.lastAppliedAt = now
    let directives = self.session.decide(
      sample, of: run, at: place, sequence: first &+ UInt64(index))
    self.noteDecided(directives)
    response.directives.add(directives)
  }

  private mutating func acknowledge(
    _ directive: UInt64, at now: Instant, by context: SessionStream.Context
  ) -> [Output] {
    guard directive <= self.window.sent else {
      let violation = Violation(
        field: "ack.directive",
        problem: "is \(directive); must be at most \(self.window.sent), the last directive sent")
      return [.finish(StreamError(malformed: violation))]
    }
    self.window.acknowledge(directive, at: now)
    return self.window.waiting.isEmpty ? [] : self.send(ResponseFrame(), at: now, by: context)
  }

  /// Handles a heartbeat, which also lists the pointers that are down (rule S3). The cause of its
  /// effects is the event before it.
  private mutating func heartbeat(
    at time: Instant, _ held: [HeldDrag], _ pointers: [UInt32], now: Instant,
    by context: SessionStream.Context
  ) -> [Output] {
    var response = ResponseFrame()
    response.heartbeat = time
    guard !self.isCatchingUp else { return self.send(response, at: now, by: context) }
    self.releaseMovement(at: now, to: &response)
    let event = InteractionEvent(
      sequence: self.expected - 1, time: time, kind: .heldDrags(held, pointers: pointers))
    self.checkpointing?.noteUnrepeatableInput()
    self.enact(event, at: now, to: &response)
    response.notices = response.notices.map { notice in
      let violations = notice.violations.map { violation in
        let field = violation.field.replacing("held_drags.drags", with: "held_drags")
        return Violation(field: field, problem: violation.problem).prefixed(with: "heartbeat")
      }
      return NoticeMessage(sequence: 0, violations: violations)
    }
    return self.send(response, at: now, by: context)
  }
}

@available(InteractionEngine 1.0, *)
extension Violation {
  /// The violation of a client that sends what only recordings have.
  fileprivate static let moveByClient = Violation(
    field: "move", problem: "is only in recordings; leave it out")
}
