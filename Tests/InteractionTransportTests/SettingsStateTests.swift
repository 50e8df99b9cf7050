import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("The server's settings hold from the client's first frame on (RFC 9113 §6.5)")
struct SettingsStateTests {
  @Test(
    "each SETTINGS frame, in each state",
    arguments: [
      (
        .awaited, .assumed, .connectionError(.protocolError, "the first frame must be SETTINGS"),
        .awaited
      ),
      (.assumed, .assumed, .drop, .settled), (.settled, .settled, .drop, .settled),
    ]
      as [(
        HTTP2ConnectionState.SettingsState, HTTP2ConnectionState.SettingsState,
        HTTP2ConnectionState.Action,
        HTTP2ConnectionState.SettingsState
      )])
  func states(
    state: HTTP2ConnectionState.SettingsState, settled: HTTP2ConnectionState.SettingsState,
    ack: HTTP2ConnectionState.Action, acknowledged: HTTP2ConnectionState.SettingsState
  ) {
    var connection = HTTP2ConnectionStateTests.state()
    connection.settlement = state
    let found = HTTP2ConnectionStateTests.receive(
      4, .connection, [0, 4, 0, 0, 0, 9], in: &connection)
    #expect(found == .acknowledgeSettings(resizes: true))
    #expect(connection.settlement == settled)
    #expect(connection.windows.initial == 9)
    connection.settlement = state
    let answer = HTTP2ConnectionStateTests.receive(4, .connection, flags: 1, [], in: &connection)
    #expect(answer == ack)
    #expect(connection.settlement == acknowledged)
  }

  @Test(
    "values that a setting may have, and may not (§6.5.2); unknown kinds are ignored",
    arguments: [
      ([0, 1, 0, 0, 0, 0], nil), ([0, 1, 0xFF, 0xFF, 0xFF, 0xFF], nil),
      ([0, 2, 0, 0, 0, 0], nil), ([0, 2, 0, 0, 0, 1], nil),
      ([0, 2, 0, 0, 0, 2], .protocolError), ([0, 3, 0, 0, 0, 0], nil),
      ([0, 4, 0, 0, 0, 0], nil), ([0, 4, 0x7F, 0xFF, 0xFF, 0xFF], nil),
      ([0, 4, 0x80, 0, 0, 0], .flowControlError), ([0, 5, 0, 0, 0x40, 0], nil),
      ([0, 5, 0, 0xFF, 0xFF, 0xFF], nil), ([0, 5, 0, 0, 0x3F, 0xFF], .protocolError),
      ([0, 5, 1, 0, 0, 0], .protocolError), ([0, 6, 0, 0, 0, 0], nil),
      ([0, 0, 1, 2, 3, 4], nil), ([0, 7, 0xFF, 0xFF, 0xFF, 0xFF], nil),
    ] as [([UInt8], HTTP2ErrorCode?)])
  func values(payload: [UInt8], code: HTTP2ErrorCode?) {
    for settlement in [HTTP2ConnectionState.SettingsState.awaited, .settled] {
      var connection = HTTP2ConnectionStateTests.state()
      connection.settlement = settlement
      // It is found at any position.
      let settings = [0, 3, 0, 0, 0, 9] + payload + [0, 3, 0, 0, 0, 9]
      let found = HTTP2ConnectionStateTests.receive(4, .connection, settings, in: &connection)
      let expected: HTTP2ConnectionState.Action =
        if let code { .connectionError(code, "") } else {
          .acknowledgeSettings(resizes: payload[1] == 4)
        }
      #expect(found.withoutReason == expected)
    }
  }

  @Test("a refusal names the setting and its value")
  func reason() {
    var connection = HTTP2ConnectionStateTests.state()
    let found = HTTP2ConnectionStateTests.receive(
      4, .connection, [0, 2, 0, 0, 0, 7], in: &connection)
    #expect(found == .connectionError(.protocolError, "SETTINGS_ENABLE_PUSH is 7; must be 0 or 1"))
  }

  @Test("of a setting that comes twice the last value counts (§6.5.3)")
  func order() {
    var connection = HTTP2ConnectionStateTests.state()
    let settings: [UInt8] = [0, 4, 0, 0, 0, 9, 0, 4, 0, 0, 0, 5]
    _ = HTTP2ConnectionStateTests.receive(4, .connection, settings, in: &connection)
    #expect(connection.windows.initial == 5)
    #expect(connection.calls[HTTP2ConnectionStateTests.Stream.open.rawValue]?.sendWindow == 5)
  }

  @Test(
    "as many calls as the server takes may begin before its settings are acknowledged, at any cut",
    arguments: [(1, 90), (7, 90), (1 << 20, 90), (1 << 20, 91)])
  func calls(cut: Int, count: Int) throws {
    var limits = ConnectionLimits()
    limits.concurrentStreams = 90
    let client = try HTTP2Client(limits)
    var bytes = Frames.joined((0 ..< UInt32(count)).map { Frames.call(2 * $0 + 1) })
    while bytes.readableBytes > 0,
      let part = bytes.readSlice(length: min(cut, bytes.readableBytes))
    {
      try client.send(part)
    }
    // The calls take more than one turn.
    client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(500))
    // The call above the limit is refused, and the others continue.
    #expect(try client.failures() == (count > 90 ? [.stream(181, .refusedStream)] : []))
    #expect(client.connection.calls.elements.count == 90)
    for _ in 0 ..< 2 { try client.send(Frames.settingsAck) }
    #expect(client.channel.isActive)
  }
}
