import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Budgets of a connection's frames")
struct ConnectionRateLimitsTests {
  typealias Stream = HTTP2ConnectionStateTests.Stream

  @Test(
    "over its budget each frame ends the connection",
    arguments: [
      (0, .answered, 4), (0, .closed, 4), (0, .forgotten, 4), (2, .idle, 5), (3, .answered, 4),
      (3, .open, 4), (7, .connection, 8), (8, .connection, 4), (8, .open, 4), (8, .closed, 4),
      (10, .idle, 0), (255, .connection, 0), (4, .connection, 6), (4, .connection, 12),
      (6, .connection, 8),
    ] as [(UInt8, Stream, Int)])
  func budgets(kind: UInt8, stream: Stream, length: Int) {
    var limits = ConnectionLimits()
    let none = TokenBucketLimit(perSecond: 1, burst: 0)
    limits.pings = none
    limits.windowUpdates = none
    // The budgets include those granted by calls that began and ended.
    limits.streamWindowUpdates = TokenBucketLimit(perSecond: 1, burst: -24)
    limits.lateData = TokenBucketLimit(perSecond: 1, burst: -64)
    limits.lateResets = none
    limits.earlyResets = none
    limits.otherFrames = none
    limits.settings = 1
    var state = HTTP2ConnectionStateTests.state(limits)
    let found = HTTP2ConnectionStateTests.receive(
      kind, stream, Array(repeating: 1, count: length), in: &state)
    let reason =
      length == 12
      ? "SETTINGS has 12 bytes; at most 6"
      : "\(FrameHeader.FrameType.name(of: kind)) rate limit exceeded"
    #expect(found == .connectionError(.enhanceYourCalm, reason))
  }

  @Test("over its budget a header block of a stream that is closed ends the connection")
  func lateHeaders() {
    var limits = ConnectionLimits()
    limits.lateData = TokenBucketLimit(perSecond: 1, burst: -64)
    var state = HTTP2ConnectionStateTests.state(limits)
    let found = state.admit(
      headersOf: Stream.answered.rawValue, endRequest: true, at: HTTP2ConnectionStateTests.now)
    #expect(found.withoutReason == .connectionError(.enhanceYourCalm, ""))
  }

  @Test("frames of streams that the client has closed have a budget of their own")
  func closedStreams() {
    var limits = ConnectionLimits()
    limits.closedFrames = TokenBucketLimit(perSecond: 1, burst: 0)
    for stream in [Stream.closed, .cancelled] {
      var state = HTTP2ConnectionStateTests.state(limits)
      let data = HTTP2ConnectionStateTests.receive(0, stream, [1], in: &state)
      #expect(data.withoutReason == .connectionError(.enhanceYourCalm, ""))
    }
    var state = HTTP2ConnectionStateTests.state(limits)
    let headers = state.admit(
      headersOf: Stream.cancelled.rawValue, endRequest: true, at: HTTP2ConnectionStateTests.now)
    #expect(headers.withoutReason == .connectionError(.enhanceYourCalm, ""))
  }

  @Test("calls beyond the limit have a budget")
  func refusedCalls() {
    var limits = ConnectionLimits()
    limits.concurrentStreams = 0
    limits.lateResets = TokenBucketLimit(perSecond: 1, burst: 1)
    var state = HTTP2ConnectionState(limits, at: HTTP2ConnectionStateTests.now)
    let found = ([1, 3] as [UInt32]).map {
      state.admit(headersOf: $0, endRequest: true, at: HTTP2ConnectionStateTests.now).withoutReason
    }
    #expect(found == [.reset(.refusedStream), .connectionError(.enhanceYourCalm, "")])
  }

  @Test("a client that does not read may begin few calls")
  func unreadCalls() {
    var limits = ConnectionLimits()
    limits.unreadResponses = TokenBucketLimit(perSecond: 1, burst: 1)
    var state = HTTP2ConnectionStateTests.state(limits)
    let found = ([15, 17, 19] as [UInt32]).map {
      state.admit(
        headersOf: $0, endRequest: false, isWritable: $0 == 15, at: HTTP2ConnectionStateTests.now)
    }
    #expect(
      found == [
        .begins, .begins,
        .connectionError(
          .enhanceYourCalm, "HEADERS rate limit exceeded; the client does not read responses"),
      ])
  }

  @Test("a client that does not read gets few answers to PINGs")
  func unreadPings() {
    var limits = ConnectionLimits()
    limits.unreadResponses = TokenBucketLimit(perSecond: 1, burst: 1)
    var state = HTTP2ConnectionStateTests.state(limits)
    let found = (0 ..< 2).map { _ in
      HTTP2ConnectionStateTests.receive(
        6, .connection, Array(repeating: 0, count: 8), in: &state, isWritable: false
      ).withoutReason
    }
    #expect(found == [.acknowledgePing, .connectionError(.enhanceYourCalm, "")])
  }

  @Test("acknowledgements of PINGs are dropped, up to a hundred at once")
  func pingAnswers() {
    var state = HTTP2ConnectionStateTests.state()
    for answer in ["engine?!", "engine!?"] + Array(repeating: "engine?!", count: 98) {
      let found = HTTP2ConnectionStateTests.receive(
        6, .connection, flags: 1, Array(answer.utf8), in: &state)
      #expect(found == .drop)
    }
    let flood = HTTP2ConnectionStateTests.receive(
      6, .connection, flags: 1, Array("engine?!".utf8), in: &state)
    #expect(flood.withoutReason == .connectionError(.enhanceYourCalm, ""))
  }

  @Test("a reset of a call that has had its message costs nothing")
  func lateReset() {
    var limits = ConnectionLimits()
    limits.earlyResets = TokenBucketLimit(perSecond: 1, burst: 0)
    limits.grantedEarlyResets = 0
    var state = HTTP2ConnectionStateTests.state(limits)
    state.callServed(Stream.open.rawValue)
    let found = HTTP2ConnectionStateTests.receive(3, .open, [0, 0, 0, 8], in: &state)
    #expect(found == .reset)
  }
}
