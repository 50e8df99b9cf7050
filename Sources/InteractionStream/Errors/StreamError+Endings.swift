package import InteractionCore
import InteractionWire

/// Errors that end a stream.
@available(InteractionEngine 1.0, *)
extension StreamError {
  /// Creates the error of a call that omits a required field.
  package init(unset field: String) {
    self.init(invalid: [Violation(field: field, problem: "must be specified")])
  }

  /// Creates the error of a call with malformed arguments.
  package init(invalid violations: [Violation]) {
    let first = violations.first.map { "\($0.field) \($0.problem)" } ?? "malformed"
    let more = violations.count > 1 ? " (and \(violations.count - 1) more)" : ""
    self.init(.invalidArgument, first + more, violations: violations)
  }

  package static let openRequired = StreamError(
    .openRequired, "the first frame must be 'open'; send it before other frames")

  package static let alreadyOpen = StreamError(
    .alreadyOpen, "the session is already open; send 'open' once, as the first frame")

  package static let tokenExpired = StreamError(
    .tokenExpired, "the token has expired without an auth_refresh; open again with a new token")

  package static func openTimeout(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .openTimeout,
      "no 'open' received within \(plain(limits.openTimeout.seconds)) s; send it as the first frame"
    )
  }

  package static func heartbeatLost(after silence: TimeSpan, _ limits: StreamLimits) -> StreamError
  {
    StreamError(
      .heartbeatLost,
      "no frame received for \(plain(silence.seconds.rounded())) s; send a heartbeat every"
        + " \(plain(limits.heartbeatInterval.seconds)) s")
  }

  package static func idle(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .idle, "no event received for \(plain(limits.idleTimeout.seconds)) s; open a new session")
  }

  package static func sequenceGap(expected: UInt64, received: UInt64) -> StreamError {
    StreamError(
      .sequenceGap,
      "received event \(received) instead of \(expected); open again and send every event",
      metadata: ["expected": "\(expected)", "received": "\(received)"])
  }

  package static func tooManyMalformedEvents(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyMalformedEvents,
      "\(limits.malformedEvents) malformed events within"
        + " \(plain(limits.malformedWindow.seconds)) s; correct the fields that the notices name")
  }

  package static func tooManyDirectives(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyDirectives,
      "the events of one frame caused more than \(limits.frameDirectives) directives;"
        + " send fewer events per frame, and ticks more often")
  }

  /// Creates the error of an unknown experience.
  ///
  /// - Parameter names: The available experiences.
  package static func unknownExperience(_ name: String, of names: [String]) -> StreamError {
    let name = String(name.prefix(64))
    let shown = names.sorted().prefix(16).joined(separator: ", ")
    let more = names.count > 16 ? " and \(names.count - 16) more" : ""
    return StreamError(
      .unknownExperience, "unknown experience '\(name)'; must be one of \(shown)\(more)",
      metadata: ["experience": name])
  }

  package static func tooManyEvents(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyEvents,
      "received more than \(limits.eventsPerSecond) events per second of session time for"
        + " \(plain(limits.eventOverrun.seconds)) s; send at most one event per display frame"
    )
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// The error of a client that does not acknowledge directives.
  package var slowConsumer: StreamError {
    StreamError(
      .slowConsumer,
      "\(self.window.unacknowledged) directives (\(self.window.bytes) bytes) are unacknowledged"
        + " and \(self.window.waiting.count) are waiting; read faster and acknowledge them")
  }

  /// The error of a client whose events do not lead to the directive that it claims to have
  /// applied.
  package var diverged: StreamError {
    StreamError(
      .diverged,
      "the events since the checkpoint lead to directive \(self.lastDirective), but"
        + " open.resume.directive is \(self.open.resume?.directive ?? 0); open again without"
        + " 'resume'")
  }
}
