public import GRPCCore
import GRPCProtobuf
public import InteractionCore
import InteractionWire

/// An error of a session, from the server or the transport.
@available(InteractionEngine 1.0, *)
public struct InteractionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The gRPC status.
  public var code: RPCError.Code
  /// The machine-readable reason of the server, such as `SEQUENCE_GAP`; empty if there is none.
  public var reason: String
  /// A description with the remedy.
  public var message: String
  /// The violations, one for each field.
  public var violations: [Violation]
  /// The delay before a retry, at most an hour; nil if the server named none.
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

  /// Converts an RPC error with its `google.rpc` details.
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

  /// A Boolean value that indicates whether no engine answered.
  public var isUnreachable: Bool { self.code == .unavailable && self.reason.isEmpty }

  public var description: String {
    let reason = self.reason.isEmpty ? "" : " (\(self.reason))"
    let violations = self.violations.map { "\n  \($0.field): \($0.problem)" }.joined()
    return "\(self.code)\(reason): \(self.message)\(violations)"
  }
}
