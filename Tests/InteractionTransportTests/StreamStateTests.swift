import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Each frame in each state of its stream (RFC 9113 §5.1)")
struct StreamStateTests {
  typealias Stream = HTTP2ConnectionStateTests.Stream

  private static let delivered = HTTP2ConnectionState.Action.deliver(
    .init(length: 4, endsRequest: false))
  private static let refused = HTTP2ConnectionState.Action.connectionError(.protocolError, "")
  private static let closed = HTTP2ConnectionState.Action.streamError(.streamClosed)
  private static let drops = Array(repeating: HTTP2ConnectionState.Action.drop, count: 8)
  private static let reads = Array(repeating: HTTP2ConnectionState.Action.readHeaders, count: 8)
  /// The frame belongs to the connection, and is an error on any stream.
  private static let refuses = Array(repeating: refused, count: 8)

  @Test(
    "connection, forgotten, open, half-closed (remote), closed, reset by the client, answered, reset by the server, idle",
    arguments: [
      // DATA: "MUST minimally process and then discard" frames that may have been in flight.
      (
        0, [1, 2, 3, 4],
        [
          refused, .drop, delivered, closed, .resetClosedStream, .resetClosedStream, .drop, .drop,
          refused,
        ]
      ),
      // HEADERS: every field block changes the compression state.
      (1, [0x82], [refused] + reads),
      // PRIORITY, in any state.
      (2, [0, 0, 0, 0, 0], [refused] + drops),
      (
        3, [0, 0, 0, 8],
        [refused, .drop, .reset, .reset, .drop, .drop, .drop, .drop, refused]
      ),
      (4, [0, 3, 0, 0, 0, 9], [.acknowledgeSettings(resizes: false)] + refuses),
      // PUSH_PROMISE: a client cannot push (§8.4).
      (5, [0, 0, 0, 2], [refused] + refuses),
      (6, [1, 2, 3, 4, 5, 6, 7, 8], [.acknowledgePing] + refuses),
      (7, [0, 0, 0, 0, 0, 0, 0, 0], [.goAwayReceived] + refuses),
      (
        8, [0, 0, 0, 1],
        [.wakeConnection, .drop, .wakeStream, .wakeStream, .drop, .drop, .drop, .drop, refused]
      ),
      // CONTINUATION without HEADERS (§6.10).
      (9, [0x82], [refused] + refuses),
      // An unknown type (§5.5).
      (10, [], [.drop] + drops), (255, [1], [.drop] + drops),
    ] as [(UInt8, [UInt8], [HTTP2ConnectionState.Action])])
  func frames(kind: UInt8, payload: [UInt8], expected: [HTTP2ConnectionState.Action]) throws {
    try #require(expected.count == Stream.allCases.count)
    for (stream, action) in zip(Stream.allCases, expected) {
      var state = HTTP2ConnectionStateTests.state()
      let found = HTTP2ConnectionStateTests.receive(kind, stream, payload, in: &state)
      #expect(found.withoutReason == action, "kind \(kind), \(stream)")
    }
  }

  @Test(
    "a header block, in each state: with END_STREAM, and without",
    arguments: [
      // A stream ID below the latest one (§5.1.1).
      (.forgotten, .connectionError(.protocolError, ""), .connectionError(.protocolError, "")),
      // Trailers end a request (§8.1).
      (.open, .endsRequest, .streamError(.protocolError)),
      (.ended, .streamError(.streamClosed), .streamError(.streamClosed)),
      (.closed, .connectionError(.streamClosed, ""), .connectionError(.streamClosed, "")),
      (.cancelled, .reset(.streamClosed), .reset(.streamClosed)),
      (.answered, .drop, .drop), (.rejected, .drop, .drop),
      (.idle, .begins, .begins),
    ] as [(Stream, HTTP2ConnectionState.HeadersDecision, HTTP2ConnectionState.HeadersDecision)])
  func headers(
    stream: Stream, ending: HTTP2ConnectionState.HeadersDecision,
    other: HTTP2ConnectionState.HeadersDecision
  ) {
    for (endRequest, expected) in [(true, ending), (false, other)] {
      var state = HTTP2ConnectionStateTests.state()
      let found = state.admit(
        headersOf: stream.rawValue, endRequest: endRequest, at: HTTP2ConnectionStateTests.now)
      #expect(found.withoutReason == expected, "END_STREAM: \(endRequest)")
    }
  }

  @Test(
    "after END_STREAM DATA is an error of the stream, also of one that is paused",
    arguments: [(1, [7]), (9, [2, 7, 0, 0]), (1, [])] as [(UInt8, [UInt8])])
  func endOfRequest(flags: UInt8, payload: [UInt8]) throws {
    for isPaused in [false, true] {
      var state = HTTP2ConnectionStateTests.state()
      state.pause(Stream.open.rawValue, isPaused)
      _ = HTTP2ConnectionStateTests.receive(0, .open, flags: flags, payload, in: &state)
      let before = state.windows.received
      for (flags, payload) in [(0, [7, 7]), (1, []), (9, [0])] as [(UInt8, [UInt8])] {
        let found = HTTP2ConnectionStateTests.receive(0, .open, flags: flags, payload, in: &state)
        #expect(found == Self.closed)
      }
      // The connection's receive window is consumed nevertheless (§6.9).
      #expect(state.windows.received == before + 3)
    }
  }

  @Test("the client's last frame on a stream that was answered closes it: no RST_STREAM is owed")
  func lastFrames() {
    let last: [(UInt8, [UInt8], ClosedStreams.CloseCause)] = [
      (FrameHeader.FrameType.data, [1, 2], .endStreamReceived),
      (FrameHeader.FrameType.reset, [0, 0, 0, 8], .resetReceived),
    ]
    for (kind, payload, end) in last {
      var state = HTTP2ConnectionStateTests.state()
      let found = HTTP2ConnectionStateTests.receive(kind, .answered, flags: 1, payload, in: &state)
      #expect(found == .drop)
      #expect(state.closed[Stream.answered.rawValue] == end)
      let isOwed = state.closed.resetSent(of: Stream.answered.rawValue)
      #expect(!isOwed)
      // Further frames cannot have been in flight; they are answered with one RST_STREAM.
      let more = (0 ..< 2).map { _ in
        HTTP2ConnectionStateTests.receive(0, .answered, [1], in: &state)
      }
      #expect(more == [.resetClosedStream, .drop])
    }
    var state = HTTP2ConnectionStateTests.state()
    let trailers = [true, true].map {
      state.admit(
        headersOf: Stream.answered.rawValue, endRequest: $0, at: HTTP2ConnectionStateTests.now
      ).withoutReason
    }
    #expect(trailers == [.drop, .connectionError(.streamClosed, "")])
  }

  @Test(
    "a stream that is not the client's is idle, whatever has begun (§5.1.1)",
    arguments: [
      (0, 4, refused), (1, 4, refused), (2, 5, .drop), (3, 4, refused), (8, 4, refused),
      (10, 4, .drop),
    ] as [(UInt8, Int, HTTP2ConnectionState.Action)])
  func evenStream(kind: UInt8, length: Int, expected: HTTP2ConnectionState.Action) {
    var state = HTTP2ConnectionStateTests.state()
    let header = HTTP2ConnectionStateTests.header(kind, on: 2, flags: 4, length: length)
    let payload = ByteBuffer(bytes: [0, 0, 0, 1])
    let found = state.decide(
      on: header, state.reads(header) ? payload : nil, at: HTTP2ConnectionStateTests.now)
    #expect(found.withoutReason == expected)
  }

  @Test("more streams than SETTINGS_MAX_CONCURRENT_STREAMS are refused, and are closed (§5.1.2)")
  func manyCalls() {
    var limits = ConnectionLimits()
    limits.concurrentStreams = 2
    var state = HTTP2ConnectionStateTests.state(limits)
    let third = state.admit(
      headersOf: Stream.idle.rawValue, endRequest: false, at: HTTP2ConnectionStateTests.now)
    #expect(third == .reset(.refusedStream))
    let found = [(0, [1]), (3, [0, 0, 0, 8]), (8, [0, 0, 0, 1])].map {
      HTTP2ConnectionStateTests.receive($0, .idle, $1, in: &state)
    }
    #expect(found == [.drop, .drop, .drop])
  }
}
