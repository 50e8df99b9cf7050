package import InteractionCore

/// A frame from the server; all parts are optional.
package struct ResponseFrame: Hashable, Sendable {
  /// The response to `Open`. Boxed: it is large, and most frames have none.
  package var opened: OpenedMessage? {
    get { self.boxedOpened?.part }
    set { self.boxedOpened = newValue.map { .part($0) } }
  }
  private var boxedOpened: BoxedOpened?
  package var directives: [Directive] = []
  /// The newest applied event.
  package var ackedEvent: UInt64?
  package var notices: [NoticeMessage] = []
  /// The changed trigger lines, by source.
  package var triggerLines: [SourceLines] = []
  /// The time of the heartbeat that is echoed.
  package var heartbeat: Instant?
  /// The session's earliest deadline.
  package var nextDeadline: Instant?
  /// The superseded directives, by the directive of this frame that replaces them: they were never
  /// sent, and count as applied with it.
  package var superseded: [UInt64: [UInt64]] = [:]
  /// The checkpoint to resume from, after everything in this frame.
  package var checkpoint: CheckpointMessage?
  /// The drain parameters, if the session must move to another server.
  package var drain: DrainMessage?
  /// The digest of the version that the session was moved to; nil unless it was (rule V1).
  package var experienceDigest: String?

  package init() {}

  private indirect enum BoxedOpened: Hashable, Sendable {
    case part(OpenedMessage)

    var part: OpenedMessage {
      switch self {
      case .part(let part): part
      }
    }
  }

  /// A Boolean value that indicates whether the frame has no content.
  package var isEmpty: Bool { self.ackedEvent == nil && self.hasOnlyAcknowledgement }

  /// A Boolean value that indicates whether the frame has at most an acknowledgement and a
  /// deadline.
  var hasOnlyAcknowledgement: Bool {
    self.boxedOpened == nil && self.directives.isEmpty && self.notices.isEmpty
      && self.triggerLines.isEmpty && self.heartbeat == nil && self.checkpoint == nil
      && self.drain == nil && self.experienceDigest == nil
  }
}

/// Operations that avoid copying a directive, which is a large struct.
extension [Directive] {
  /// The sequence number of the last directive; nil if there is none.
  package var lastSequence: UInt64? { self.indices.last.map { self[$0].sequence } }

  /// Appends directives; optimised for an empty list.
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

extension Session {
  /// Returns the trigger lines of every source, in the experience's order. A client of level 1 does
  /// not know lines of travel, and sends every sample (rule R12).
  package func sourceLines(forLevel level: UInt32) -> [SourceLines] {
    self.experience.sources.map { source in
      var lines = self.triggerLines(for: source.id)
      if level < 2 && lines.dependsOnTravel { lines.needsEverySample = true }
      return SourceLines(source: source.id, lines: lines)
    }
  }
}

/// A notice for the client, mostly of a refused event.
package struct NoticeMessage: Hashable, Sendable {
  /// The event's sequence number; 0 if it concerns none.
  package var sequence: UInt64
  package var violations: [Violation]
  /// The reason; nil for one of a newer contract.
  package var reason: NoticeReason?

  package init(
    sequence: UInt64, violations: [Violation] = [], reason: NoticeReason? = .malformedEvent
  ) {
    self.sequence = sequence
    self.violations = violations
    self.reason = reason
  }

  /// Creates a notice that event `sequence` was refused because of `violations`.
  package init(refusing sequence: UInt64, for violations: [Violation]) {
    let isUnknown = !violations.isEmpty && violations.allSatisfy { $0.kind == .unknown }
    self.init(
      sequence: sequence, violations: violations,
      reason: isUnknown ? .unknownEvent : .malformedEvent)
  }
}

/// The outcome of opening a session.
package enum OpenOutcome: Hashable, Sendable {
  /// A new session was created.
  case new
  /// The session was resumed after this event.
  case resumed(appliedEvent: UInt64)
  /// The session could not be resumed, and a new one was created.
  case restarted(RestartReason)
}

/// The response to `Open`.
package struct OpenedMessage: Hashable, Sendable {
  package var outcome: OpenOutcome
  package var sessionID: String
  package var experience: String
  package var digest: String
  /// The complete state to show; nil after a resume.
  package var snapshot: Snapshot?
  package var triggerLines: [SourceLines]
  package var heartbeatInterval: TimeSpan
  package var limits: Limits
  /// The server's contract level.
  package var level = ContractLevel.current
  /// The serialized definition of the session's experience, if the client requested it.
  package var localExperience: [UInt8]?
  /// The name of the session's variant; empty if it is in none.
  package var variant = ""

  /// The server's limits for the stream; 0 for one that it has not named.
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
