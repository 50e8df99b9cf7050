import InteractionCore
import InteractionWire
import SwiftProtobuf

/// A session that answers the contract's frames one by one, without a stream around it: nothing is
/// numbered again, held back or resumed, and the texts that name the client are not checked.
final class ModuleSession {
  /// The phase of a session.
  private enum Phase {
    /// No `Open` has arrived.
    case new(Experience)
    /// The session is open.
    case open(Session)
  }

  private var phase: Phase
  /// The contract level of the client.
  private var level: UInt32 = 0
  /// True if the client asks for keyframes instead of springs (rule X2).
  private var samplesSprings = false
  /// The trigger lines that the client has; nil if it skips no samples.
  private var lines: [SourceLines]?

  init(of experience: Experience) {
    self.phase = .new(experience)
  }

  /// Answers a frame. A frame that is refused, or comes before `Open`, is answered by a notice.
  func handle(_ bytes: [UInt8]) -> Proto.Response {
    do throws(Violation) {
      guard let request = try? Proto.Request(serializedBytes: bytes) else {
        throw Violation(
          field: "frame", problem: "is not an \(Proto.Request.protoMessageName) message")
      }
      switch (self.phase, request.frame) {
      case (.new(let experience), .open(let open)):
        return try self.open(experience, by: open)
      case (.new, _):
        throw Violation(field: "frame", problem: "precedes open; send open first")
      case (.open, .open):
        throw Violation(field: "frame", problem: "is a second open; create another session")
      case (.open(var session), _):
        // Leaves one reference to the session, which is then changed in place.
        self.phase = .new(session.base)
        defer { self.phase = .open(session) }
        return try self.answer(request, by: &session)
      }
    } catch {
      return .notice(of: [error])
    }
  }

  private func open(
    _ experience: Experience, by open: Interaction_V1_Open
  ) throws(Violation) -> Proto.Response {
    var session: Session
    let opening: InteractionEvent
    do throws(Violation) {
      session = Session(experience: experience, surface: try Surface(open.surface))
      let current = open.hasCurrent ? try RestoredState(open.current) : nil
      opening = InteractionEvent(
        time: Instant(microseconds: open.timeUs), kind: .open(current))
      if let violation = session.violations(in: opening).first { throw violation }
    } catch {
      throw error.prefixed(with: "open")
    }
    let directives = session.decide(opening)
    self.level = open.level
    self.samplesSprings = open.capabilities.samplesSprings
    self.lines = open.capabilities.skipsSamples ? session.sourceLines(forLevel: open.level) : nil
    self.phase = .open(session)
    var response = Proto.Response()
    self.add(directives, of: session, to: &response)
    response.opened = .with {
      $0.outcome = .new
      $0.level = ContractLevel.current
      $0.sessionID = open.sessionID
      $0.experience = experience.name
      let snapshot = session.snapshot
      $0.snapshot = (self.samplesSprings ? snapshot.withSampledSprings : snapshot).proto
      $0.triggerLines = self.lines?.map { $0.proto } ?? []
    }
    return response
  }

  /// Applies a frame to the open session.
  private func answer(
    _ request: Proto.Request, by session: inout Session
  ) throws(Violation) -> Proto.Response {
    var directives: [Directive] = []
    var notices: [NoticeMessage] = []
    var response = Proto.Response()
    switch request.frame {
    case .events(let batch):
      let events = [DecodedEvent](batch.events, first: batch.firstSequence)
      for event in events { session.apply(event, &directives, &notices) }
      response.ackedEvent = batch.firstSequence &+ UInt64(events.count) &- 1
    case .heartbeat(let heartbeat):
      response.heartbeat.timeUs = heartbeat.timeUs
      let held = InteractionEvent(
        time: Instant(microseconds: heartbeat.timeUs),
        kind: .heldDrags(
          try [HeldDrag](heartbeat.heldDrags, "heartbeat.held_drags"),
          pointers: try heldPointers(heartbeat.heldPointers, "heartbeat.held_pointers")))
      session.apply(.event(held), &directives, &notices)
    case .open, .ack, .authRefresh, .none: break
    }
    self.add(directives, of: session, to: &response)
    response.notices = notices.map { $0.proto }
    if let former = self.lines {
      let lines = session.sourceLines(forLevel: self.level)
      response.triggerLines = lines.filter { !former.contains($0) }.map { $0.proto }
      self.lines = lines
    }
    return response
  }

  private func add(
    _ directives: [Directive], of session: Session, to response: inout Proto.Response
  ) {
    response.directives = directives.map {
      (self.samplesSprings ? $0.withSampledSprings : $0).proto
    }
    if let deadline = session.nextDeadline { response.nextDeadlineUs = deadline.microseconds }
  }
}

extension Session {
  /// Applies a valid event; a notice refuses any other.
  fileprivate mutating func apply(
    _ event: DecodedEvent, _ directives: inout [Directive], _ notices: inout [NoticeMessage]
  ) {
    switch event {
    case .malformed(let sequence, let violations):
      notices.append(NoticeMessage(refusing: sequence, for: violations))
    case .event(let event):
      let violations = self.violations(in: event)
      if violations.isEmpty {
        directives += self.decide(event)
      } else {
        notices.append(NoticeMessage(refusing: event.sequence, for: violations))
      }
    }
  }
}

extension Proto.Response {
  /// Returns a response whose only notice has these violations.
  static func notice(of violations: [Violation]) -> Proto.Response {
    .with { $0.notices = [NoticeMessage(refusing: 0, for: violations).proto] }
  }
}
