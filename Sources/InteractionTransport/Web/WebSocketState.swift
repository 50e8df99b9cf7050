import InteractionService
import NIOCore
import NIOWebSocket

/// The state machine for a client's frames. It enforces the rules of RFC 6455 that the decoder
/// leaves open: masking, reserved bits, fragmentation, and the closing handshake.
struct WebSocketState: Equatable {
  /// The action for a frame.
  enum Action: Equatable {
    case none
    /// A message is complete.
    case receive(ByteBuffer)
    case pong(ByteBuffer)
    /// The client has sent a close frame, which is answered with the same code.
    case closeReceived(WebSocketErrorCode, isClean: Bool)
    /// The client has violated RFC 6455.
    case fail(WebSocketErrorCode, String)
    /// The message exceeds the maximum; its length in bytes.
    case tooLong(Int)
    /// Both sides have sent a close frame.
    case close
  }

  private enum Phase: Hashable {
    /// No message has begun.
    ///
    /// Can transition to: ``fragmented(_:fragments:)``, ``closeReceived``, ``closeSent``.
    case idle
    /// A message is incomplete.
    ///
    /// Can transition to: ``idle``, ``closeReceived``, ``closeSent``.
    case fragmented(ByteBuffer, fragments: Int)
    /// The client has sent a close frame; further frames are ignored.
    ///
    /// Can transition to: ``closeSent``.
    case closeReceived
    /// The server has sent a close frame; frames are ignored up to the client's close frame.
    case closeSent
  }

  /// The number of fragments that a message of any length may have, and the bytes that allow one
  /// more.
  private static let fragments = 16
  private static let bytesPerFragment = 1_024

  private let opcode: WebSocketOpcode
  private let longest: Int
  private var phase = Phase.idle
  private var controls: TokenBudget

  /// - Parameter longest: The maximum length of a message, in bytes.
  init(
    _ form: WebSocketHandshake.Encoding, longest: Int, controls: TokenBucketLimit,
    at now: NIODeadline
  ) {
    self.opcode = form == .json ? .text : .binary
    self.longest = longest
    self.controls = TokenBudget(controls, at: now)
  }

  /// Decides on a frame.
  mutating func receive(
    _ frame: WebSocketFrame, at now: @autoclosure () -> NIODeadline
  ) -> Action {
    switch self.phase {
    case .closeReceived: return .none
    case .closeSent: return frame.opcode == .connectionClose ? .close : .none
    case .idle, .fragmented: break
    }
    guard frame.maskKey != nil else { return .fail(.protocolError, "client frames must be masked") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
      return .fail(.protocolError, "a reserved bit is set, but no extension was negotiated")
    }
    switch frame.opcode {
    case .text, .binary, .continuation: return self.receive(part: frame)
    case .ping, .pong:
      guard self.controls.take(at: now()) else {
        return .fail(.policyViolation, "ping and pong rate limit exceeded")
      }
      return frame.opcode == .ping ? .pong(frame.unmaskedData) : .none
    case .connectionClose: return self.receive(goodbye: frame.unmaskedData)
    default: return .fail(.protocolError, "the opcode is reserved")
    }
  }

  /// Records that the server has sent a close frame.
  mutating func closeSent() {
    self.phase = .closeSent
  }

  private mutating func receive(part frame: WebSocketFrame) -> Action {
    let data = frame.unmaskedData
    switch (self.phase, frame.opcode == .continuation) {
    case (.idle, true):
      return .fail(.protocolError, "continuation frame outside a message")
    case (.fragmented, false):
      return .fail(.protocolError, "a message began before the previous one ended")
    case (.idle, false):
      guard frame.opcode == self.opcode else {
        let kind = self.opcode == .text ? "text" : "binary"
        return .fail(.unacceptableData, "messages of this subprotocol must be \(kind)")
      }
      guard data.readableBytes <= self.longest else { return .tooLong(data.readableBytes) }
      if frame.fin { return .receive(data) }
      self.phase = .fragmented(data, fragments: 1)
      return .none
    case (.fragmented(var message, let fragments), true):
      let length = message.readableBytes + data.readableBytes
      guard length <= self.longest else { return .tooLong(length) }
      guard fragments < Self.fragments + length / Self.bytesPerFragment else {
        return .fail(.policyViolation, "the message has too many fragments")
      }
      message.writeImmutableBuffer(data)
      self.phase = frame.fin ? .idle : .fragmented(message, fragments: fragments + 1)
      return frame.fin ? .receive(message) : .none
    case (.closeReceived, _), (.closeSent, _):
      return .none
    }
  }

  private mutating func receive(goodbye data: ByteBuffer) -> Action {
    var data = data
    guard data.readableBytes > 0 else {
      self.phase = .closeReceived
      return .closeReceived(.normalClosure, isClean: true)
    }
    guard let number = data.readInteger(as: UInt16.self), Self.isValidCloseCode(number),
      String(validating: data.readableBytesView, as: UTF8.self) != nil
    else { return .fail(.protocolError, "invalid close code or reason") }
    self.phase = .closeReceived
    let code = WebSocketErrorCode(codeNumber: Int(number))
    return .closeReceived(code, isClean: code == .normalClosure)
  }

  /// Returns whether a peer may send a close code (RFC 6455 §7.4).
  private static func isValidCloseCode(_ code: UInt16) -> Bool {
    switch code {
    case 1000 ... 1003, 1007 ... 1014, 3000 ... 4999: true
    default: false
    }
  }
}
