import InteractionCore
import InteractionWire

extension SessionStream {
  /// An open session and what is owed to its client.
  struct Conversation: Sendable {
    var session: Session
    /// The trigger lines that the client has; empty if it did not ask for any.
    private(set) var sentLines: [SourceLines]
    private let skipsSamples: Bool
    private let samplesSprings: Bool
    /// The newest commands of backends, oldest first, each with the last directive that it led to:
    /// a repeated one is not carried out again.
    private var commands: [(id: String, outcome: CommandOutcome)] = []
    /// The number of the next event.
    private var expected: UInt64 = 1
    /// The last event that was acknowledged.
    private var acked: UInt64 = 0
    /// When the oldest unacknowledged event has to be acknowledged.
    private var ackDue: Instant?
    /// The last directive that the client has applied.
    private(set) var appliedDirective: UInt64 = 0
    private var lastHeard: Instant
    private var lastEvent: Instant
    /// Server time when session time was last set: the two run on together from there.
    private var anchor: Instant
    /// When malformed events came, oldest first; at most as many as end the stream.
    private var malformed: [Instant] = []

    init(session: Session, skipsSamples: Bool, samplesSprings: Bool = false, at now: Instant) {
      self.session = session
      self.skipsSamples = skipsSamples
      self.samplesSprings = samplesSprings
      self.lastHeard = now
      self.lastEvent = now
      self.anchor = now
      self.sentLines = skipsSamples ? session.sourceLines : []
    }

    /// The last event that was applied.
    var appliedEvent: UInt64 { self.expected - 1 }

    /// An acknowledgement of everything applied, if one is owed.
    var ackFrame: ResponseFrame? {
      guard self.expected - 1 > self.acked else { return nil }
      var frame = ResponseFrame()
      frame.ackedEvent = self.expected - 1
      frame.nextDeadline = self.session.nextDeadline
      return frame
    }
  }
}

extension SessionStream.Conversation {
  mutating func receive(
    _ frame: RequestFrame, at now: Instant, by limits: StreamLimits
  ) -> [SessionStream.Output] {
    self.lastHeard = now
    switch frame {
    case .open:
      // The stream keeps a second opening away.
      return []
    case .events(let first, let events):
      return self.receive(events, from: first, at: now, by: limits)
    case .ack(let directive):
      guard directive < self.session.state.nextDirective else {
        let violation = Violation(
          field: "ack.directive",
          problem: "is \(directive); the last one sent is \(self.session.state.nextDirective - 1)")
        return [.finish(StreamError(malformed: violation))]
      }
      self.appliedDirective = max(self.appliedDirective, directive)
      return []
    case .heartbeat(let time, let held, let pointers):
      return self.receiveHeartbeat(at: time, held, pointers, now: now)
    }
  }

  private mutating func receive(
    _ events: [ReadEvent], from first: UInt64, at now: Instant, by limits: StreamLimits
  ) -> [SessionStream.Output] {
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
    let known = Int(min(self.expected - first, UInt64(events.count)))
    self.malformed.removeAll { now - $0 > limits.malformedWindow }
    var isOverrun = false
    for event in events.dropFirst(known) where !isOverrun {
      let before = response.notices.count
      self.apply(event, at: now, to: &response)
      self.expected += 1
      if response.notices.count > before { self.malformed.append(now) }
      isOverrun = self.malformed.count >= limits.malformedEvents
      if response.directives.count > limits.frameDirectives {
        return [
          .finish(
            StreamError(
              .tooManyDirectives,
              "the events of one frame led to more than \(limits.frameDirectives) directives;"
                + " send fewer, or ticks that are closer together"))
        ]
      }
    }
    self.lastEvent = now
    self.updateLines(in: &response)
    self.acknowledge(in: &response, at: now, atOnce: isRepeated, by: limits)
    var outputs: [SessionStream.Output] = response.isEmpty ? [] : [.send(response)]
    if isOverrun {
      outputs.append(
        .finish(
          StreamError(
            .tooManyMalformedEvents,
            "\(limits.malformedEvents) malformed events within"
              + " \(plain(limits.malformedWindow.seconds)) s; see the notices for what is wrong")))
    }
    return outputs
  }

  private mutating func apply(
    _ read: ReadEvent, at now: Instant, to response: inout ResponseFrame
  ) {
    switch read {
    case .malformed(let sequence, let violations):
      response.notices.append(NoticePart(sequence: sequence, violations: violations))
    case .event(let event):
      let violations = self.session.violations(in: event)
      if violations.isEmpty {
        self.anchor = now
        response.directives += self.shown(self.session.handle(event))
      } else {
        response.notices.append(NoticePart(sequence: event.sequence, violations: violations))
      }
    }
  }

  /// A heartbeat also says which fingers are down (rule S3); what it changes is caused by the event
  /// before it.
  private mutating func receiveHeartbeat(
    at time: Instant, _ held: [HeldDrag], _ pointers: [UInt32], now: Instant
  ) -> [SessionStream.Output] {
    var response = ResponseFrame()
    let event = Event(
      sequence: self.expected - 1, time: time, kind: .heldDrags(held, pointers: pointers))
    self.apply(.event(event), at: now, to: &response)
    response.notices = response.notices.map { notice in
      let violations = notice.violations.map { violation in
        let field = violation.field.replacing("held_drags.drags", with: "held_drags")
        return Violation(field: field, problem: violation.problem).inside("heartbeat")
      }
      return NoticePart(sequence: 0, violations: violations)
    }
    response.heartbeat = time
    response.nextDeadline = self.session.nextDeadline
    return [.send(response)]
  }

  /// Trigger lines travel again only when they have changed.
  private mutating func updateLines(in response: inout ResponseFrame) {
    guard self.skipsSamples else { return }
    let lines = self.session.sourceLines
    if lines != self.sentLines {
      response.triggerLines = lines.filter { !self.sentLines.contains($0) }
      self.sentLines = lines
    }
  }

  /// Acknowledges with whatever is sent anyway, and else when enough has come together.
  private mutating func acknowledge(
    in response: inout ResponseFrame, at now: Instant, atOnce: Bool, by limits: StreamLimits
  ) {
    let applied = self.expected - 1
    let isDue = applied - self.acked >= limits.ackEvents
    if atOnce || isDue || !response.isEmpty {
      response.ackedEvent = applied
      response.nextDeadline = self.session.nextDeadline
      self.acked = applied
      self.ackDue = nil
    } else if self.ackDue == nil {
      self.ackDue = now + limits.ackDelay
    }
  }
}

extension SessionStream.Conversation {
  /// How many commands are remembered.
  private static let rememberedCommands = 64

  /// Carries out a backend's command, once for each name.
  mutating func carryOut(
    _ command: SessionCommand, at now: Instant, by limits: StreamLimits
  ) -> (CommandOutcome, [SessionStream.Output]) {
    if let known = self.commands.first(where: { $0.id == command.id }) {
      return (known.outcome, [])
    }
    let kind = command.kind(for: self.session.experience)
    let event = Event(
      sequence: self.expected - 1, time: self.time(at: now), kind: kind, command: command.id)
    if let violation = self.session.violations(in: event).first {
      return (.invalid(violation), [])
    }
    self.anchor = now
    let directives = self.session.handle(event)
    let outcome = CommandOutcome(directives, of: kind)
    self.commands.append((command.id, outcome))
    if self.commands.count > Self.rememberedCommands { self.commands.removeFirst() }
    var response = ResponseFrame()
    response.directives = self.shown(directives)
    self.updateLines(in: &response)
    self.acknowledge(in: &response, at: now, atOnce: false, by: limits)
    response.nextDeadline = self.session.nextDeadline
    return (outcome, response.isEmpty ? [] : [.send(response)])
  }

  /// Session time now, for what does not come from the client: the last event's time plus what has
  /// passed on the server since (rule S5).
  private func time(at now: Instant) -> Instant {
    self.session.now + (now - self.anchor)
  }

  /// Directives as this client can show them.
  private func shown(_ directives: [Directive]) -> [Directive] {
    guard self.samplesSprings else { return directives }
    return directives.map { directive in
      var directive = directive
      directive.timeline = directive.timeline?.withSampledSprings()
      return directive
    }
  }

  /// When the client counts as lost.
  private func lossTime(by limits: StreamLimits) -> Instant {
    let silence = limits.heartbeatInterval.microseconds * Int64(limits.lostHeartbeats)
    return self.lastHeard + TimeSpan(microseconds: silence)
  }

  /// When the server lets an overdue deadline of the session happen, in server time (rule S5).
  private func tickTime(by limits: StreamLimits) -> Instant? {
    self.session.nextServerDeadline.map { deadline in
      self.anchor + (deadline - self.session.now) + limits.tickGrace
    }
  }

  func nextDeadline(by limits: StreamLimits) -> Instant {
    var earliest = min(self.lossTime(by: limits), self.lastEvent + limits.idleTimeout)
    if let ackDue = self.ackDue { earliest = min(earliest, ackDue) }
    if let tick = self.tickTime(by: limits) { earliest = min(earliest, tick) }
    return earliest
  }

  mutating func tick(at now: Instant, by limits: StreamLimits) -> [SessionStream.Output] {
    if now >= self.lossTime(by: limits) {
      return [
        .finish(
          StreamError(
            .heartbeatLost,
            "nothing was heard for \(plain((now - self.lastHeard).seconds.rounded())) s; send a heartbeat every"
              + " \(plain(limits.heartbeatInterval.seconds)) s"))
      ]
    }
    if now >= self.lastEvent + limits.idleTimeout {
      return [
        .finish(
          StreamError(.idle, "no event came for \(plain(limits.idleTimeout.seconds)) s; open again")
        )
      ]
    }
    var response = ResponseFrame()
    if let due = self.tickTime(by: limits), now >= due {
      let tick = Event(
        sequence: self.expected - 1, time: self.time(at: now), kind: .serverTick)
      self.anchor = now
      response.directives = self.shown(self.session.handle(tick))
    }
    if let ackDue = self.ackDue, now >= ackDue, let ack = self.ackFrame {
      response.ackedEvent = ack.ackedEvent
      self.acked = self.expected - 1
      self.ackDue = nil
    }
    guard !response.isEmpty else { return [] }
    response.nextDeadline = self.session.nextDeadline
    return [.send(response)]
  }
}

extension ResponseFrame {
  /// Whether there is nothing in it to send.
  fileprivate var isEmpty: Bool {
    self.opened == nil && self.directives.isEmpty && self.ackedEvent == nil && self.notices.isEmpty
      && self.triggerLines.isEmpty && self.heartbeat == nil
  }
}

extension Session {
  /// The trigger lines of every source, in the experience's order.
  var sourceLines: [SourceLines] {
    self.experience.sources.map { source in
      SourceLines(source: source.id, lines: self.triggerLines(for: source.id))
    }
  }
}
