public import InteractionCore

/// The error of a stream or call: a reason from a closed set, and a message with the remedy.
@available(InteractionEngine 1.0, *)
public struct StreamError: Error, Hashable, Sendable {
  /// The reasons; the raw values are sent as `ErrorInfo.reason`.
  public typealias Reason = ErrorReason

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
  package static var draining: StreamError {
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
