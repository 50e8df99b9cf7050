public import InteractionCore

/// An error of a session, from the server or the transport.
public struct InteractionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A gRPC status code.
  public enum Code: Int, Hashable, Sendable {
    case cancelled = 1
    case unknown, invalidArgument, deadlineExceeded, notFound, alreadyExists, permissionDenied
    case resourceExhausted, failedPrecondition, aborted, outOfRange, unimplemented, internalError
    case unavailable, dataLoss, unauthenticated
  }

  /// The gRPC status.
  public var code: Code
  /// The machine-readable reason of the server, such as `SEQUENCE_GAP`; empty if there is none.
  public var reason: String
  /// A description with the remedy.
  public var message: String
  /// The violations, one for each field.
  public var violations: [Violation]
  /// The delay before a retry, at most an hour; nil if the server named none.
  public var retryDelay: TimeSpan?

  public init(
    code: Code, reason: String = "", message: String, violations: [Violation] = [],
    retryDelay: TimeSpan? = nil
  ) {
    self.code = code
    self.reason = reason
    self.message = message
    self.violations = violations
    self.retryDelay = retryDelay
  }

  /// A Boolean value that indicates whether no engine answered.
  public var isUnreachable: Bool { self.code == .unavailable && self.reason.isEmpty }

  public var description: String {
    let reason = self.reason.isEmpty ? "" : " (\(self.reason))"
    let violations = self.violations.map { "\n  \($0.field): \($0.problem)" }.joined()
    return "\(self.code)\(reason): \(self.message)\(violations)"
  }
}
