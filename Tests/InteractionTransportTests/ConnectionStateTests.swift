import NIOCore
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("What becomes of each frame in each state of its stream (RFC 9113 §5.1)")
struct ConnectionStateTests {
  /// A stream as a connection knows it.
  enum Stream: UInt32, CaseIterable {
    case connection = 0
    /// Its call has begun; its DATA is the HTTP/2 handler's.
    case open = 1
    /// Its call has begun; whether it is grpc-swift's is not known yet.
    case undecided = 3
    /// Its call is not grpc-swift's, and does not take its DATA yet.
    case behind = 5
    /// Its call takes its DATA beside the HTTP/2 handler.
    case direct = 7
    /// Half-closed (remote), since a DATA frame that its call took had END_STREAM.
    case ended = 9
    /// Its call is over.
    case over = 11
    /// Its HEADERS have come, and the HTTP/2 handler has not seen them yet.
    case begun = 13
    case idle = 15

    /// Whether DATA of its call may bypass the HTTP/2 handler.
    var mayBypass: Bool { [.undecided, .behind, .direct, .ended].contains(self) }
  }

  private static let now = NIODeadline.uptimeNanoseconds(1_000_000_000)

  /// A connection that has a stream in each state.
  static func state(_ limits: ConnectionLimits = ConnectionLimits()) -> ConnectionState {
    var state = ConnectionState(limits, at: self.now)
    state.settlement = .settled
    for stream in [Stream.open, .undecided, .behind, .direct, .ended, .over] {
      _ = state.decide(on: Self.header(1, stream, flags: 4), nil, at: self.now)
      state.passed()
      state.callBegan(stream.rawValue, mayBypass: stream.mayBypass)
      if stream.mayBypass, stream != .undecided {
        state.claim(stream.rawValue, isCounted: false)
      }
    }
    state.callEnded(Stream.over.rawValue)
    for stream in [Stream.direct, .ended] { state.start(stream.rawValue) }
    state.readEnded()
    _ = Self.receive(0, .ended, flags: 1, [], in: &state)
    _ = state.decide(on: Self.header(1, .begun, flags: 4), nil, at: self.now)
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
  private static let widenedAll = ConnectionState.Action.widenAll(told: 1, isAwaited: false)
  private static let reset = ConnectionState.Action.reset(.cancel)
  private static let closed = ConnectionState.Action.fail(.streamClosed)
  private static let pass = Array(repeating: ConnectionState.Action.pass, count: 9)

  @Test(
    "each frame, in each state, in the order of ``Stream``",
    arguments: [
      (
        0, [1, 2, 3, 4],
        [.pass, .pass, .pass, .pass, delivered, closed, .drop, .pass, .pass]
      ),
      (1, [0x82], pass),
      (2, [0, 0, 0, 0, 0], pass),
      (3, [0, 0, 0, 8], [.pass, reset, reset, reset, reset, reset, .drop, .pass, .pass]),
      (4, [0, 3, 0, 0, 0, 9], pass),
      (5, [0, 0, 0, 2], pass),
      (6, [1, 2, 3, 4, 5, 6, 7, 8], [.acknowledge] + pass.dropFirst()),
      (7, [0, 0, 0, 0, 0, 0, 0, 0], pass),
      (
        8, [0, 0, 0, 1],
        [widenedAll, .pass, .pass, .widen, .widen, .widen, .drop, .pass, .pass]
      ),
      (9, [0x82], pass),
      (10, [], pass),
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
    "after END_STREAM of a call that takes its DATA, in DATA or trailers, DATA is an error (§5.1)",
    arguments: [(0, 1, [7]), (0, 9, [2, 7, 0, 0]), (0, 1, []), (1, 5, [0x82]), (1, 1, [0x82])]
      as [(UInt8, UInt8, [UInt8])])
  func endOfRequest(kind: UInt8, flags: UInt8, payload: [UInt8]) throws {
    for isPaused in [false, true] {
      var state = Self.state()
      _ = state.pause(Stream.direct.rawValue, isPaused)
      _ = Self.receive(kind, .direct, flags: flags, payload, in: &state)
      // The end of a header block.
      _ = Self.receive(9, .direct, flags: 4, [], in: &state)
      let before = state.windows.received
      for (flags, payload) in [(0, [7, 7]), (1, []), (9, [0])] as [(UInt8, [UInt8])] {
        let found = Self.receive(0, .direct, flags: flags, payload, in: &state)
        #expect(found == Self.closed)
      }
      // The client's window of the connection is used all the same (§6.9).
      #expect(state.windows.received == before + 3)
      let longest = Self.header(0, .direct, length: FrameHeader.longestPayload)
      #expect(!state.reads(longest))
    }
  }

  @Test(
    "each frame in a header block, where only a CONTINUATION may come: the HTTP/2 handler sees to it",
    arguments: Stream.allCases)
  func headerBlock(stream: Stream) {
    for kind in 0 ... 10 as ClosedRange<UInt8> where kind != 9 {
      var state = Self.state()
      _ = Self.receive(1, .idle, [0x82], in: &state)
      let payload = Array(repeating: 0 as UInt8, count: kind == 6 ? 8 : kind == 4 ? 6 : 4)
      #expect(!state.reads(Self.header(kind, stream, length: payload.count)))
      let found = Self.receive(kind, stream, payload, in: &state)
      #expect(found == .pass, "kind \(kind)")
      // It ends with the block.
      _ = Self.receive(9, .idle, flags: 4, [0x82], in: &state)
      let ping = Self.receive(6, .connection, Array(repeating: 0, count: 8), in: &state)
      #expect(ping == .acknowledge)
    }
  }

  @Test(
    "what is malformed is the HTTP/2 handler's to refuse",
    arguments: [
      // Lengths that a kind does not have (§6.3–6.9).
      (3, .open, 0, 3), (3, .direct, 0, 5), (4, .connection, 0, 5), (4, .connection, 1, 6),
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

  @Test("the answer to the engine's own PING goes no further, and others' do")
  func pingAnswers() {
    var state = Self.state()
    let own = Self.receive(6, .connection, flags: 1, Array("engine?!".utf8), in: &state)
    #expect(own == .drop)
    let other = Self.receive(6, .connection, flags: 1, Array("engine!?".utf8), in: &state)
    #expect(other == .pass)
    for _ in 0 ..< 99 {
      let again = Self.receive(6, .connection, flags: 1, Array("engine?!".utf8), in: &state)
      #expect(again == .drop)
    }
    let flood = Self.receive(6, .connection, flags: 1, Array("engine?!".utf8), in: &state)
    guard case .refuse(.enhanceYourCalm, _) = flood else {
      Issue.record("a hundred answers to one question are \(flood)")
      return
    }
  }

  @Test(
    "a WINDOW_UPDATE of nothing is the HTTP/2 handler's to refuse (§6.9)",
    arguments: [Stream.connection, .open, .direct, .begun, .idle])
  func nothing(stream: Stream) {
    var state = Self.state()
    let found = Self.receive(8, stream, [0x80, 0, 0, 0], in: &state)
    #expect(found == .pass)
  }

  @Test(
    "the way of a call's DATA, and what changes it",
    arguments: [
      // From, claimed, claimed with a count, started, read ended, paused, resumed, request ended.
      [.undecided, .behind, .kept, .undecided, .undecided, .undecided, .undecided, .undecided],
      [.behind, .behind, .behind, .starting, .behind, .behind, .behind, .kept],
      [.starting, .starting, .starting, .starting, .direct, .behind, .starting, .kept],
      [.direct, .direct, .direct, .direct, .direct, .paused, .direct, .ended],
      [.paused, .paused, .paused, .paused, .paused, .paused, .direct, .ended],
      [.ended, .ended, .ended, .ended, .ended, .ended, .ended, .ended],
      [.kept, .kept, .kept, .kept, .kept, .kept, .kept, .kept],
    ] as [[CallEntry.Bypass.Route]])
  func route(row: [CallEntry.Bypass.Route]) throws {
    let route = row[0]
    let stream = Stream.direct.rawValue
    func next(_ change: (inout ConnectionState) -> Void) throws -> CallEntry.Bypass.Route {
      var state = Self.state()
      let index = try #require(state.calls.index(of: stream))
      state.calls.elements[index].bypass?.route = route
      if route == .starting { state.starting = [stream] }
      change(&state)
      return try #require(state.calls[stream]?.bypass?.route)
    }
    #expect(try next { $0.claim(stream, isCounted: false) } == row[1])
    #expect(try next { $0.claim(stream, isCounted: true) } == row[2])
    #expect(try next { $0.start(stream) } == row[3])
    #expect(try next { $0.readEnded() } == row[4])
    #expect(try next { _ = $0.pause(stream, true) } == row[5])
    #expect(try next { _ = $0.pause(stream, false) } == row[6])
    #expect(try next { $0.requestEnded(stream) } == row[7])
  }

  @Test(
    "which calls take DATA, and of which DATA bypasses the HTTP/2 handler",
    arguments: [
      (.undecided, false, false), (.behind, false, false), (.starting, false, false),
      (.direct, true, true), (.paused, true, true), (.ended, false, true), (.kept, false, false),
    ] as [(CallEntry.Bypass.Route, Bool, Bool)])
  func routes(route: CallEntry.Bypass.Route, takesData: Bool, bypasses: Bool) {
    #expect(route.takesData == takesData)
    #expect(route.bypasses == bypasses)
  }

  @Test(
    "over its budget each frame ends the connection, but PINGs, which are the HTTP/2 handler's then",
    arguments: [
      (0, .over, 4), (3, .over, 4), (3, .open, 4), (7, .connection, 4), (8, .connection, 4),
      (8, .open, 4), (8, .direct, 4), (8, .over, 4), (10, .idle, 0), (255, .connection, 0),
      (4, .connection, 12), (6, .connection, 8),
    ] as [(UInt8, Stream, Int)])
  func budgets(kind: UInt8, stream: Stream, length: Int) {
    var limits = ConnectionLimits()
    let none = FrameBudget(perSecond: 1, burst: 0)
    limits.pings = none
    limits.windowUpdates = none
    // Calls that began have brought some with them, and one that ended.
    limits.callWindowUpdates = FrameBudget(perSecond: 1, burst: -28)
    limits.strayData = FrameBudget(perSecond: 1, burst: -16)
    limits.strayResets = none
    limits.earlyResets = none
    limits.otherFrames = none
    limits.settings = 1
    var state = Self.state(limits)
    let found = Self.receive(kind, stream, Array(repeating: 1, count: length), in: &state)
    let reason = "too much of frames of kind \(kind); send fewer and shorter ones"
    #expect(found == (kind == 6 ? .pass : .refuse(.enhanceYourCalm, reason)))
  }

  @Test("a client that does not read gets no answer to a PING")
  func unread() {
    var state = Self.state()
    let found = Self.receive(
      6, .connection, Array(repeating: 0, count: 8), in: &state, isWritable: false)
    #expect(found == .pass)
  }

  @Test("a reset of a call that has had its message costs nothing")
  func lateReset() {
    var limits = ConnectionLimits()
    limits.earlyResets = FrameBudget(perSecond: 1, burst: 0)
    limits.grantedEarlyResets = 0
    var state = Self.state(limits)
    state.callServed(Stream.open.rawValue)
    let found = Self.receive(3, .open, [0, 0, 0, 8], in: &state)
    #expect(found == .reset(.cancel))
  }

  @Test(
    "phase by phase: the connection is ended here, or by the HTTP/2 handler",
    arguments: [
      (.open, .refused, true, .failed), (.failed, .refused, true, .failed),
      (.refused, .refused, false, .refused),
    ] as [(ConnectionState.Phase, ConnectionState.Phase, Bool, ConnectionState.Phase)])
  func phases(
    from phase: ConnectionState.Phase, refused: ConnectionState.Phase, isFirst: Bool,
    failed: ConnectionState.Phase
  ) {
    func begin() -> ConnectionState {
      var state = Self.state()
      if phase == .failed { state.fail() }
      if phase == .refused { _ = state.refuse() }
      return state
    }
    var one = begin()
    let first = one.refuse()
    #expect(first == isFirst)
    #expect(one.phase == refused)
    var two = begin()
    two.fail()
    #expect(two.phase == failed)
  }
}
