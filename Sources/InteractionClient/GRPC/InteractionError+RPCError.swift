package import GRPCCore
import GRPCProtobuf
import InteractionCore

@available(InteractionEngine 1.0, *)
extension InteractionError {
  /// Converts an RPC error with its `google.rpc` details.
  package init(_ error: RPCError) {
    self.init(code: Code(rawValue: error.code.rawValue) ?? .unknown, message: error.message)
    guard let status = try? error.unpackGoogleRPCStatus() else { return }
    for detail in status.details {
      if let info = detail.errorInfo { self.reason = info.reason }
      if let retry = detail.retryInfo {
        self.retryDelay = RetryDelay.clamped(retry.delay)
      }
      if let request = detail.badRequest {
        self.violations += request.violations.map { violation in
          Violation(field: violation.field, problem: violation.violationDescription)
        }
      }
    }
  }
}

@available(InteractionEngine 1.0, *)
extension RetryDelay {
  /// Returns a server's delay as a time span, at least zero and at most ``longest``: the parts of a
  /// longer one may not fit into 64 bits.
  fileprivate static func clamped(_ asked: Duration) -> TimeSpan {
    let limit = Duration.microseconds(self.longest.microseconds)
    let (seconds, attoseconds) = min(max(asked, .zero), limit).components
    return .seconds(seconds) + TimeSpan(microseconds: attoseconds / 1_000_000_000_000)
  }
}
