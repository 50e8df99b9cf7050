import Foundation
package import GRPCCore
import GRPCProtobuf
import InteractionWire

/// An error in the format of the Connect protocol: the response of a failed JSON call, and the last
/// message of a WebSocket.
@available(InteractionEngine 1.0, *)
package struct ConnectError: Hashable, Sendable {
  package var code: RPCError.Code
  package var message: String
  /// The `google.rpc.Status` with the details; nil for none.
  private var status: [UInt8]?
  /// The same details, decoded.
  private var details: [ErrorDetails] = []

  package init(_ code: RPCError.Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package init(_ error: any RPCErrorConvertible) {
    self.init(error.rpcErrorCode, error.rpcErrorMessage, error.rpcErrorMetadata)
  }

  package init(_ error: RPCError) {
    self.init(error.code, error.message, error.metadata)
  }

  private init(_ code: RPCError.Code, _ message: String, _ metadata: Metadata) {
    self.init(code, message)
    let error = RPCError(code: code, message: message, metadata: metadata)
    self.details = (try? error.unpackGoogleRPCStatus())?.details ?? []
    self.status = metadata[binaryValues: "grpc-status-details-bin"].first { _ in true }
  }

  /// The error as JSON: `code`, `message`, and `details`, each with its type, its bytes in base64,
  /// and a readable `debug`.
  package var json: [UInt8] {
    var object: [String: Any] = ["code": self.name, "message": self.message]
    let details = self.status.map { Self.details(in: $0) } ?? []
    if !details.isEmpty {
      object["details"] = details.enumerated().map { index, detail in
        guard index < self.details.count, let plain = self.details[index].plain else {
          return detail
        }
        return detail.merging(["debug": plain]) { $1 }
      }
    }
    let json = try? JSONSerialization.data(
      withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return json.map { Array($0) } ?? []
  }

  /// Returns the details of a `google.rpc.Status`: its fields with number 3.
  private static func details(in status: [UInt8]) -> [[String: Any]] {
    status.withUnsafeBytes { bytes in
      var reader = WireReader(bytes)
      var details: [[String: Any]] = []
      while let (number, field) = reader.nextBlock() {
        if number == 3, let detail = Self.detail(field) { details.append(detail) }
      }
      return details
    }
  }

  /// Converts a `google.protobuf.Any` with its type URL and value; nil if the type is missing.
  private static func detail(_ any: WireReader) -> [String: Any]? {
    var (reader, type, value) = (any, "", Data())
    while let (number, field) = reader.nextBlock() {
      switch number {
      case 1: type = String(decoding: field.rest, as: UTF8.self)
      case 2: value = Data(field.rest)
      default: break
      }
    }
    guard let name = type.split(separator: "/").last else { return nil }
    let padded = value.base64EncodedString()
    return ["type": String(name), "value": String(padded.prefix { $0 != "=" })]
  }
}

@available(InteractionEngine 1.0, *)
extension ConnectError {
  /// The name of the code in the Connect protocol.
  package var name: String { self.form.name }

  /// The HTTP status of the code.
  package var httpStatus: Int { self.form.status }

  private var form: (name: String, status: Int) {
    switch self.code {
    case .cancelled: ("canceled", 499)
    case .invalidArgument: ("invalid_argument", 400)
    case .deadlineExceeded: ("deadline_exceeded", 504)
    case .notFound: ("not_found", 404)
    case .alreadyExists: ("already_exists", 409)
    case .permissionDenied: ("permission_denied", 403)
    case .resourceExhausted: ("resource_exhausted", 429)
    case .failedPrecondition: ("failed_precondition", 400)
    case .aborted: ("aborted", 409)
    case .outOfRange: ("out_of_range", 400)
    case .unimplemented: ("unimplemented", 501)
    case .internalError: ("internal", 500)
    case .unavailable: ("unavailable", 503)
    case .dataLoss: ("data_loss", 500)
    case .unauthenticated: ("unauthenticated", 401)
    default: ("unknown", 500)
    }
  }
}

@available(InteractionEngine 1.0, *)
extension ErrorDetails {
  /// The detail as JSON; nil for types that the engine does not send.
  fileprivate var plain: [String: Any]? {
    if let info = self.errorInfo {
      return ["reason": info.reason, "domain": info.domain, "metadata": info.metadata]
    }
    if let retry = self.retryInfo {
      let parts = retry.delay.components
      return ["retryDelay": "\(Double(parts.seconds) + Double(parts.attoseconds) / 1e18)s"]
    }
    return self.badRequest.map { request in
      [
        "fieldViolations": request.violations.map {
          ["field": $0.field, "description": $0.violationDescription]
        }
      ]
    }
  }
}
