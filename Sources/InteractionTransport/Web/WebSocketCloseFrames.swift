import GRPCCore
import InteractionCore
import InteractionService
import InteractionStream
import NIOCore
import NIOWebSocket

/// The closing handshake of a WebSocket.
enum WebSocketCloseFrames {
  /// Returns the close code of a gRPC status: 4000 plus the status, or 1000 without an error.
  static func code(of error: StreamError?) -> WebSocketErrorCode {
    guard let error else { return .normalClosure }
    return WebSocketErrorCode(codeNumber: 4000 + error.reason.code.rawValue)
  }

  /// Returns the final frames: an error as text in the Connect format, and the close frame.
  static func frames(ending error: StreamError?) -> ByteBuffer {
    var buffer = ByteBuffer()
    if let error { buffer.write(frame: ConnectError(error).json, .text) }
    buffer.write(closing: Self.code(of: error), error?.reason.rawValue ?? "")
    return buffer
  }
}

extension ByteBuffer {
  /// Appends an unfragmented, unmasked frame.
  mutating func write(frame payload: some Collection<UInt8>, _ opcode: WebSocketOpcode) {
    self.writeInteger(UInt8(0x80) | UInt8(webSocketOpcode: opcode))
    switch payload.count {
    case ...125: self.writeInteger(UInt8(payload.count))
    case ...0xFFFF: self.writeMultipleIntegers(UInt8(126), UInt16(payload.count))
    default: self.writeMultipleIntegers(UInt8(127), UInt64(payload.count))
    }
    self.writeBytes(payload)
  }

  /// Appends a close frame; the reason is cut to 123 bytes.
  mutating func write(closing code: WebSocketErrorCode, _ reason: String) {
    var payload = ByteBuffer()
    payload.write(webSocketErrorCode: code)
    payload.writeBytes(reason.utf8.prefix(123))
    self.write(frame: payload.readableBytesView, .connectionClose)
  }
}
