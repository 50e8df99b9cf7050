package import InteractionCore

/// A frame from the server; parts that are absent say nothing.
package struct ResponseFrame: Hashable, Sendable {
  /// Behind a reference: it is large, and most frames have none.
  package var opened: OpenedPart? {
    get { self.boxedOpened?.part }
    set { self.boxedOpened = newValue.map { .part($0) } }
  }
  private var boxedOpened: BoxedOpened?
  package var directives: [Directive] = []
  /// The last event applied.
  package var ackedEvent: UInt64?
  package var notices: [NoticePart] = []
  /// Sources whose trigger lines are new.
  package var triggerLines: [SourceLines] = []
  /// The time of the heartbeat that is answered.
  package var heartbeat: Instant?
  /// The session's earliest deadline.
  package var nextDeadline: Instant?
  /// By directive of this frame, the earlier ones that were never sent and count as applied with
  /// it.
  package var superseded: [UInt64: [UInt64]] = [:]
  /// From where the session can be resumed, all of this frame applied.
  package var checkpoint: CheckpointPart?
  /// The session has to go elsewhere.
  package var drain: DrainPart?

  package init() {}

  private indirect enum BoxedOpened: Hashable, Sendable {
    case part(OpenedPart)

    var part: OpenedPart {
      switch self {
      case .part(let part): part
      }
    }
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { self.ackedEvent == nil && self.isSilent }

  /// Whether it says nothing but, perhaps, what was applied.
  var isSilent: Bool {
    self.boxedOpened == nil && self.directives.isEmpty && self.notices.isEmpty
      && self.triggerLines.isEmpty && self.heartbeat == nil && self.checkpoint == nil
      && self.drain == nil
  }
}

/// A directive is large: here it is not copied where its list or its number will do.
extension [Directive] {
  /// The number of the last one.
  package var lastSequence: UInt64? { self.indices.last.map { self[$0].sequence } }

  /// Adds some; mostly there are none yet.
  package mutating func add(_ more: [Directive]) {
    if self.isEmpty { self = more } else { self += more }
  }
}

/// The trigger lines of one source.
package struct SourceLines: Hashable, Sendable {
  package var source: SourceID
  package var lines: TriggerLines

  package init(source: SourceID, lines: TriggerLines) {
    self.source = source
    self.lines = lines
  }
}

/// Something that the client should know of: mostly, an event that was refused.
package struct NoticePart: Hashable, Sendable {
  /// Why a notice is sent; the raw values travel. A later server may send others.
  package struct Reason: RawRepresentable, Hashable, Sendable {
    /// An event was refused.
    package static let malformedEvent = Reason("MALFORMED_EVENT")
    /// An event is of a later contract than the server.
    package static let unknownEvent = Reason("UNKNOWN_EVENT")
    /// A frame is of a later contract than the server, or has no content.
    package static let unknownFrame = Reason("UNKNOWN_FRAME")
    /// The proof of who the client is expires; a newer one has to come.
    package static let tokenExpires = Reason("TOKEN_EXPIRES")

    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    private init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The event; 0 if it is about none.
  package var sequence: UInt64
  package var violations: [Violation]
  package var reason: Reason

  package init(
    sequence: UInt64, violations: [Violation] = [], reason: Reason = .malformedEvent
  ) {
    self.sequence = sequence
    self.violations = violations
    self.reason = reason
  }

  /// Says that event `sequence` was refused for `violations`.
  package init(refusing sequence: UInt64, for violations: [Violation]) {
    let isUnknown = !violations.isEmpty && violations.allSatisfy { $0.kind == .unknown }
    self.init(
      sequence: sequence, violations: violations,
      reason: isUnknown ? .unknownEvent : .malformedEvent)
  }
}

/// How an open session came about.
package enum OpenOutcome: Hashable, Sendable {
  /// It is new.
  case new
  /// It goes on where it was, after this event.
  case resumed(appliedEvent: UInt64)
  /// It could not be resumed, and began anew.
  case restarted(RestartReason)
}

/// The answer to an opening.
package struct OpenedPart: Hashable, Sendable {
  package var outcome: OpenOutcome
  package var sessionID: String
  package var experience: String
  package var digest: String
  /// Everything to show; nil after a resume.
  package var snapshot: Snapshot?
  package var triggerLines: [SourceLines]
  package var heartbeatInterval: TimeSpan
  package var limits: Limits
  /// The level of the contract that the server was built for.
  package var level = ContractLevel.current
  /// The experience that the session runs by, if the client has asked for it.
  package var definition: Proto.ExperienceDefinition?

  /// What the server accepts on the stream.
  package struct Limits: Hashable, Sendable {
    package var frameBytes: Int
    package var frameEvents: Int
    package var malformedEvents: Int
    package var malformedWindow: TimeSpan
    package var idleTimeout: TimeSpan
    package var unacknowledgedDirectives = 0
    package var unacknowledgedBytes = 0
    package var eventsPerSecond = 0
    package var eventBurst = 0

    package init(
      frameBytes: Int, frameEvents: Int, malformedEvents: Int, malformedWindow: TimeSpan,
      idleTimeout: TimeSpan
    ) {
      self.frameBytes = frameBytes
      self.frameEvents = frameEvents
      self.malformedEvents = malformedEvents
      self.malformedWindow = malformedWindow
      self.idleTimeout = idleTimeout
    }
  }

  package init(
    outcome: OpenOutcome = .new, sessionID: String, experience: String, digest: String,
    snapshot: Snapshot?, triggerLines: [SourceLines], heartbeatInterval: TimeSpan, limits: Limits
  ) {
    self.outcome = outcome
    self.sessionID = sessionID
    self.experience = experience
    self.digest = digest
    self.snapshot = snapshot
    self.triggerLines = triggerLines
    self.heartbeatInterval = heartbeatInterval
    self.limits = limits
  }
}
