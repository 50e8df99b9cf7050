import Foundation
import GRPCCore
import NIOHPACK

extension HPACKHeaders {
  /// What a call is answered with before its first message.
  static let interactAnswer: HPACKHeaders = [":status": "200", "content-type": "application/grpc"]

  /// What a call ends with.
  ///
  /// - Parameter isOnly: Whether nothing has been answered before.
  init(ending error: (any RPCErrorConvertible)?, isOnly: Bool) {
    self = isOnly ? Self.interactAnswer : [:]
    self.add(name: "grpc-status", value: "\(error?.rpcErrorCode.rawValue ?? 0)")
    guard let error else { return }
    self.add(name: "grpc-message", value: Self.percentEncoded(error.rpcErrorMessage))
    for (key, value) in error.rpcErrorMetadata {
      self.add(name: key.lowercased(), value: value.encoded())
    }
  }

  /// Everything but `%` and what prints in ASCII is written as its bytes.
  private static func percentEncoded(_ text: String) -> String {
    var printable = CharacterSet(charactersIn: " " ... "~")
    printable.remove("%")
    return text.addingPercentEncoding(withAllowedCharacters: printable) ?? ""
  }
}
