import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Flow-control windows of what a client sends (RFC 9113 §6.9)")
struct RequestWindowTests {
  private static let stream = HTTP2ConnectionStateTests.Stream.open.rawValue

  @Test(
    "DATA of a call is taken off its window, padding and all; more than that ends the call",
    arguments: [
      (0, 4, 0, .deliver(.init(length: 4, endsRequest: false))),
      (0, 4, 1, .deliver(.init(length: 4, endsRequest: true))),
      (0, 4, 8, .deliver(.init(start: 1, length: 2, endsRequest: false))),
      (0, 0, 1, .deliver(.init(length: 0, endsRequest: true))),
      (0, 2, 9, .deliver(.init(start: 1, length: 0, endsRequest: true))),
      (0, 1, 8, .connectionError(.protocolError, padding)),
      (65_531, 4, 0, .deliver(.init(length: 4, endsRequest: false))),
      (65_532, 4, 0, .streamError(.flowControlError)),
      (65_532, 4, 8, .streamError(.flowControlError)),
    ] as [(Int, Int, UInt8, HTTP2ConnectionState.Action)])
  func data(received: Int, length: Int, flags: UInt8, expected: HTTP2ConnectionState.Action) throws
  {
    var state = HTTP2ConnectionStateTests.state()
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].received = received
    let payload = Array(repeating: UInt8(1), count: length)
    let found = HTTP2ConnectionStateTests.receive(0, .open, flags: flags, payload, in: &state)
    #expect(found == expected)
    if case .connectionError = expected { return }
    #expect(state.calls[Self.stream]?.received == received + length)
    #expect(state.windows.received == length)
  }

  private static let padding = "DATA has more padding than payload"

  @Test(
    "a client gets room on a call at half of its window, unless the call pauses",
    arguments: [(32_766, false, nil), (32_767, false, 32_767), (32_767, true, nil)]
      as [(Int, Bool, Int?)])
  func room(received: Int, isPaused: Bool, expected: Int?) throws {
    var state = HTTP2ConnectionStateTests.state()
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].received = received
    state.pause(Self.stream, isPaused)
    let found = state.room(on: Self.stream)
    #expect(found == expected)
    #expect(state.calls[Self.stream]?.received == (expected == nil ? received : 0))
  }

  @Test("the window of dropped DATA is returned immediately, once")
  func dropped() {
    var state = HTTP2ConnectionStateTests.state()
    for _ in 0 ..< 2 { _ = HTTP2ConnectionStateTests.receive(0, .answered, [1, 2, 3], in: &state) }
    let found = [state.windows.droppedWindowUpdate(), state.windows.droppedWindowUpdate()]
    #expect(found == [6, nil])
  }
}
