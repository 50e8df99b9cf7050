import GRPCCore
import InteractionService
import InteractionStream
import NIOCore
import NIOWebSocket

/// How a WebSocket ends.
enum WebSocketClosing {
  /// The code that goes with a status of gRPC: 4000 and the status; 1000 where all is well.
  static func code(of error: StreamError?) -> WebSocketErrorCode {
    guard let error else { return .normalClosure }
    return WebSocketErrorCode(codeNumber: 4000 + error.reason.code.rawValue)
  }

  /// The last frames: an error as text, in the form of the Connect protocol, and the close frame.
  static func frames(ending error: StreamError?) -> ByteBuffer {
    var buffer = ByteBuffer()
    if let error { buffer.write(frame: ConnectError(error).json, .text) }
    buffer.write(closing: Self.code(of: error), error?.reason.rawValue ?? "")
    return buffer
  }
}

extension ByteBuffer {
  /// Appends a whole frame of the server's, which is not masked.
  mutating func write(frame payload: some Collection<UInt8>, _ opcode: WebSocketOpcode) {
    self.writeInteger(UInt8(0x80) | UInt8(webSocketOpcode: opcode))
    switch payload.count {
    case ...125: self.writeInteger(UInt8(payload.count))
    case ...0xFFFF: self.writeMultipleIntegers(UInt8(126), UInt16(payload.count))
    default: self.writeMultipleIntegers(UInt8(127), UInt64(payload.count))
    }
    self.writeBytes(payload)
  }

  /// Appends a close frame; the reason may have 123 bytes.
  mutating func write(closing code: WebSocketErrorCode, _ reason: String) {
    var payload = ByteBuffer()
    payload.write(webSocketErrorCode: code)
    payload.writeBytes(reason.utf8.prefix(123))
    self.write(frame: payload.readableBytesView, .connectionClose)
  }
}
