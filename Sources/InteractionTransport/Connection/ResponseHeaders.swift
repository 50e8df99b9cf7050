import Foundation
import GRPCCore
import NIOHPACK

/// The gRPC status of a call.
struct CallStatus {
  static let ok = CallStatus(code: .ok, message: "", metadata: [:])

  let code: Status.Code
  let message: String
  let metadata: Metadata

  init(code: Status.Code, message: String, metadata: Metadata) {
    self.code = code
    self.message = message
    self.metadata = metadata
  }

  init(_ error: any RPCErrorConvertible) {
    self.init(
      code: Status.Code(error.rpcErrorCode), message: error.rpcErrorMessage,
      metadata: error.rpcErrorMetadata)
  }
}

extension HPACKHeaders {
  /// The response headers of a call without metadata.
  static let responseHeaders: HPACKHeaders = [":status": "200", "content-type": "application/grpc"]

  /// Creates response headers with metadata.
  init(answer metadata: Metadata) {
    self = Self.responseHeaders
    self.add(metadata)
  }

  /// Creates trailers.
  ///
  /// - Parameter isOnly: True for a Trailers-Only response, without response headers before.
  init(status: CallStatus, isOnly: Bool) {
    self = isOnly ? Self.responseHeaders : [:]
    self.add(name: "grpc-status", value: "\(status.code.rawValue)")
    if status.code != .ok {
      self.add(name: "grpc-message", value: Self.percentEncoded(status.message))
    }
    self.add(status.metadata)
  }

  private mutating func add(_ metadata: Metadata) {
    for (key, value) in metadata { self.add(name: key.lowercased(), value: value.encoded()) }
  }

  /// Returns the text with `%` and everything but printable ASCII percent-encoded.
  private static func percentEncoded(_ text: String) -> String {
    var printable = CharacterSet(charactersIn: " " ... "~")
    printable.remove("%")
    return text.addingPercentEncoding(withAllowedCharacters: printable) ?? ""
  }
}
