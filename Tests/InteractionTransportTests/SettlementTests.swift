import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("The server's settings hold from the client's first frame on")
struct SettlementTests {
  private static let settings: [UInt8] = [0, 4, 0, 0, 0, 9]

  @Test(
    "each SETTINGS frame, in each state",
    arguments: [
      (.awaited, .settle, .assumed, .pass, .awaited),
      (.assumed, .resize, .assumed, .drop, .settled),
      (.settled, .resize, .settled, .pass, .settled),
    ]
      as [(
        ConnectionState.Settlement, ConnectionState.Action, ConnectionState.Settlement,
        ConnectionState.Action, ConnectionState.Settlement
      )])
  func states(
    state: ConnectionState.Settlement, settings: ConnectionState.Action,
    settled: ConnectionState.Settlement, ack: ConnectionState.Action,
    acknowledged: ConnectionState.Settlement
  ) {
    var connection = ConnectionStateTests.state()
    connection.settlement = state
    let found = ConnectionStateTests.receive(4, .connection, Self.settings, in: &connection)
    #expect(found == settings)
    #expect(connection.settlement == settled)
    #expect(connection.windows.initial == 9)
    connection.settlement = state
    let answer = ConnectionStateTests.receive(4, .connection, flags: 1, [], in: &connection)
    #expect(answer == ack)
    #expect(connection.settlement == acknowledged)
  }

  /// A connection as the engine's are, and what it was sent.
  private static func connection(_ streams: Int) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    let connection = ConnectionHandler()
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    configuration.initialSettings = [HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)]
    let http2 = NIOHTTP2Handler(
      mode: .server, eventLoop: channel.embeddedEventLoop, connectionConfiguration: configuration,
      streamConfiguration: .init(), streamDelegate: nil
    ) { stream in stream.eventLoop.makeSucceededVoidFuture() }
    let handlers: [any ChannelHandler] = [connection, http2]
    try channel.pipeline.syncOperations.addHandlers(handlers)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    return channel
  }

  /// What a client says that opens calls at once.
  private static func opening(_ calls: Int) -> ByteBuffer {
    var bytes = Frames.preface
    bytes.writeImmutableBuffer(Frames.frame(type: 4, payload: []))
    for call in 0 ..< UInt32(calls) {
      // `GET https://a/` without an end.
      let headers: [UInt8] = [0x82, 0x84, 0x87, 0x41, 1, 0x61]
      bytes.writeImmutableBuffer(
        Frames.frame(type: 1, flags: 4, stream: 2 * call + 1, payload: headers))
    }
    return bytes
  }

  @Test(
    "as many calls as the server takes may begin before its settings are acknowledged, at any cut",
    arguments: [(1, false), (7, false), (1 << 20, false), (1 << 20, true)])
  func calls(cut: Int, isOneTooMany: Bool) throws {
    let channel = try Self.connection(300)
    var bytes = Self.opening(isOneTooMany ? 301 : 300)
    while bytes.readableBytes > 0 {
      let part = bytes.readSlice(length: min(cut, bytes.readableBytes))
      _ = try? channel.writeInbound(part)
    }
    // So many calls are more than one turn.
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(500))
    var goAways = 0
    while let sent = try channel.readOutbound(as: ByteBuffer.self) {
      for frame in sent.frames where FrameHeader(at: frame.readerIndex, in: frame)?.kind == 7 {
        goAways += 1
      }
    }
    #expect((goAways > 0) == isOneTooMany)
    guard !isOneTooMany else { return }
    // The acknowledgement comes; a second one is wrong.
    let ack = Frames.frame(type: 4, flags: 1, payload: [])
    try channel.writeInbound(ack)
    #expect(channel.isActive)
    #expect(throws: (any Error).self) { try channel.writeInbound(ack) }
  }
}
