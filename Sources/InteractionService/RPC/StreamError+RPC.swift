public import GRPCCore
public import GRPCProtobuf
public import InteractionCore
public import InteractionStream

@available(InteractionEngine 1.0, *)
extension StreamError.Reason {
  /// The gRPC status code of the reason.
  public var code: RPCError.Code {
    switch self {
    case .malformedFrame, .invalidArgument, .commandIDReused, .tooManyMalformedEvents:
      .invalidArgument
    case .openRequired, .alreadyOpen, .sequenceGap, .diverged, .recordingOff: .failedPrecondition
    case .openTimeout, .heartbeatLost, .idle: .deadlineExceeded
    case .frameTooLarge, .slowConsumer, .tooManyDirectives, .tooManyEvents, .tooManySessions,
      .simulationsBusy, .simulationTooLong:
      .resourceExhausted
    case .unknownExperience, .unknownSession, .notRecorded: .notFound
    case .superseded, .endedByOperator: .aborted
    case .draining, .overloaded: .unavailable
    case .tokenMissing, .tokenInvalid, .tokenExpired: .unauthenticated
    case .foreignCheckpoint, .foreignSession, .roleMissing: .permissionDenied
    }
  }
}

@available(InteractionEngine 1.0, *)
extension StreamError: RPCErrorConvertible {
  /// The gRPC status with its `google.rpc` details.
  public var status: GoogleRPCStatus {
    var details: [ErrorDetails] = [
      .errorInfo(reason: self.reason.rawValue, domain: Self.domain, metadata: self.metadata)
    ]
    if !self.violations.isEmpty {
      details.append(
        .badRequest(
          violations: self.violations.map { violation in
            ErrorDetails.BadRequest.FieldViolation(
              field: violation.field, description: violation.problem, reason: "",
              localizedMessage: nil)
          }))
    }
    if self.reason.code == .resourceExhausted {
      details.append(
        .quotaFailure(violations: [
          ErrorDetails.QuotaFailure.Violation(subject: "stream", description: self.message)
        ]))
    }
    if let delay = self.retryDelay {
      details.append(.retryInfo(delay: delay))
    }
    return GoogleRPCStatus(code: self.reason.code, message: self.message, details: details)
  }

  public var rpcErrorCode: RPCError.Code { self.reason.code }
  public var rpcErrorMessage: String { self.message }
  public var rpcErrorMetadata: Metadata { self.status.rpcErrorMetadata }
  public var rpcErrorCause: (any Error)? { nil }
}
