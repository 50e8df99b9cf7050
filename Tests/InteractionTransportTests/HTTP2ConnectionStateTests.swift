import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Frames that a connection takes or refuses")
struct HTTP2ConnectionStateTests {
  /// The states of a stream (RFC 9113 §5.1), with a stream in each.
  enum Stream: UInt32, CaseIterable {
    case connection = 0
    /// Closed long ago, or implicitly by the use of a higher stream ID.
    case forgotten = 1
    case open = 3
    /// Half-closed (remote): by END_STREAM on DATA.
    case ended = 5
    /// Closed by END_STREAM from both sides.
    case closed = 7
    /// Closed by the client's RST_STREAM.
    case cancelled = 9
    /// Half-closed (local): answered before the request was complete; RST_STREAM is pending.
    case answered = 11
    /// Closed by the server's RST_STREAM while it was open.
    case rejected = 13
    case idle = 15
  }

  static let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

  /// Returns a connection with a stream in each state.
  static func state(_ limits: ConnectionLimits = ConnectionLimits()) -> HTTP2ConnectionState {
    var state = HTTP2ConnectionState(limits, at: self.now)
    state.settlement = .settled
    for stream in Stream.allCases where ![.connection, .forgotten, .idle].contains(stream) {
      _ = Self.receive(1, stream, flags: 4, [0x82], in: &state)
      _ = state.admit(headersOf: stream.rawValue, endRequest: false, at: self.now)
      state.callBegan(stream.rawValue)
    }
    for stream in [Stream.ended, .closed] {
      _ = Self.receive(0, stream, flags: 1, [], in: &state)
    }
    for stream in [Stream.closed, .cancelled, .answered, .rejected] {
      let isReset = stream == .cancelled || stream == .rejected
      state.callEnded(stream.rawValue, isReset: isReset)
    }
    state.closed.close(Stream.cancelled.rawValue, by: .resetReceived)
    // A new turn, since the calls have used most of the previous one.
    state.readBudget.refill()
    return state
  }

  static func header(
    _ kind: UInt8, _ stream: Stream, flags: UInt8 = 0, length: Int = 0
  ) -> FrameHeader {
    self.header(kind, on: stream.rawValue, flags: flags, length: length)
  }

  static func header(
    _ kind: UInt8, on stream: UInt32, flags: UInt8 = 0, length: Int = 0
  ) -> FrameHeader {
    var bytes = ByteBuffer()
    bytes.writeFrameHeader(kind, flags: flags, stream: stream, length: length)
    guard let header = bytes.header else { preconditionFailure("no header") }
    return header
  }

  /// Returns the action for a frame; the payload is passed if the state reads it.
  static func receive(
    _ kind: UInt8, _ stream: Stream, flags: UInt8 = 0, _ payload: [UInt8],
    in state: inout HTTP2ConnectionState, isWritable: Bool = true
  ) -> HTTP2ConnectionState.Action {
    let header = Self.header(kind, stream, flags: flags, length: payload.count)
    let bytes = state.reads(header) ? ByteBuffer(bytes: payload) : nil
    return state.decide(on: header, bytes, isWritable: isWritable, at: self.now)
  }

  private static let protocolError = HTTP2ConnectionState.Action.connectionError(.protocolError, "")

  @Test("in a header block only the rest of that may come (§4.3)", arguments: Stream.allCases)
  func headerBlock(stream: Stream) {
    for kind in 0 ... 10 as ClosedRange<UInt8> where kind != 9 || stream != .idle {
      var state = Self.state()
      _ = Self.receive(1, .idle, [0x82], in: &state)
      let payload = Array(repeating: 0 as UInt8, count: kind == 6 ? 8 : kind == 4 ? 6 : 4)
      let found = Self.receive(kind, stream, payload, in: &state)
      #expect(found.withoutReason == Self.protocolError, "kind \(kind)")
    }
    var state = Self.state()
    _ = Self.receive(1, .idle, [0x82], in: &state)
    let found = Self.receive(9, .idle, flags: 4, [0x82], in: &state)
    #expect(found == .readHeaders)
    let ping = Self.receive(6, .connection, Array(repeating: 0, count: 8), in: &state)
    #expect(ping == .acknowledgePing)
  }

  @Test("settings come before everything else (§3.4)", arguments: 0 ... 10 as ClosedRange<UInt8>)
  func first(kind: UInt8) {
    var state = Self.state()
    state.settlement = .awaited
    let found = Self.receive(kind, .connection, [], in: &state)
    #expect(
      found.withoutReason == (kind == 4 ? .acknowledgeSettings(resizes: false) : Self.protocolError)
    )
  }

  @Test("a client that has acknowledged before it says its own settings has not begun (§3.4)")
  func firstAcknowledgement() {
    var state = Self.state()
    state.settlement = .awaited
    let found = Self.receive(4, .connection, flags: 1, [], in: &state)
    #expect(found.withoutReason == Self.protocolError)
  }

  @Test("a refusal names the frame's kind, its stream and the rule")
  func reasons() {
    var state = Self.state()
    let idle = Self.receive(0, .idle, [1], in: &state)
    #expect(idle == .connectionError(.protocolError, "DATA on stream 15, which is idle"))
    let continuation = Self.receive(9, .open, [0x82], in: &state)
    #expect(continuation == .connectionError(.protocolError, "CONTINUATION without HEADERS"))
    let late = state.admit(
      headersOf: Stream.forgotten.rawValue, endRequest: true, at: Self.now)
    #expect(
      late
        == .connectionError(
          .protocolError, "HEADERS on stream 1 after stream 13; stream IDs must increase"))
  }

  @Test("a connection ends once")
  func end() {
    var state = Self.state()
    #expect(!state.hasEnded)
    let ends = [state.end(), state.end()]
    #expect(ends == [true, false])
    #expect(state.hasEnded)
  }
}

extension HTTP2ConnectionState.Action {
  /// The action without debug data, which RFC 9113 does not specify.
  var withoutReason: Self {
    if case .connectionError(let code, _) = self { .connectionError(code, "") } else { self }
  }
}

extension HTTP2ConnectionState.HeadersDecision {
  /// The result without debug data, which RFC 9113 does not specify.
  var withoutReason: Self {
    if case .connectionError(let code, _) = self { .connectionError(code, "") } else { self }
  }
}
