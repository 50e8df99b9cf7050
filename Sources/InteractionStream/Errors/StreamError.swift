public import InteractionCore

/// The error of a stream or call: a reason from a closed set, and a message with the remedy.
@available(InteractionEngine 1.0, *)
public struct StreamError: Error, Hashable, Sendable {
  /// The reasons; the raw values are sent as `ErrorInfo.reason`.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The first frame was not `open`.
    case openRequired = "OPEN_REQUIRED"
    /// No `open` came within ``StreamLimits/openTimeout``.
    case openTimeout = "OPEN_TIMEOUT"
    /// A second `open` arrived.
    case alreadyOpen = "ALREADY_OPEN"
    /// A frame cannot be parsed, or exceeds a limit.
    case malformedFrame = "MALFORMED_FRAME"
    /// Too many malformed events arrived within ``StreamLimits/malformedWindow``.
    case tooManyMalformedEvents = "TOO_MANY_MALFORMED_EVENTS"
    /// A frame exceeds the maximum size.
    case frameTooLarge = "FRAME_TOO_LARGE"
    /// Event sequence numbers are missing.
    case sequenceGap = "SEQUENCE_GAP"
    /// No experience has this name.
    case unknownExperience = "UNKNOWN_EXPERIENCE"
    /// An argument of a call is malformed.
    case invalidArgument = "INVALID_ARGUMENT"
    /// The ID of a command was used for another order.
    case commandIDReused = "COMMAND_ID_REUSED"
    /// Nothing was received for several heartbeat intervals.
    case heartbeatLost = "HEARTBEAT_LOST"
    /// No event arrived within ``StreamLimits/idleTimeout``.
    case idle = "IDLE"
    /// The client does not read or acknowledge what it is sent.
    case slowConsumer = "SLOW_CONSUMER"
    /// The events of one frame led to too many directives.
    case tooManyDirectives = "TOO_MANY_DIRECTIVES"
    /// The client exceeded the event rate for too long.
    case tooManyEvents = "TOO_MANY_EVENTS"
    /// The events since the checkpoint do not lead to the directive that the client claims to have
    /// applied.
    case diverged = "DIVERGED"
    /// The checkpoint belongs to another session or user.
    case foreignCheckpoint = "FOREIGN_CHECKPOINT"
    /// The caller has no credentials.
    case tokenMissing = "TOKEN_MISSING"
    /// The caller's credentials are invalid.
    case tokenInvalid = "TOKEN_INVALID"
    /// The caller's token has expired.
    case tokenExpired = "TOKEN_EXPIRED"
    /// The caller lacks the required role.
    case roleMissing = "ROLE_MISSING"
    /// The open session belongs to another user.
    case foreignSession = "FOREIGN_SESSION"
    /// The server is overloaded.
    case overloaded = "OVERLOADED"
    /// The user has too many sessions.
    case tooManySessions = "TOO_MANY_SESSIONS"
    /// An operator ended the session.
    case endedByOperator = "ENDED_BY_OPERATOR"
    /// The server is draining.
    case draining = "DRAINING"
    /// Another stream has opened the session.
    case superseded = "SUPERSEDED"
    /// Too many simulations are queued.
    case simulationsBusy = "SIMULATIONS_BUSY"
    /// A simulation took too long.
    case simulationTooLong = "SIMULATION_TOO_LONG"
    /// No session with this ID is open, or the routing key is not its own.
    case unknownSession = "UNKNOWN_SESSION"
    /// The engine does not record.
    case recordingOff = "RECORDING_OFF"
    /// The session has no recording.
    case notRecorded = "NOT_RECORDED"
  }

  /// The reason.
  public var reason: Reason
  /// The problem and the remedy, for people.
  public var message: String
  /// Details for programs, such as the expected sequence number.
  public var metadata: [String: String]
  /// The violations, field by field.
  public var violations: [Violation]
  /// The backoff before a retry; nil if an unchanged retry does not help.
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

  /// Creates the error of a malformed frame.
  package init(malformed violation: Violation) {
    self.init(
      .malformedFrame, "the frame is malformed: \(violation.field) \(violation.problem)",
      violations: [violation])
  }

  /// Creates the error of a call that is throttled for longer than allowed, since the calls of its
  /// session cost too much.
  package init(turnAfter time: TimeSpan, atMost limit: TimeSpan) {
    self.init(
      .overloaded,
      "the session exceeds its limit work-per-second: the call would wait"
        + " \(time.microseconds / 1_000) ms; at most \(limit.microseconds / 1_000) ms are allowed;"
        + " try again after the delay",
      metadata: ["limit": "work_per_second"])
    self.retryDelay = .microseconds(time.microseconds)
  }

  /// The error of a draining server.
  package static var leaving: StreamError {
    var error = StreamError(.draining, "the server is shutting down; open again on another server")
    // Jitter, so that clients do not reconnect all at once.
    error.retryDelay = .milliseconds(Int64.random(in: 0 ... 1_000))
    return error
  }

  /// The `ErrorInfo.domain` of every reason.
  public static let domain = "interaction.v1"
}

@available(InteractionEngine 1.0, *)
extension StreamError.Reason {
  /// The default backoff before a retry; nil if an unchanged retry does not help.
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
