public import InteractionCore

/// Why a stream ends, or a call fails: a reason from a closed set, and what the caller can do.
@available(InteractionEngine 1.0, *)
public struct StreamError: Error, Hashable, Sendable {
  /// The reasons; their raw values travel as `ErrorInfo.reason`.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The first frame was not `open`.
    case openRequired = "OPEN_REQUIRED"
    /// No frame came within the open time-out.
    case openTimeout = "OPEN_TIMEOUT"
    /// A second `open`.
    case alreadyOpen = "ALREADY_OPEN"
    /// The frame does not parse, or breaks a limit.
    case malformedFrame = "MALFORMED_FRAME"
    /// Too many malformed events in too short a time.
    case tooManyMalformedEvents = "TOO_MANY_MALFORMED_EVENTS"
    /// The frame is larger than accepted.
    case frameTooLarge = "FRAME_TOO_LARGE"
    /// Event numbers were left out.
    case sequenceGap = "SEQUENCE_GAP"
    /// There is no experience of that name.
    case unknownExperience = "UNKNOWN_EXPERIENCE"
    /// An argument of a call is malformed.
    case invalidArgument = "INVALID_ARGUMENT"
    /// The name of a command has stood for another command.
    case commandIDReused = "COMMAND_ID_REUSED"
    /// Nothing was heard for several heartbeat intervals.
    case heartbeatLost = "HEARTBEAT_LOST"
    /// The session had no event for too long.
    case idle = "IDLE"
    /// The client does not read what it is sent.
    case slowConsumer = "SLOW_CONSUMER"
    /// The events of one frame led to too many directives.
    case tooManyDirectives = "TOO_MANY_DIRECTIVES"
    /// The client sends too many events for too long.
    case tooManyEvents = "TOO_MANY_EVENTS"
    /// The events since the checkpoint do not lead to what the client says it has applied.
    case diverged = "DIVERGED"
    /// The checkpoint is another session's or another user's.
    case foreignCheckpoint = "FOREIGN_CHECKPOINT"
    /// Nothing says who the caller is.
    case tokenMissing = "TOKEN_MISSING"
    /// What says who the caller is cannot be believed.
    case tokenInvalid = "TOKEN_INVALID"
    /// It was good, and is no longer.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The caller may not do this.
    case roleMissing = "ROLE_MISSING"
    /// The session is open, and another user's.
    case foreignSession = "FOREIGN_SESSION"
    /// The server has too much to do.
    case overloaded = "OVERLOADED"
    /// The user has too many sessions.
    case tooManySessions = "TOO_MANY_SESSIONS"
    /// An operator ended the session.
    case endedByOperator = "ENDED_BY_OPERATOR"
    /// The server is going down.
    case draining = "DRAINING"
    /// The session was opened anew by another stream.
    case superseded = "SUPERSEDED"
    /// Too many simulations wait for their turn.
    case simulationsBusy = "SIMULATIONS_BUSY"
    /// A simulation took too long.
    case simulationTooLong = "SIMULATION_TOO_LONG"
    /// There is no open session of that name, or the key is not its own.
    case unknownSession = "UNKNOWN_SESSION"
    /// The engine does not record.
    case recordingOff = "RECORDING_OFF"
    /// Nothing is recorded of the session.
    case notRecorded = "NOT_RECORDED"
  }

  /// Why.
  public var reason: Reason
  /// What happened, and what to do next.
  public var message: String
  /// Facts for programs, such as the expected number.
  public var metadata: [String: String]
  /// What is wrong, field by field.
  public var violations: [Violation]
  /// How long to wait before trying again; nil where trying again as it is does not help.
  public var retryDelay: Duration?

  public init(
    _ reason: Reason, _ message: String, metadata: [String: String] = [:],
    violations: [Violation] = []
  ) {
    self.reason = reason
    self.message = message
    self.metadata = metadata
    self.violations = violations
    self.retryDelay = reason.retryDelay
  }

  /// A frame that breaks a rule of the contract.
  package init(malformed violation: Violation) {
    self.init(
      .malformedFrame, "the frame is malformed: \(violation.field) \(violation.problem)",
      violations: [violation])
  }

  /// A call would have to wait for longer than it may, since others of its session cost too much.
  package init(turnAfter time: TimeSpan, atMost limit: TimeSpan) {
    self.init(
      .overloaded,
      "calls of the session cost more than it may; this one's turn would be in"
        + " \(time.microseconds / 1_000) ms, and at most \(limit.microseconds / 1_000) are waited",
      metadata: ["limit": "work_per_second"])
    self.retryDelay = .microseconds(time.microseconds)
  }

  /// The server goes down.
  package static var leaving: StreamError {
    var error = StreamError(.draining, "the server is going down; open again elsewhere")
    // Clients come back at different moments.
    error.retryDelay = .milliseconds(Int64.random(in: 0 ... 1_000))
    return error
  }

  /// The domain of every reason.
  public static let domain = "interaction.v1"
}

@available(InteractionEngine 1.0, *)
extension StreamError.Reason {
  /// How long to wait before trying again, as a rule.
  package var retryDelay: Duration? {
    switch self {
    case .draining, .slowConsumer, .heartbeatLost, .openTimeout, .tooManyEvents, .diverged:
      .seconds(1)
    case .overloaded: .seconds(1)
    case .simulationsBusy: .seconds(2)
    case .tooManySessions: .seconds(5)
    case .openRequired, .alreadyOpen, .malformedFrame, .tooManyMalformedEvents, .frameTooLarge,
      .sequenceGap, .unknownExperience, .invalidArgument, .commandIDReused, .idle, .superseded,
      .unknownSession,
      .tooManyDirectives, .foreignCheckpoint, .tokenMissing, .tokenInvalid, .tokenExpired,
      .roleMissing, .foreignSession, .endedByOperator, .simulationTooLong, .recordingOff,
      .notRecorded:
      nil
    }
  }
}
