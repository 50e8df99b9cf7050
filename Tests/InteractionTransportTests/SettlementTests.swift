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
      (.awaited, .assumed, .refuse(.protocolError, "SETTINGS come first"), .awaited),
      (.assumed, .assumed, .drop, .settled), (.settled, .settled, .pass, .settled),
    ]
      as [(
        ConnectionState.Settlement, ConnectionState.Settlement, ConnectionState.Action,
        ConnectionState.Settlement
      )])
  func states(
    state: ConnectionState.Settlement, settled: ConnectionState.Settlement,
    ack: ConnectionState.Action, acknowledged: ConnectionState.Settlement
  ) {
    var connection = ConnectionStateTests.state()
    connection.settlement = state
    let found = ConnectionStateTests.receive(4, .connection, Self.settings, in: &connection)
    #expect(found == .settle(resizes: true))
    #expect(connection.settlement == settled)
    #expect(connection.windows.initial == 9)
    connection.settlement = state
    let answer = ConnectionStateTests.receive(4, .connection, flags: 1, [], in: &connection)
    #expect(answer == ack)
    #expect(connection.settlement == acknowledged)
  }

  @Test(
    "settings that are not allowed are the HTTP/2 handler's to refuse, but not before all else",
    arguments: [
      [0, 2, 0, 0, 0, 2], [0, 4, 0x80, 0, 0, 0], [0, 5, 0, 0, 0x3F, 0xFF], [0, 5, 1, 0, 0, 0],
    ] as [[UInt8]])
  func notAllowed(payload: [UInt8]) {
    var connection = ConnectionStateTests.state()
    let later = ConnectionStateTests.receive(4, .connection, payload, in: &connection)
    #expect(later == .pass)
    #expect(connection.client.settings.isEmpty)
    connection.settlement = .awaited
    let first = ConnectionStateTests.receive(4, .connection, payload, in: &connection)
    #expect(first == .refuse(.protocolError, "settings that HTTP/2 does not know"))
  }

  /// A connection as the engine's are: the HTTP/2 handler comes with the first call.
  private static func connection(_ streams: Int) throws -> EmbeddedChannel {
    var limits = ConnectionLimits()
    limits.concurrentStreams = streams
    let channel = EmbeddedChannel()
    let others = ConnectionServices(interact: nil) { channel in
      let http2 = NIOHTTP2Handler(
        mode: .server, eventLoop: channel.eventLoop,
        connectionConfiguration: .init(), streamConfiguration: .init(), streamDelegate: nil
      ) { stream in
        stream.eventLoop.makeCompletedFuture {
          let pipeline = try #require(stream.parent).pipeline.syncOperations
          let id = try #require(stream.syncOptions).getOption(HTTP2StreamChannelOptions.streamID)
          let call = CallHandler(
            connection: try pipeline.handler(type: ConnectionHandler.self),
            stream: UInt32(Int32(id)), limits: ConnectionLimits())
          try stream.pipeline.syncOperations.addHandler(call)
        }
      }
      try channel.pipeline.syncOperations.addHandler(http2)
    }
    try channel.pipeline.syncOperations.addHandler(
      ConnectionHandler(limits: limits, services: others))
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    return channel
  }

  @Test(
    "as many calls as the server takes may begin before its settings are acknowledged, at any cut",
    arguments: [(1, 90), (7, 90), (1 << 20, 90), (1 << 20, 91)])
  func calls(cut: Int, count: Int) throws {
    let channel = try Self.connection(90)
    var bytes = Frames.joined(
      [Frames.opening] + (0 ..< UInt32(count)).map { Frames.call(2 * $0 + 1) })
    while bytes.readableBytes > 0 {
      let part = bytes.readSlice(length: min(cut, bytes.readableBytes))
      try channel.writeInbound(part)
    }
    // So many calls are more than one turn.
    channel.embeddedEventLoop.advanceTime(by: .milliseconds(500))
    var resets: [UInt32] = []
    while let sent = try channel.readOutbound(as: ByteBuffer.self) {
      for frame in sent.frames {
        let header = try #require(FrameHeader(at: frame.readerIndex, in: frame))
        #expect(header.kind != FrameHeader.Kind.goAway)
        if header.isReset { resets.append(header.stream) }
      }
    }
    // One too many does not begin, and the others go on.
    #expect(resets == (count > 90 ? [181] : []))
    // The acknowledgement comes; a second one is wrong.
    try channel.writeInbound(Frames.settingsAck)
    #expect(channel.isActive)
    #expect(throws: (any Error).self) { try channel.writeInbound(Frames.settingsAck) }
  }
}
