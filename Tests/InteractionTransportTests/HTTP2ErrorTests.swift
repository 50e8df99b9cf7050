import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("Errors of the connection, and of a stream alone (RFC 9113 §5.4)")
struct HTTP2ErrorTests {
  /// Returns a connection whose stream 1 is open, 3 is half-closed (remote), 5 is closed by both
  /// sides, 7 is reset by the client, 9 is half-closed (local), and 11 is reset by the server.
  private static func client() throws -> HTTP2Client {
    let client = try HTTP2Client()
    for stream in [1, 3, 5, 7, 9, 11] as [UInt32] {
      try client.send(Frames.call(stream, flags: stream == 3 || stream == 5 ? 5 : 4))
    }
    try client.send(Frames.reset(7))
    for stream in [5, 9] as [UInt32] { client.recording(stream)?.end(isPatient: true) }
    client.connection.reset(stream: 11, .cancel)
    _ = try client.channel.writtenFrames
    return client
  }

  private static let zero: [UInt8] = [0, 0, 0, 0]

  @Test(
    "a connection error is told with a GOAWAY that names the last stream, and ends the connection (§5.4.1)",
    arguments: [
      // Frames on an invalid stream, or that a client must not send.
      (0, 0, 0, [7], .protocolError), (0, 0, 13, [7], .protocolError),
      (3, 0, 13, zero, .protocolError), (8, 0, 13, [0, 0, 0, 1], .protocolError),
      (1, 4, 2, [0x82], .protocolError), (2, 0, 0, [0, 0, 0, 0, 0], .protocolError),
      (5, 4, 1, [0, 0, 0, 2, 0x82], .protocolError), (9, 4, 1, [0x82], .protocolError),
      // Padding (§6.1, §6.2): larger than the payload, or as large as that of DATA.
      (0, 8, 1, [1], .protocolError), (0, 8, 1, [3, 0, 0], .protocolError),
      (1, 12, 13, [2, 0x82], .protocolError),
      // Too short for the padding length, or the priority (§4.2).
      (0, 8, 1, [], .frameSizeError), (1, 12, 13, [], .frameSizeError),
      (1, 0x24, 13, [0, 0, 0, 0], .frameSizeError),
      (3, 0, 1, [0, 0, 0], .frameSizeError), (4, 0, 0, [0], .frameSizeError),
      (4, 1, 0, [0, 3, 0, 0, 0, 9], .frameSizeError), (6, 0, 0, [0], .frameSizeError),
      (7, 0, 0, zero, .frameSizeError), (8, 0, 1, [0], .frameSizeError),
      // Settings (§6.5.2).
      (4, 0, 0, [0, 2, 0, 0, 0, 2], .protocolError),
      (4, 0, 0, [0, 4, 0x80, 0, 0, 0], .flowControlError),
      // The connection's flow-control window (§6.9).
      (8, 0, 0, zero, .protocolError), (8, 0, 0, [0x7F, 0xFF, 0xFF, 0xFF], .flowControlError),
      // A field block that cannot be decompressed (§4.3), on any stream.
      (1, 4, 13, [0xFF, 0x80, 1], .compressionError), (1, 5, 9, [0x40], .compressionError),
      // HEADERS on a stream closed by END_STREAM from both sides (§5.1).
      (1, 5, 5, [0x82], .streamClosed), (1, 4, 5, [0x82], .streamClosed),
    ] as [(UInt8, UInt8, UInt32, [UInt8], HTTP2ErrorCode)])
  func ofConnection(
    kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8], code: HTTP2ErrorCode
  ) throws {
    let client = try Self.client()
    let call = try #require(client.recording(1))
    try client.send(
      Frames.frame(type: kind, flags: flags, stream: stream, payload: payload), Frames.ping)
    let answer = try client.written()
    #expect(answer.failures == [.connection(code, last: 11)])
    // Subsequent frames are not read.
    #expect(answer.kinds == [])
    #expect(!client.channel.isActive)
    #expect(call.isLost && call.failures == [])
  }

  @Test("a stream number below the last one that is not closed by the client (§5.1.1)")
  func lowerStream() throws {
    let client = try HTTP2Client()
    try client.send(Frames.call(5), Frames.call(3))
    #expect(try client.failures() == [.connection(.protocolError, last: 5)])
    #expect(!client.channel.isActive)
  }

  @Test(
    "a stream error is told with a RST_STREAM, and concerns no other stream (§5.4.2)",
    arguments: [
      // Half-closed (remote) (§5.1).
      (0, 0, 3, [7], .streamClosed), (0, 1, 3, [], .streamClosed), (1, 5, 3, [0x82], .streamClosed),
      (1, 4, 3, [0x82], .streamClosed),
      // Closed by the client with END_STREAM or RST_STREAM (§6.1).
      (0, 0, 5, [7], .streamClosed), (0, 1, 7, [], .streamClosed), (1, 5, 7, [0x82], .streamClosed),
      // Trailers without END_STREAM, or with pseudo-header fields (§8.1).
      (1, 4, 1, [0x00, 1, 0x6B, 1, 0x76], .protocolError),
      (1, 5, 1, [0x82], .protocolError),
      // A stream's flow-control window (§6.9).
      (8, 0, 1, zero, .protocolError), (8, 0, 3, [0x80, 0, 0, 0], .protocolError),
      (8, 0, 1, [0x7F, 0xFF, 0xFF, 0xFF], .flowControlError),
    ] as [(UInt8, UInt8, UInt32, [UInt8], HTTP2ErrorCode)])
  func ofStream(
    kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8], code: HTTP2ErrorCode
  ) throws {
    let client = try Self.client()
    let call = client.recording(stream)
    try client.send(Frames.frame(type: kind, flags: flags, stream: stream, payload: payload))
    #expect(try client.failures() == [.stream(stream, code)])
    #expect(call?.failures ?? [code] == [code])
    #expect(client.recording(stream) == nil)
    for other in [1, 3] as [UInt32] where other != stream {
      #expect(client.recording(other) != nil)
    }
    try client.send(Frames.call(13))
    #expect(client.recording(13) != nil && client.channel.isActive)
  }

  @Test("no RST_STREAM answers a RST_STREAM (§5.4.2)", arguments: [1, 3, 5, 7, 9, 11] as [UInt32])
  func answeredReset(stream: UInt32) throws {
    let client = try Self.client()
    let call = client.recording(stream)
    try client.send(Frames.reset(stream), Frames.reset(stream), Frames.ping)
    let answer = try client.written()
    #expect(answer.failures == [])
    #expect(answer.kinds == [6])
    #expect(call?.resets ?? 1 == 1)
    #expect(client.recording(stream) == nil)
  }

  @Test(
    "frames in flight are discarded, but update the compression state (§5.1)",
    arguments: [9, 11] as [UInt32], [4, 5] as [UInt8])
  func onItsWay(stream: UInt32, flags: UInt8) throws {
    let client = try Self.client()
    try client.send(
      Frames.frame(type: 0, stream: stream, payload: [1, 2, 3]),
      Frames.windowUpdate(of: stream, by: 9),
      // Adds `k: v` to the dynamic table.
      Frames.frame(type: 1, flags: flags, stream: stream, payload: [0x40, 1, 0x6B, 1, 0x76]))
    let answer = try client.written()
    #expect(answer.failures == [])
    // WINDOW_UPDATE of the connection.
    #expect(answer.kinds == [8])
    // A request that refers to the dynamic table.
    try client.send(
      Frames.frame(type: 1, flags: 4, stream: 13, payload: [0x82, 0x84, 0x87, 0xBE]))
    #expect(try client.failures() == [])
    #expect(client.recording(13) != nil)
  }
}
