import GRPCCore
import GRPCProtobuf
import InteractionClient
import InteractionCore
import InteractionWire

/// A call of a client.
@available(InteractionEngine 1.0, *)
struct MockCall: Sendable {
  let responses: AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.Continuation
  /// The session's ID; nil before `Open` has arrived.
  var sessionID: String?
  /// True once nothing more is sent or received on the call.
  var isSilent = false
  var up = MockDirection()
  var down = MockDirection()

  /// Delivers a response part to the client.
  func deliver(_ part: RPCResponsePart<[UInt8]>) {
    self.responses.yield(part)
    if case .status = part { self.responses.finish() }
  }
}

@available(InteractionEngine 1.0, *)
extension RPCResponsePart<[UInt8]> {
  /// Creates the message of a frame.
  init(_ frame: ResponseFrame) { self = .message(frame.encoded) }

  /// Creates the trailers of a failed call, with the error's `google.rpc` details.
  init(_ error: InteractionError) {
    var details: [ErrorDetails] = []
    if !error.reason.isEmpty {
      details.append(.errorInfo(reason: error.reason, domain: "interaction"))
    }
    if let delay = error.retryDelay {
      details.append(.retryInfo(delay: .microseconds(delay.microseconds)))
    }
    if !error.violations.isEmpty {
      details.append(
        .badRequest(
          violations: error.violations.map { violation in
            ErrorDetails.BadRequest.FieldViolation(
              field: violation.field, description: violation.problem, reason: "",
              localizedMessage: nil)
          }))
    }
    let code = RPCError.Code(Status.Code(rawValue: error.code.rawValue) ?? .unknown) ?? .unknown
    let status = GoogleRPCStatus(code: code, message: error.message, details: details)
    self = .status(
      Status(code: Status.Code(code), message: error.message), RPCError(status).metadata)
  }

  /// The number of message bytes.
  var byteCount: Int {
    if case .message(let bytes) = self { bytes.count } else { 0 }
  }
}
