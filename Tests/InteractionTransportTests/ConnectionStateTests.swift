import NIOCore
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("What becomes of each frame in each state of its stream (RFC 9113 §5.1)")
struct ConnectionStateTests {
  /// A stream as a connection knows it.
  enum Stream: UInt32, CaseIterable {
    case connection = 0
    /// Its call is grpc-swift's.
    case other = 1
    /// Its call is served here.
    case direct = 3
    /// Likewise, and half-closed (remote), since DATA had END_STREAM.
    case ended = 5
    /// Its call is over.
    case over = 7
    case idle = 9
  }

  private static let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

  /// A connection that has a stream in each state.
  static func state(_ limits: ConnectionLimits = ConnectionLimits()) -> ConnectionState {
    var state = ConnectionState(limits, at: self.now)
    state.settlement = .settled
    for stream in [Stream.other, .direct, .ended, .over] {
      _ = Self.receive(1, stream, flags: 4, [0x82], in: &state)
      _ = state.admit(headersOf: stream.rawValue, endRequest: false, at: self.now)
      state.callBegan(stream.rawValue, isServedHere: stream != .other)
    }
    state.callEnded(Stream.over.rawValue)
    _ = Self.receive(0, .ended, flags: 1, [], in: &state)
    return state
  }

  static func header(
    _ kind: UInt8, _ stream: Stream, flags: UInt8 = 0, length: Int = 0
  ) -> FrameHeader {
    var bytes = ByteBuffer()
    bytes.writeFrameHeader(kind, flags: flags, stream: stream.rawValue, length: length)
    guard let header = FrameHeader(at: 0, in: bytes) else { preconditionFailure("no header") }
    return header
  }

  /// What becomes of a frame; its payload is there if it is looked at.
  static func receive(
    _ kind: UInt8, _ stream: Stream, flags: UInt8 = 0, _ payload: [UInt8],
    in state: inout ConnectionState, isWritable: Bool = true
  ) -> ConnectionState.Action {
    let header = Self.header(kind, stream, flags: flags, length: payload.count)
    let bytes = state.reads(header) ? ByteBuffer(bytes: payload) : nil
    return state.decide(on: header, bytes, isWritable: isWritable, at: self.now)
  }

  private static let delivered = ConnectionState.Action.deliver(
    .init(length: 4, endsRequest: false))
  private static let widenedAll = ConnectionState.Action.widenAll(told: 1)
  private static let reset = ConnectionState.Action.reset(.cancel)
  private static let closed = ConnectionState.Action.fail(.streamClosed)
  private static let pass = Array(repeating: ConnectionState.Action.pass, count: 6)
  private static let drop = Array(repeating: ConnectionState.Action.drop, count: 6)
  private static let read = Array(repeating: ConnectionState.Action.readHeaders, count: 5)
  private static let strange = ConnectionState.Action.refuse(
    .protocolError, "HEADERS on a stream that is not the client's")
  private static let stray = ConnectionState.Action.refuse(
    .protocolError, "CONTINUATION without HEADERS")

  @Test(
    "each frame, in each state, in the order of ``Stream``",
    arguments: [
      (0, [1, 2, 3, 4], [.pass, .pass, delivered, closed, .drop, .pass]),
      (1, [0x82], [strange] + read),
      (2, [0, 0, 0, 0, 0], [.pass] + drop.dropFirst()),
      (3, [0, 0, 0, 8], [.pass, reset, reset, reset, .drop, .pass]),
      (4, [0, 3, 0, 0, 0, 9], [.settle(resizes: false)] + pass.dropFirst()),
      (5, [0, 0, 0, 2], pass),
      (6, [1, 2, 3, 4, 5, 6, 7, 8], [.acknowledge] + pass.dropFirst()),
      (7, [0, 0, 0, 0, 0, 0, 0, 0], [.leave] + pass.dropFirst()),
      (8, [0, 0, 0, 1], [widenedAll, .pass, .widen, .widen, .drop, .pass]),
      (9, [0x82], Array(repeating: stray, count: 6)),
      (10, [], drop),
    ] as [(UInt8, [UInt8], [ConnectionState.Action])])
  func frames(kind: UInt8, payload: [UInt8], expected: [ConnectionState.Action]) throws {
    try #require(expected.count == Stream.allCases.count)
    for (stream, action) in zip(Stream.allCases, expected) {
      var state = Self.state()
      let found = Self.receive(kind, stream, payload, in: &state)
      #expect(found == action, "kind \(kind), \(stream)")
    }
  }

  @Test(
    "after END_STREAM of a call that is served here, DATA is an error (§5.1)",
    arguments: [(1, [7]), (9, [2, 7, 0, 0]), (1, [])] as [(UInt8, [UInt8])])
  func endOfRequest(flags: UInt8, payload: [UInt8]) throws {
    for isPaused in [false, true] {
      var state = Self.state()
      state.pause(Stream.direct.rawValue, isPaused)
      _ = Self.receive(0, .direct, flags: flags, payload, in: &state)
      let before = state.windows.received
      for (flags, payload) in [(0, [7, 7]), (1, []), (9, [0])] as [(UInt8, [UInt8])] {
        let found = Self.receive(0, .direct, flags: flags, payload, in: &state)
        #expect(found == Self.closed)
      }
      // The client's window of the connection is used all the same (§6.9).
      #expect(state.windows.received == before + 3)
    }
  }

  @Test(
    "headers that are whole, in each state of their stream, with the request's end and without",
    arguments: [
      (.other, .passes, .passes), (.direct, .endsRequest, .fail(.protocolError)),
      (.ended, .fail(.streamClosed), .fail(.streamClosed)), (.over, .drop, tooLate),
      (.idle, .begins, .begins),
    ] as [(Stream, ConnectionState.Admission, ConnectionState.Admission)])
  func headers(
    stream: Stream, ending: ConnectionState.Admission, other: ConnectionState.Admission
  ) {
    for (endRequest, expected) in [(true, ending), (false, other)] {
      var state = Self.state()
      let found = state.admit(
        headersOf: stream.rawValue, endRequest: endRequest, at: Self.now)
      #expect(found == expected)
    }
  }

  private static let tooLate = ConnectionState.Admission.refuse(
    .protocolError, "HEADERS of a call that is over")

  @Test("beyond so many calls one does not begin")
  func manyCalls() {
    var limits = ConnectionLimits()
    limits.concurrentStreams = 3
    var state = Self.state(limits)
    let fourth = state.admit(headersOf: Stream.idle.rawValue, endRequest: false, at: Self.now)
    #expect(fourth == .refuseCall)
    // It is over.
    let update = Self.receive(8, .idle, [0, 0, 0, 1], in: &state)
    #expect(update == .drop)
  }

  @Test("a client that does not read may begin few calls")
  func unreadCalls() {
    var limits = ConnectionLimits()
    limits.unread = FrameBudget(perSecond: 1, burst: 1)
    var state = Self.state(limits)
    let found = ([9, 11, 13] as [UInt32]).map {
      state.admit(headersOf: $0, endRequest: false, isWritable: $0 == 9, at: Self.now)
    }
    #expect(
      found == [
        .begins, .begins,
        .refuse(.enhanceYourCalm, "too many calls of a client that does not read"),
      ])
  }

  @Test("in a header block only the rest of that may come", arguments: Stream.allCases)
  func headerBlock(stream: Stream) {
    for kind in 0 ... 10 as ClosedRange<UInt8> where kind != 9 || stream != .idle {
      var state = Self.state()
      _ = Self.receive(1, .idle, [0x82], in: &state)
      let payload = Array(repeating: 0 as UInt8, count: kind == 6 ? 8 : kind == 4 ? 6 : 4)
      let found = Self.receive(kind, stream, payload, in: &state)
      #expect(
        found
          == .refuse(.protocolError, "something else comes between the parts of a header block"))
    }
    var state = Self.state()
    _ = Self.receive(1, .idle, [0x82], in: &state)
    let found = Self.receive(9, .idle, flags: 4, [0x82], in: &state)
    #expect(found == .readHeaders)
    let ping = Self.receive(6, .connection, Array(repeating: 0, count: 8), in: &state)
    #expect(ping == .acknowledge)
  }

  @Test("settings come before everything else", arguments: 0 ... 10 as ClosedRange<UInt8>)
  func first(kind: UInt8) {
    var state = Self.state()
    state.settlement = .awaited
    let found = Self.receive(kind, .connection, [], in: &state)
    #expect(
      found
        == (kind == 4 ? .settle(resizes: false) : .refuse(.protocolError, "SETTINGS come first")))
  }

  @Test("headers in a frame that is too long end the connection")
  func longHeaders() {
    var state = Self.state()
    let header = Self.header(1, .idle, flags: 4, length: 16_385)
    #expect(!state.reads(header))
    let found = state.decide(on: header, nil, at: Self.now)
    #expect(found == .refuse(.frameSize, "headers in a frame of more than 16384 bytes"))
  }

  @Test(
    "what is malformed is the HTTP/2 handler's to refuse",
    arguments: [
      // Lengths that a kind does not have (§6.3–6.9).
      (3, .other, 0, 3), (2, .other, 0, 4), (7, .connection, 0, 7), (7, .connection, 0, 16_385),
      (10, .idle, 0, 16_385), (3, .direct, 0, 5),
      (4, .connection, 0, 5), (4, .connection, 1, 6),
      (6, .connection, 0, 7), (6, .connection, 1, 7), (8, .connection, 0, 3), (8, .direct, 0, 5),
      // DATA longer than a frame may be.
      (0, .direct, 0, 16_385), (0, .over, 0, 16_385),
    ] as [(UInt8, Stream, UInt8, Int)])
  func malformed(kind: UInt8, stream: Stream, flags: UInt8, length: Int) {
    var state = Self.state()
    let header = Self.header(kind, stream, flags: flags, length: length)
    #expect(!state.reads(header))
    let found = state.decide(on: header, nil, at: Self.now)
    #expect(found == .pass)
  }

  @Test("answers to PINGs go no further, and there may be some")
  func pingAnswers() {
    var state = Self.state()
    for answer in ["engine?!", "engine!?"] + Array(repeating: "engine?!", count: 98) {
      let found = Self.receive(6, .connection, flags: 1, Array(answer.utf8), in: &state)
      #expect(found == .drop)
    }
    let flood = Self.receive(6, .connection, flags: 1, Array("engine?!".utf8), in: &state)
    guard case .refuse(.enhanceYourCalm, _) = flood else {
      Issue.record("a hundred answers to one question are \(flood)")
      return
    }
  }

  @Test(
    "a WINDOW_UPDATE of nothing is an error of its stream, or the HTTP/2 handler's to refuse (§6.9)",
    arguments: [
      (.connection, .pass), (.other, .pass), (.direct, .fail(.protocolError)), (.over, .drop),
      (.idle, .pass),
    ] as [(Stream, ConnectionState.Action)])
  func nothing(stream: Stream, expected: ConnectionState.Action) {
    var state = Self.state()
    let found = Self.receive(8, stream, [0x80, 0, 0, 0], in: &state)
    #expect(found == expected)
  }

  @Test(
    "a stream that is not the client's is idle, whatever has begun",
    arguments: [0, 3, 8] as [UInt8])
  func evenStream(kind: UInt8) throws {
    var state = Self.state()
    var bytes = ByteBuffer()
    bytes.writeFrameHeader(kind, stream: 2, length: 4)
    let header = try #require(FrameHeader(at: 0, in: bytes))
    let payload = state.reads(header) ? ByteBuffer(bytes: [0, 0, 0, 1]) : nil
    let found = state.decide(on: header, payload, at: Self.now)
    #expect(found == .pass)
  }

  @Test(
    "over its budget each frame ends the connection",
    arguments: [
      (0, .over, 4), (3, .over, 4), (3, .other, 4), (3, .direct, 4), (7, .connection, 8),
      (8, .connection, 4),
      (8, .other, 4), (8, .direct, 4), (8, .over, 4), (10, .idle, 0), (255, .connection, 0),
      (4, .connection, 6), (4, .connection, 12), (6, .connection, 8),
    ] as [(UInt8, Stream, Int)])
  func budgets(kind: UInt8, stream: Stream, length: Int) {
    var limits = ConnectionLimits()
    let none = FrameBudget(perSecond: 1, burst: 0)
    limits.pings = none
    limits.windowUpdates = none
    // Calls that began have brought some with them, and one that ended.
    limits.callWindowUpdates = FrameBudget(perSecond: 1, burst: -16)
    limits.strayData = FrameBudget(perSecond: 1, burst: -16)
    limits.strayResets = none
    limits.earlyResets = none
    limits.otherFrames = none
    limits.settings = 1
    var state = Self.state(limits)
    let found = Self.receive(kind, stream, Array(repeating: 1, count: length), in: &state)
    let reason = "too much of frames of kind \(kind); send fewer and shorter ones"
    #expect(found == .refuse(.enhanceYourCalm, reason))
  }

  @Test("a client that does not read gets few answers to PINGs")
  func unread() {
    var limits = ConnectionLimits()
    limits.unread = FrameBudget(perSecond: 1, burst: 1)
    var state = Self.state(limits)
    let found = (0 ..< 2).map { _ in
      Self.receive(6, .connection, Array(repeating: 0, count: 8), in: &state, isWritable: false)
    }
    #expect(found.first == .acknowledge)
    guard case .refuse(.enhanceYourCalm, _) = found[1] else {
      Issue.record("a second PING is \(found[1])")
      return
    }
  }

  @Test("a reset of a call that has had its message costs nothing")
  func lateReset() {
    var limits = ConnectionLimits()
    limits.earlyResets = FrameBudget(perSecond: 1, burst: 0)
    limits.grantedEarlyResets = 0
    var state = Self.state(limits)
    state.callServed(Stream.other.rawValue)
    let found = Self.receive(3, .other, [0, 0, 0, 8], in: &state)
    #expect(found == .reset(.cancel))
  }

  @Test(
    "phase by phase: the connection is ended here, or by the HTTP/2 handler",
    arguments: [
      (.open, .ended, true, .failed), (.failed, .ended, true, .failed),
      (.ended, .ended, false, .ended),
    ] as [(ConnectionState.Phase, ConnectionState.Phase, Bool, ConnectionState.Phase)])
  func phases(
    from phase: ConnectionState.Phase, ended: ConnectionState.Phase, isFirst: Bool,
    failed: ConnectionState.Phase
  ) {
    func begin() -> ConnectionState {
      var state = Self.state()
      if phase == .failed { state.fail() }
      if phase == .ended { _ = state.end() }
      return state
    }
    var one = begin()
    let first = one.end()
    #expect(first == isFirst)
    #expect(one.phase == ended)
    var two = begin()
    two.fail()
    #expect(two.phase == failed)
  }
}
