package import InteractionCore
import InteractionWire

/// Errors that end a stream.
@available(InteractionEngine 1.0, *)
extension StreamError {
  /// Creates the error of a call that omits a required field.
  package init(unset field: String) {
    self.init(invalid: [Violation(field: field, problem: "must be set")])
  }

  /// Creates the error of a call with malformed arguments.
  package init(invalid violations: [Violation]) {
    let first = violations.first.map { "\($0.field) \($0.problem)" } ?? "malformed"
    let more = violations.count > 1 ? " (and \(violations.count - 1) more)" : ""
    self.init(.invalidArgument, first + more, violations: violations)
  }

  package static let openRequired = StreamError(
    .openRequired, "the first frame must be 'open'; send it and then everything else")

  package static let alreadyOpen = StreamError(
    .alreadyOpen, "the session is open already; 'open' comes once, as the first frame")

  package static let tokenExpired = StreamError(
    .tokenExpired, "the token has expired and no newer one came; open again with a new one")

  package static func openTimeout(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .openTimeout,
      "no 'open' came within \(plain(limits.openTimeout.seconds)) s; send it as the first frame")
  }

  package static func heartbeatLost(after silence: TimeSpan, _ limits: StreamLimits) -> StreamError
  {
    StreamError(
      .heartbeatLost,
      "nothing was heard for \(plain(silence.seconds.rounded())) s; send a heartbeat every"
        + " \(plain(limits.heartbeatInterval.seconds)) s")
  }

  package static func idle(_ limits: StreamLimits) -> StreamError {
    StreamError(.idle, "no event came for \(plain(limits.idleTimeout.seconds)) s; open again")
  }

  package static func sequenceGap(expected: UInt64, received: UInt64) -> StreamError {
    StreamError(
      .sequenceGap,
      "event \(received) came where \(expected) was expected; open again, and leave no number out",
      metadata: ["expected": "\(expected)", "received": "\(received)"])
  }

  package static func tooManyMalformedEvents(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyMalformedEvents,
      "\(limits.malformedEvents) malformed events within"
        + " \(plain(limits.malformedWindow.seconds)) s; see the notices for what is wrong")
  }

  package static func tooManyDirectives(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyDirectives,
      "the events of one frame led to more than \(limits.frameDirectives) directives;"
        + " send fewer, or ticks that are closer together")
  }

  /// Creates the error of an unknown experience.
  ///
  /// - Parameter names: The available experiences.
  package static func unknownExperience(_ name: String, of names: [String]) -> StreamError {
    let name = String(name.prefix(64))
    let shown = names.sorted().prefix(16).joined(separator: ", ")
    let more = names.count > 16 ? " and \(names.count - 16) more" : ""
    return StreamError(
      .unknownExperience, "there is no experience '\(name)'; there is \(shown)\(more)",
      metadata: ["experience": name])
  }

  package static func tooManyEvents(_ limits: StreamLimits) -> StreamError {
    StreamError(
      .tooManyEvents,
      "more than \(limits.eventsPerSecond) events per second of session time came for"
        + " \(plain(limits.eventOverrun.seconds)) s; send at most one for each frame of the display"
    )
  }
}

@available(InteractionEngine 1.0, *)
extension SessionStream.Conversation {
  /// The error of a client that does not acknowledge directives.
  package var slowConsumer: StreamError {
    StreamError(
      .slowConsumer,
      "\(self.window.unacknowledged) directives of \(self.window.bytes) bytes are unacknowledged and"
        + " \(self.window.waiting.count) wait; acknowledge them, and read faster")
  }

  /// The error of a client whose events do not lead to the directive that it claims to have
  /// applied.
  package var diverged: StreamError {
    StreamError(
      .diverged,
      "the events since the checkpoint lead to directive \(self.lastDirective), not to"
        + " \(self.open.resume?.directive ?? 0) that the client says it has applied; open again"
        + " without 'resume'")
  }
}
