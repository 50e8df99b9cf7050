import Foundation
import GRPCCore
import NIOHPACK

/// What a call ends with.
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
  /// What a call is answered with before its first message.
  static let callAnswer: HPACKHeaders = [":status": "200", "content-type": "application/grpc"]

  /// Likewise, with metadata of its own.
  init(answer metadata: Metadata) {
    self = Self.callAnswer
    self.add(metadata)
  }

  /// What a call ends with.
  ///
  /// - Parameter isOnly: Whether nothing has been answered before.
  init(status: CallStatus, isOnly: Bool) {
    self = isOnly ? Self.callAnswer : [:]
    self.add(name: "grpc-status", value: "\(status.code.rawValue)")
    if status.code != .ok {
      self.add(name: "grpc-message", value: Self.percentEncoded(status.message))
    }
    self.add(status.metadata)
  }

  private mutating func add(_ metadata: Metadata) {
    for (key, value) in metadata { self.add(name: key.lowercased(), value: value.encoded()) }
  }

  /// Everything but `%` and what prints in ASCII is written as its bytes.
  private static func percentEncoded(_ text: String) -> String {
    var printable = CharacterSet(charactersIn: " " ... "~")
    printable.remove("%")
    return text.addingPercentEncoding(withAllowedCharacters: printable) ?? ""
  }
}
