import Foundation
import GRPCCore
import InteractionWire

/// The error in the last text message of a WebSocket, as JSON of the Connect protocol.
struct WebSocketCloseError: Decodable {
  struct Detail: Decodable {
    /// The name of the detail's message type.
    let type: String
    /// The message in unpadded base64.
    let value: String
  }

  let message: String
  let details: [Detail]?

  init?(json: Data) {
    guard let error = try? JSONDecoder().decode(WebSocketCloseError.self, from: json) else {
      return nil
    }
    self = error
  }

  /// Returns the gRPC status and metadata for a close code and an error.
  @available(InteractionEngine 1.0, *)
  static func status(of code: UInt16, _ error: WebSocketCloseError?) -> (Status, Metadata) {
    if code == 1000 { return (Status(code: .ok, message: ""), [:]) }
    guard let status = Status.Code(rawValue: Int(code) - 4000), status != .ok else {
      return (Status(code: .unavailable, message: "the server closed with \(code)"), [:])
    }
    var metadata = Metadata()
    if let error {
      metadata.addBinary(error.bytes(of: status.rawValue), forKey: "grpc-status-details-bin")
    }
    return (Status(code: status, message: error?.message ?? ""), metadata)
  }

  /// Returns a serialised `google.rpc.Status`.
  private func bytes(of code: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x08]
    bytes.append(varint: UInt64(code))
    Self.append(2, Array(self.message.utf8), to: &bytes)
    for detail in self.details ?? [] {
      let padding = String(repeating: "=", count: (4 - detail.value.utf8.count % 4) % 4)
      var any: [UInt8] = []
      Self.append(1, Array("type.googleapis.com/\(detail.type)".utf8), to: &any)
      Self.append(2, Array(Data(base64Encoded: detail.value + padding) ?? Data()), to: &any)
      Self.append(3, any, to: &bytes)
    }
    return bytes
  }

  private static func append(_ number: UInt8, _ field: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(number << 3 | 2)
    bytes.append(varint: UInt64(field.count))
    bytes += field
  }
}
