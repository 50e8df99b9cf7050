import GRPCCore
import GRPCProtobuf
import InteractionClient
import InteractionCore
import InteractionWire

/// A call of a client.
@available(InteractionEngine 1.0, *)
struct MockCall: Sendable {
  let responses: AsyncThrowingStream<RPCResponsePart<[UInt8]>, any Error>.Continuation
  /// The session's name; nil before the opening has arrived.
  var sessionID: String?
  /// True if nothing comes on the call any more.
  var isSilent = false
  var up = MockDirection()
  var down = MockDirection()

  /// Hands a part to the client.
  func deliver(_ part: RPCResponsePart<[UInt8]>) {
    self.responses.yield(part)
    if case .status = part { self.responses.finish() }
  }
}

@available(InteractionEngine 1.0, *)
extension RPCResponsePart<[UInt8]> {
  /// A frame.
  init(_ frame: ResponseFrame) { self = .message(frame.encoded) }

  /// The end of a call with an error, which travels with its details.
  init(_ error: InteractionError) {
    var details: [ErrorDetails] = []
    if !error.reason.isEmpty {
      details.append(.errorInfo(reason: error.reason, domain: "interaction"))
    }
    if let delay = error.retryDelay { details.append(.retryInfo(delay: delay)) }
    if !error.violations.isEmpty {
      details.append(
        .badRequest(
          violations: error.violations.map { violation in
            ErrorDetails.BadRequest.FieldViolation(
              field: violation.field, description: violation.problem, reason: "",
              localizedMessage: nil)
          }))
    }
    let error = RPCError(
      GoogleRPCStatus(code: error.code, message: error.message, details: details))
    self = .status(Status(code: Status.Code(error.code), message: error.message), error.metadata)
  }

  /// The bytes on the network.
  var byteCount: Int {
    if case .message(let bytes) = self { bytes.count } else { 0 }
  }
}
