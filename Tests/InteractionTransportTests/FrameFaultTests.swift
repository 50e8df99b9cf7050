import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Stream number, length and flags of each frame (RFC 9113 §4.2, §6)")
struct FrameFaultTests {
  private func code(
    _ kind: UInt8, on stream: UInt32, flags: UInt8 = 0, length: Int
  ) -> HTTP2ErrorCode? {
    HTTP2ConnectionStateTests.header(kind, on: stream, flags: flags, length: length).fault?.code
  }

  @Test(
    "the stream: none of the connection's, only of the connection's, either",
    arguments: [
      // DATA, HEADERS, PRIORITY, RST_STREAM, CONTINUATION (§6.1–6.4, §6.10).
      (0, 0, true, false), (1, 1, true, false), (2, 5, true, false), (3, 4, true, false),
      (9, 1, true, false),
      // SETTINGS, PING, GOAWAY (§6.5, §6.7, §6.8).
      (4, 6, false, true), (6, 8, false, true), (7, 8, false, true),
      // WINDOW_UPDATE (§6.9), and unknown types (§5.5).
      (8, 4, true, true), (10, 3, true, true), (255, 0, true, true),
      // PUSH_PROMISE from a client (§8.4).
      (5, 4, false, false),
    ] as [(UInt8, Int, Bool, Bool)])
  func streams(kind: UInt8, length: Int, onStream: Bool, onConnection: Bool) {
    for stream in [1, 2, 1 << 31 - 1] as [UInt32] {
      #expect(self.code(kind, on: stream, length: length) == (onStream ? nil : .protocolError))
    }
    #expect(self.code(kind, on: 0, length: length) == (onConnection ? nil : .protocolError))
    // The reserved bit is ignored (§4.1).
    #expect(
      self.code(kind, on: 1 << 31, length: length) == (onConnection ? nil : .protocolError))
  }

  @Test(
    "lengths that a frame may not have; as a stream error is one of the connection, too (§5.4.1)",
    arguments: [
      (2, 1, 0, [0, 4, 6]), (3, 1, 0, [0, 3, 5]), (4, 0, 0, [1, 5, 7, 11]), (4, 0, 1, [1, 6, 12]),
      (6, 0, 0, [0, 7, 9]), (6, 0, 1, [0, 7, 9]), (7, 0, 0, [0, 7]), (8, 0, 0, [0, 3, 5]),
      (8, 1, 0, [0, 3, 5]),
    ] as [(UInt8, UInt32, UInt8, [Int])])
  func lengths(kind: UInt8, stream: UInt32, flags: UInt8, wrong: [Int]) {
    for length in wrong {
      #expect(
        self.code(kind, on: stream, flags: flags, length: length) == .frameSizeError,
        "\(length) bytes")
    }
  }

  @Test(
    "lengths that a frame may have",
    arguments: [
      (0, 1, 0, [0, 1, 16_384]), (1, 1, 0, [0, 1, 16_384]), (9, 1, 0, [0, 1, 16_384]),
      (2, 1, 0, [5]), (3, 1, 0, [4]), (4, 0, 0, [0, 6, 12]), (4, 0, 1, [0]), (6, 0, 0, [8]),
      (6, 0, 1, [8]), (7, 0, 0, [8, 9, 16_384]), (8, 1, 0, [4]), (10, 1, 0, [0, 7, 16_384]),
    ] as [(UInt8, UInt32, UInt8, [Int])])
  func right(kind: UInt8, stream: UInt32, flags: UInt8, lengths: [Int]) {
    for length in lengths {
      #expect(self.code(kind, on: stream, flags: flags, length: length) == nil, "\(length) bytes")
    }
  }

  @Test(
    "a frame longer than SETTINGS_MAX_FRAME_SIZE, of any kind (§4.2)",
    arguments: (0 ... 10 as ClosedRange<UInt8>).map { $0 } + [255])
  func tooLong(kind: UInt8) {
    for stream in [0, 1] as [UInt32] {
      for length in [16_385, 1 << 24 - 1] {
        #expect(self.code(kind, on: stream, length: length) == .frameSizeError)
      }
    }
    var state = HTTP2ConnectionStateTests.state()
    let header = HTTP2ConnectionStateTests.header(kind, .open, flags: 4, length: 16_385)
    // It is rejected by its header, before its payload.
    #expect(!state.reads(header))
    let found = state.decide(on: header, nil, at: HTTP2ConnectionStateTests.now)
    #expect(
      found.withoutReason == .connectionError(kind == 9 ? .protocolError : .frameSizeError, ""))
  }

  @Test(
    "flags that a kind does not have are ignored (§4.1)",
    arguments: [
      (2, 1, 5), (3, 1, 4), (6, 0, 8), (7, 0, 8), (8, 1, 4), (10, 1, 0),
    ] as [(UInt8, UInt32, Int)])
  func flags(kind: UInt8, stream: UInt32, length: Int) {
    #expect(self.code(kind, on: stream, flags: 0xFF, length: length) == nil)
    // All flags but ACK.
    #expect(self.code(4, on: 0, flags: 0xFE, length: 6) == nil)
  }
}
