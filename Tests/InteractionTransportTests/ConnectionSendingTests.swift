import NIOCore
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("Which frames of the HTTP/2 handler leave, and when")
struct ConnectionSendingTests {
  private static let holding: ConnectionState = {
    var state = ConnectionStateTests.state()
    state.windows.send = 9
    _ = state.send(ConnectionStateTests.header(0, .other, length: 10))
    return state
  }()

  private static let reset: ConnectionState = {
    var state = ConnectionStateTests.state()
    _ = ConnectionStateTests.receive(3, .other, [0, 0, 0, 8], in: &state)
    return state
  }()

  @Test(
    "each frame: while all leaves, while DATA waits, after the client's RST_STREAM",
    arguments: [
      (0, .other, 10, [.pass, .hold, .pass]), (1, .other, 1, [.pass, .hold, .pass]),
      (3, .other, 4, [.pass, .hold, .drop]), (4, .connection, 6, [.drop, .drop, .drop]),
      (6, .connection, 8, [.pass, .hold, .pass]), (7, .connection, 8, [.pass, .hold, .pass]),
      (8, .connection, 4, [.pass, .pass, .pass]),
    ] as [(UInt8, ConnectionStateTests.Stream, Int, [ConnectionState.Sending])])
  func frames(
    kind: UInt8, stream: ConnectionStateTests.Stream, length: Int,
    expected: [ConnectionState.Sending]
  ) {
    let states = [ConnectionStateTests.state(), Self.holding, Self.reset]
    for (state, sending) in zip(states, expected) {
      var state = state
      let found = state.send(ConnectionStateTests.header(kind, stream, length: length))
      #expect(found == sending)
    }
  }

  @Test("a stream is reset once, also if its RST_STREAM waits", arguments: [false, true])
  func twice(isHolding: Bool) {
    var state = isHolding ? Self.holding : ConnectionStateTests.state()
    let reset = ConnectionStateTests.header(3, .other, length: 4)
    let found = [state.send(reset), state.send(reset)]
    #expect(found == [isHolding ? .hold : .pass, .drop])
  }

  @Test(
    "a GOAWAY with an error says that the connection has failed", arguments: [0, 1, 11] as [UInt32])
  func goAway(code: UInt32) {
    var state = ConnectionStateTests.state()
    _ = state.send(ConnectionStateTests.header(7, .connection, length: 8), goAwayCode: code)
    #expect(state.phase == (code == 0 ? .open : .failed))
  }

  @Test(
    "what waits leaves as far as there is room",
    arguments: [(9, .hold), (10, .pass), (11, .pass)] as [(Int, ConnectionState.Sending)])
  func release(window: Int, expected: ConnectionState.Sending) {
    var state = Self.holding
    state.windows.send = window
    let found = state.release(ConnectionStateTests.header(0, .other, length: 10))
    #expect(found == expected)
    #expect(state.windows.send == (expected == .pass ? window - 10 : window))
  }
}
