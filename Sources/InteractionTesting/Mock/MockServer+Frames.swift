import GRPCCore
import InteractionClient
import InteractionCore
import InteractionWire

/// The handling of a client's frames.
@available(InteractionEngine 1.0, *)
extension MockServer {
  func handle(_ frame: RequestFrame, on call: Int, in state: inout State) {
    switch frame.listed {
    case .open(let open): self.open(open, on: call, in: &state)
    case .events(let first, let events): self.apply(events, from: first, on: call, in: &state)
    case .ack(let directive): state.acknowledged = max(state.acknowledged, directive)
    case .heartbeat(let time, let drags, let pointers):
      self.update(call, in: &state) { session, frame in
        frame.heartbeat = time
        frame.directives = session.heartbeat(at: time, drags, pointers: pointers)
      }
    case .samples, .authRefresh, .unknown: break
    }
  }

  private func open(_ open: OpenFrame, on call: Int, in state: inout State) {
    let answers = self.script?.answers(toOpening: state.openings.count + 1) ?? []
    if answers.contains(where: \.preventsOpening) {
      state.openings.append(MockOpening(open, .prevented))
      self.carryOut(answers, on: call, in: &state)
      return
    }
    var outcome = OpenOutcome.new
    if open.resume != nil {
      let known = state.sessions[open.sessionID]
      outcome = known.map { .resumed(appliedEvent: $0.applied) } ?? .restarted(.unknownKey)
    }
    if case .resumed = outcome {
    } else {
      state.sessions[open.sessionID] = MockSession(self.decider, open, at: self.time)
    }
    state.openings.append(MockOpening(open, MockOpening.Outcome(outcome)))
    state.calls[call]?.sessionID = open.sessionID
    self.update(call, in: &state) { session, frame in
      frame.opened = self.opened(open, outcome, session)
      // A client ignores those that it has already applied.
      frame.directives = session.directives
    }
    self.carryOut(answers, on: call, in: &state)
  }

  private func opened(
    _ open: OpenFrame, _ outcome: OpenOutcome, _ session: MockSession
  ) -> OpenedMessage {
    var snapshot: Snapshot? = session.snapshot
    if case .resumed = outcome { snapshot = nil }
    var opened = OpenedMessage(
      outcome: outcome, sessionID: open.sessionID, experience: self.experienceName, digest: "",
      snapshot: snapshot, triggerLines: [],
      heartbeatInterval: self.heartbeatInterval,
      limits: OpenedMessage.Limits(
        frameBytes: 1 << 20, frameEvents: RequestFrame.maximumEvents, malformedEvents: 100,
        malformedWindow: .seconds(10), idleTimeout: .seconds(30)))
    opened.variant = self.script?.variant ?? ""
    return opened
  }

  private func apply(
    _ events: [DecodedEvent], from first: UInt64, on call: Int, in state: inout State
  ) {
    guard let name = state.calls[call]?.sessionID, var session = state.sessions[name] else {
      return
    }
    guard first <= session.applied + 1 else {
      let error = InteractionError(
        code: .failedPrecondition, reason: "SEQUENCE_GAP",
        message: "received event \(first) instead of \(session.applied + 1)")
      return self.end(call, with: RPCResponsePart(error), in: &state)
    }
    for case .event(let event) in events where event.sequence > session.applied {
      let (directives, faults, answers) = session.apply(event)
      let violations = faults + answers.compactMap(\.refusal)
      state.events.append(event)
      state.sessions[name] = session
      self.update(call, in: &state) { _, frame in
        frame.directives = directives
        if !violations.isEmpty {
          frame.notices = [NoticeMessage(refusing: event.sequence, for: violations)]
        }
      }
      self.carryOut(answers, to: event, on: call, in: &state)
      guard let next = state.sessions[name], !state.isSilent(call) else { return }
      session = next
    }
  }

  /// Sends a frame about the session of a call, with acknowledgement, deadline and checkpoint.
  func update(
    _ call: Int, in state: inout State, _ body: (inout MockSession, inout ResponseFrame) -> Void
  ) {
    guard let name = state.calls[call]?.sessionID, var session = state.sessions[name] else {
      return
    }
    var frame = ResponseFrame()
    body(&session, &frame)
    state.sessions[name] = session
    frame.ackedEvent = session.applied
    frame.nextDeadline = session.nextDeadline
    frame.checkpoint = session.checkpoint
    self.send(frame, on: call, in: &state)
  }

  /// The time since the server's creation.
  var time: Instant { .zero + (self.clock.now - self.clock.start) }

  var script: MockScript? {
    if case .script(let script) = self.decider { script } else { nil }
  }

  private var experienceName: String {
    switch self.decider {
    case .script(let script): script.experience
    case .core(let session): session.experience.name
    }
  }

  var heartbeatInterval: TimeSpan { self.script?.heartbeatInterval ?? .seconds(10) }
}

@available(InteractionEngine 1.0, *)
extension MockOpening.Outcome {
  fileprivate init(_ outcome: OpenOutcome) {
    switch outcome {
    case .new: self = .new
    case .resumed(let event): self = .resumed(after: event)
    case .restarted(let reason): self = .restarted(reason)
    }
  }
}
