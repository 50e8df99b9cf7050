package import InteractionCore

/// A frame from the server; parts that are absent say nothing.
package struct ResponseFrame: Hashable, Sendable {
  package var opened: OpenedPart?
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

  package init() {}
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

/// An event that was refused.
package struct NoticePart: Hashable, Sendable {
  package var sequence: UInt64
  package var violations: [Violation]

  /// The reason that every notice gives so far.
  package static let reason = "MALFORMED_EVENT"

  package init(sequence: UInt64, violations: [Violation]) {
    self.sequence = sequence
    self.violations = violations
  }
}

/// The answer to an opening.
package struct OpenedPart: Hashable, Sendable {
  package var sessionID: String
  package var experience: String
  package var digest: String
  package var snapshot: Snapshot
  package var triggerLines: [SourceLines]
  package var heartbeatInterval: TimeSpan
  package var limits: Limits

  /// What the server accepts on the stream.
  package struct Limits: Hashable, Sendable {
    package var frameBytes: Int
    package var frameEvents: Int
    package var malformedEvents: Int
    package var malformedWindow: TimeSpan
    package var idleTimeout: TimeSpan

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
    sessionID: String, experience: String, digest: String, snapshot: Snapshot,
    triggerLines: [SourceLines], heartbeatInterval: TimeSpan, limits: Limits
  ) {
    self.sessionID = sessionID
    self.experience = experience
    self.digest = digest
    self.snapshot = snapshot
    self.triggerLines = triggerLines
    self.heartbeatInterval = heartbeatInterval
    self.limits = limits
  }
}
