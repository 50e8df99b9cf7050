import NIOCore
import NIOWebSocket
import Testing

@testable import InteractionTransport

/// The requirements of RFC 6455 for each frame in each state.
@Suite("WebSocketState")
struct WebSocketStateTests {
  /// The state of a connection before a frame: between messages, within one, after the client's
  /// close, after the server's close.
  enum InitialState: String, CaseIterable {
    case between, within, left, leaving
  }

  /// The frame.
  enum IncomingFrame: String, CaseIterable {
    case whole, first, middle, last, ping, pong, close, wrongKind, unmasked, reservedBit
    case reservedOpcode, unknownControl
  }

  private static let now = NIODeadline.uptimeNanoseconds(1)
  private static let mask = WebSocketMaskingKey([1, 2, 3, 4])

  private static func frame(
    _ opcode: WebSocketOpcode, _ text: String = "", fin: Bool = true, masked: Bool = true
  ) -> WebSocketFrame {
    var data = ByteBuffer(string: text)
    if masked, let mask { data.webSocketMask(mask) }
    return WebSocketFrame(fin: fin, opcode: opcode, maskKey: masked ? Self.mask : nil, data: data)
  }

  private static func frame(_ coming: IncomingFrame) -> WebSocketFrame {
    switch coming {
    case .whole: Self.frame(.binary, "whole")
    case .first: Self.frame(.binary, "a", fin: false)
    case .middle: Self.frame(.continuation, "b", fin: false)
    case .last: Self.frame(.continuation, "c")
    case .ping: Self.frame(.ping, "p")
    case .pong: Self.frame(.pong, "p")
    case .close: Self.frame(.connectionClose)
    case .wrongKind: Self.frame(.text, "whole")
    case .unmasked: Self.frame(.binary, "whole", masked: false)
    case .reservedBit:
      WebSocketFrame(
        fin: true, rsv1: true, opcode: .binary, maskKey: Self.mask, data: ByteBuffer())
    case .reservedOpcode: Self.frame(WebSocketOpcode(encodedWebSocketOpcode: 3) ?? .binary, "x")
    case .unknownControl: Self.frame(WebSocketOpcode(encodedWebSocketOpcode: 11) ?? .binary, "x")
    }
  }

  private static func state(_ before: InitialState = .between) -> WebSocketState {
    var state = WebSocketState(
      .proto, longest: 8, controls: TokenBucketLimit(perSecond: 1, burst: 4), at: Self.now)
    switch before {
    case .between: break
    case .within: _ = state.receive(Self.frame(.binary, "a", fin: false), at: Self.now)
    case .left: _ = state.receive(Self.frame(.connectionClose), at: Self.now)
    case .leaving: state.closeSent()
    }
    return state
  }

  private static func expected(_ coming: IncomingFrame, _ before: InitialState) -> String {
    switch (before, coming) {
    case (.left, _): "none"
    case (.leaving, .close): "close"
    case (.leaving, _): "none"
    case (_, .unmasked), (_, .reservedBit), (_, .reservedOpcode), (_, .unknownControl): "fail 1002"
    case (_, .ping): "pong p"
    case (_, .pong): "none"
    case (_, .close): "goodbye 1000 clean"
    case (.between, .whole): "receive whole"
    case (.between, .wrongKind): "fail 1003"
    case (.between, .first): "none"
    case (.between, .middle), (.between, .last): "fail 1002"
    case (.within, .whole), (.within, .first), (.within, .wrongKind): "fail 1002"
    case (.within, .middle): "none"
    case (.within, .last): "receive ac"
    }
  }

  private static func told(_ action: WebSocketState.Action) -> String {
    switch action {
    case .none: "none"
    case .receive(let message): "receive \(String(buffer: message))"
    case .pong(let payload): "pong \(String(buffer: payload))"
    case .closeReceived(let code, let isClean):
      "goodbye \(UInt16(webSocketErrorCode: code)) \(isClean ? "clean" : "lost")"
    case .fail(let code, _): "fail \(UInt16(webSocketErrorCode: code))"
    case .tooLong(let length): "too long \(length)"
    case .close: "close"
    }
  }

  @Test("each frame in each state", arguments: InitialState.allCases, IncomingFrame.allCases)
  func table(before: InitialState, coming: IncomingFrame) {
    var state = Self.state(before)
    let action = Self.told(state.receive(Self.frame(coming), at: Self.now))
    #expect(action == Self.expected(coming, before), "\(coming) while \(before)")
  }

  @Test("a message may have as many bytes as a frame of the contract, in one part or several")
  func length() {
    var state = Self.state()
    #expect(
      Self.told(state.receive(Self.frame(.binary, "12345678"), at: Self.now)) == "receive 12345678")
    #expect(
      Self.told(state.receive(Self.frame(.binary, "123456789"), at: Self.now)) == "too long 9")
    state = Self.state()
    _ = state.receive(Self.frame(.binary, "12345", fin: false), at: Self.now)
    #expect(
      Self.told(state.receive(Self.frame(.continuation, "6789"), at: Self.now)) == "too long 9")
  }

  @Test("a message in crumbs is refused")
  func crumbs() {
    var state = Self.state()
    _ = state.receive(Self.frame(.binary, fin: false), at: Self.now)
    let told = (0 ..< 20).map { _ in
      Self.told(state.receive(Self.frame(.continuation, fin: false), at: Self.now))
    }
    #expect(told.firstIndex(of: "fail 1008") == 15)
  }

  @Test("pings and pongs have an allowance")
  func pings() {
    var state = Self.state()
    let told = (0 ..< 6).map { _ in Self.told(state.receive(Self.frame(.ping), at: Self.now)) }
    #expect(told == Array(repeating: "pong p", count: 4) + ["fail 1008", "fail 1008"])
    let later = Self.now + .seconds(1)
    #expect(Self.told(state.receive(Self.frame(.ping), at: later)) == "pong p")
  }

  @Test(
    "a close frame has a code that may be sent, or none",
    arguments: [
      (Data([]), "goodbye 1000 clean"), (Data([0x03, 0xE8]), "goodbye 1000 clean"),
      (Data([0x03, 0xE9]), "goodbye 1001 lost"), (Data([0x0F, 0xA0]), "goodbye 4000 lost"),
      (Data([0x03]), "fail 1002"), (Data([0x03, 0xED]), "fail 1002"),
      (Data([0x03, 0xE8, 0xFF]), "fail 1002"), (Data([0x13, 0x88]), "fail 1002"),
    ])
  func codes(payload: Data, told: String) {
    var state = Self.state()
    var data = ByteBuffer(bytes: payload.bytes)
    if let mask = Self.mask { data.webSocketMask(mask) }
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: Self.mask, data: data)
    #expect(Self.told(state.receive(frame, at: Self.now)) == told)
  }

  /// Bytes as a test argument.
  struct Data: Sendable, CustomStringConvertible {
    let bytes: [UInt8]
    init(_ bytes: [UInt8]) { self.bytes = bytes }
    var description: String { "\(self.bytes)" }
  }
}
