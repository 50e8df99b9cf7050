public import GRPCCore
import GRPCProtobuf
public import InteractionCore
import InteractionWire

/// Why a session ended, in the words of the server or of the transport.
@available(InteractionEngine 1.0, *)
public struct InteractionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The gRPC status.
  public var code: RPCError.Code
  /// The server's reason, such as `SEQUENCE_GAP`; empty if it gave none.
  public var reason: String
  /// What happened, and what to do next.
  public var message: String
  /// What is wrong, field by field.
  public var violations: [Violation]
  /// How long to wait before trying again, an hour at most; nil if trying again does not help as it
  /// is.
  public var retryDelay: Duration?

  public init(
    code: RPCError.Code, reason: String = "", message: String, violations: [Violation] = [],
    retryDelay: Duration? = nil
  ) {
    self.code = code
    self.reason = reason
    self.message = message
    self.violations = violations
    self.retryDelay = retryDelay
  }

  /// Reads the details that came with an error.
  package init(_ error: RPCError) {
    self.init(code: error.code, message: error.message)
    guard let status = try? error.unpackGoogleRPCStatus() else { return }
    for detail in status.details {
      if let info = detail.errorInfo { self.reason = info.reason }
      if let retry = detail.retryInfo { self.retryDelay = RetryDelay.clamped(retry.delay) }
      if let request = detail.badRequest {
        self.violations += request.violations.map { violation in
          Violation(field: violation.field, problem: violation.violationDescription)
        }
      }
    }
  }

  /// Whether no engine answered at all.
  public var isUnreachable: Bool { self.code == .unavailable && self.reason.isEmpty }

  public var description: String {
    let reason = self.reason.isEmpty ? "" : " (\(self.reason))"
    let violations = self.violations.map { "\n  \($0.field): \($0.problem)" }.joined()
    return "\(self.code)\(reason): \(self.message)\(violations)"
  }
}
