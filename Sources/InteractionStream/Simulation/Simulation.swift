package import InteractionCore
package import InteractionWire
import SwiftProtobuf

/// The simulation of a session in one call: a value that handles one event at a time, so that its
/// shell can interrupt it.
@available(InteractionEngine 1.0, *)
package struct Simulation {
  /// The maximum number of violations in an error, which must fit into trailers.
  private static let maximumViolations = 20

  private let limits: SimulationLimits
  private let substitutes: Substitutes
  private let places: [Int]
  private let events: [DecodedEvent]
  private var next = 0
  private var session: Session
  private var violations: [Violation]
  private var notices: [NoticeMessage] = []
  private let explains: Bool
  private var explanations: [Interaction_V1_Explanation] = []
  private var directives: [Proto.Directive] = []
  private var bytes = 0

  /// - Throws: The violations of the level or surface, or too many events.
  package init(
    _ request: Interaction_V1_SimulateRequest, of experience: Experience,
    by limits: SimulationLimits, levels: FeatureLevels = .contract
  ) throws(StreamError) {
    self.limits = limits
    self.explains = request.explain
    guard request.level >= 1 else {
      throw StreamError(invalid: [
        Violation(
          field: "level",
          problem: "must be the level of the contract that the client was built for, from 1")
      ])
    }
    self.substitutes = Substitutes(
      level: request.level, samplesSprings: request.samplesSprings, by: levels)
    // Before parsing: a run of samples expands to as many events.
    let count = request.events.reduce(0) { $0 + $1.sampleCount }
    guard count <= limits.events else {
      throw Self.refusal(
        "has \(count) events; at most \(limits.events) are allowed; send fewer events")
    }
    self.events = [DecodedEvent](request.events, first: 1)
    self.places = request.events.enumerated().flatMap { index, event in
      Array(repeating: index, count: event.sampleCount)
    }
    let surface: Surface
    let current: RestoredState?
    do {
      surface = request.hasSurface ? try Surface(request.surface) : .phone
      current = request.hasCurrent ? try RestoredState(request.current) : nil
    } catch {
      throw StreamError(invalid: [error])
    }
    self.session = Session(
      experience: self.substitutes.experience(experience), surface: surface)
    let opening = InteractionEvent(
      time: Instant(microseconds: request.timeUs), kind: .open(current))
    self.violations = self.session.violations(in: opening)
    if self.violations.isEmpty { try self.add(self.session.handle(opening)) }
  }

  /// Handles the next event. Returns false after the last one.
  ///
  /// - Throws: The error that ends the simulation.
  package mutating func advance() throws(StreamError) -> Bool {
    guard self.next < self.events.count, self.violations.count < Self.maximumViolations else {
      if !self.violations.isEmpty { throw StreamError(invalid: self.violations) }
      return false
    }
    defer { self.next += 1 }
    switch self.events[self.next] {
    case .malformed(let sequence, let found):
      try self.refuse(sequence, for: found)
    case .event(let event):
      let found = self.session.violations(in: event)
      if !found.isEmpty {
        try self.refuse(event.sequence, for: found)
      } else if self.violations.isEmpty {
        try self.play(event)
      }
    }
    return true
  }

  private mutating func play(_ event: InteractionEvent) throws(StreamError) {
    guard self.explains else { return try self.add(self.session.handle(event)) }
    let (directives, findings) = self.session.explain(event)
    let explanation = Interaction_V1_Explanation.with {
      $0.sequence = event.sequence
      $0.directives = directives.map(\.sequence)
      $0.findings = findings.map(\.proto)
    }
    try self.count(explanation)
    self.explanations.append(explanation)
    try self.add(directives)
  }

  /// Answers an event of a newer contract with a notice, as a stream does; any other rejected event
  /// ends the simulation.
  private mutating func refuse(
    _ sequence: UInt64, for found: [Violation]
  ) throws(StreamError) {
    let notice = NoticeMessage(refusing: sequence, for: found)
    if notice.reason == .unknownEvent {
      try self.count(notice.proto)
      self.notices.append(notice)
    } else {
      let place = "events[\(self.places[self.next])]"
      self.violations += found.map { $0.prefixed(with: place) }
    }
  }

  /// The response.
  package var response: Interaction_V1_SimulateResponse {
    .with {
      $0.directives = self.directives
      $0.snapshot = self.substitutes.substituted(self.session.snapshot).proto
      $0.experienceDigest = self.session.experience.digest
      if let deadline = self.session.nextDeadline { $0.nextDeadlineUs = deadline.microseconds }
      $0.notices = self.notices.map(\.proto)
      $0.explanations = self.explanations
    }
  }

  private mutating func add(_ directives: [Directive]) throws(StreamError) {
    guard self.directives.count + directives.count <= self.limits.directives else {
      throw Self.refusal(
        "cause more than \(self.limits.directives) directives; send fewer events")
    }
    for directive in self.substitutes.substituted(directives) {
      let proto = directive.proto
      try self.count(proto)
      self.directives.append(proto)
    }
  }

  /// Adds to the size of the response.
  private mutating func count(_ part: some Message) throws(StreamError) {
    // Plus tag and length, at most four bytes.
    self.bytes += ((try? part.serializedData().count) ?? 0) + 4
    guard self.bytes <= self.limits.answerBytes else {
      throw Self.refusal(
        "cause a response of more than \(self.limits.answerBytes) bytes; send fewer events"
          + (self.substitutes.samplesSprings ? ", or omit samples_springs" : "")
          + (self.explains ? ", or omit explain" : ""))
    }
  }

  private static func refusal(_ problem: String) -> StreamError {
    StreamError(invalid: [Violation(field: "events", problem: problem)])
  }
}

@available(InteractionEngine 1.0, *)
extension Finding {
  fileprivate var proto: Interaction_V1_Finding {
    .with {
      $0.rule = self.rule
      $0.subject = self.subject
      $0.text = self.text
      $0.deadline = self.deadline ?? ""
    }
  }
}
