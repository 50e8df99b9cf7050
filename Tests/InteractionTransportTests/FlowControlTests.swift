import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Flow-control windows of what a server sends (RFC 9113 §6.9)")
struct FlowControlTests {
  private static let stream = HTTP2ConnectionStateTests.Stream.open.rawValue
  private static let largest = FrameHeader.largestWindow

  /// Returns a connection with a call, and these flow-control windows.
  private static func state(call: Int, all: Int) -> HTTP2ConnectionState {
    var state = HTTP2ConnectionStateTests.state()
    state.windows.send = all
    if let index = state.calls.index(of: self.stream) {
      state.calls.elements[index].sendWindow = call
    }
    return state
  }

  private func flow(_ state: HTTP2ConnectionState) throws -> StreamFlowControl {
    try #require(state.calls[Self.stream])
  }

  @Test(
    "so much leaves of what is sent: the least of frame, call, connection and what there is",
    arguments: [
      (100, 1_000, 1_000, 100), (20_000, 65_535, 65_535, 16_384), (100, 60, 1_000, 60),
      (100, 1_000, 70, 70), (100, 0, 1_000, 0), (100, 1_000, 0, 0), (100, -5, 1_000, 0),
      (100, 1_000, -5, 0), (1, 1, 1, 1),
    ])
  func admit(count: Int, call: Int, all: Int, expected: Int) throws {
    var state = Self.state(call: call, all: all)
    let found = state.admit(count, on: Self.stream)
    #expect(found == expected)
    #expect(try self.flow(state).sendWindow == call - expected)
    #expect(state.windows.send == all - expected)
    let wait: StreamFlowControl.BlockedBy =
      expected > 0 ? .nothing : call > 0 ? .connection : .stream
    #expect(try self.flow(state).wait == wait)
    #expect(Array(state.blockedStreams) == (wait == .connection ? [Self.stream] : []))
  }

  @Test("nothing leaves on a stream that has no call")
  func noCall() {
    var state = Self.state(call: 100, all: 100)
    let streams = HTTP2ConnectionStateTests.Stream.allCases.filter { $0 != .open && $0 != .ended }
    let found = streams.map { state.admit(1, on: $0.rawValue) }
    #expect(found.allSatisfy { $0 == 0 })
    #expect(state.windows.send == 100 && state.blockedStreams.isEmpty)
  }

  @Test(
    "a call has room if both windows are open, and the client reads",
    arguments: [
      (1, 1, true, true), (0, 1, true, false), (-1, 1, true, false), (1, 0, true, false),
      (1, 1, false, false),
    ])
  func hasRoom(call: Int, all: Int, isWritable: Bool, expected: Bool) {
    var state = Self.state(call: call, all: all)
    let found = state.sendRoom(on: Self.stream, isWritable: isWritable)
    #expect((found != nil) == expected)
    #expect(Array(state.blockedStreams) == (expected || call <= 0 ? [] : [Self.stream]))
  }

  @Test(
    "WINDOW_UPDATE of a call: §6.9.1, no window beyond the largest",
    arguments: [
      (0, 1, .wakeStream), (-9, 9, .wakeStream), (largest - 5, 5, .wakeStream),
      (largest - 5, 6, .streamError(.flowControlError)),
      (1, largest, .streamError(.flowControlError)),
    ] as [(Int, Int, HTTP2ConnectionState.Action)])
  func widen(window: Int, increment: Int, expected: HTTP2ConnectionState.Action) throws {
    var state = Self.state(call: window, all: 0)
    let payload = withUnsafeBytes(of: UInt32(increment).bigEndian) { Array($0) }
    let found = HTTP2ConnectionStateTests.receive(8, .open, payload, in: &state)
    #expect(found == expected)
    #expect(try self.flow(state).sendWindow == (found == .wakeStream ? window + increment : window))
  }

  @Test(
    "WINDOW_UPDATE of the connection: likewise",
    arguments: [
      (0, 10, .wakeConnection), (largest - 5, 5, .wakeConnection),
      (largest - 5, 6, .connectionError(.flowControlError, "")),
      (1, largest, .connectionError(.flowControlError, "")),
    ] as [(Int, Int, HTTP2ConnectionState.Action)])
  func widenAll(window: Int, increment: Int, expected: HTTP2ConnectionState.Action) {
    var state = Self.state(call: 0, all: window)
    let payload = withUnsafeBytes(of: UInt32(increment).bigEndian) { Array($0) }
    let found = HTTP2ConnectionStateTests.receive(8, .connection, payload, in: &state)
    #expect(found.withoutReason == expected)
    #expect(state.windows.send == (expected == .wakeConnection ? window + increment : window))
  }

  @Test(
    "SETTINGS change the windows of all calls: §6.9.2, below nothing if need be, never beyond the largest",
    arguments: [
      (100, 65_535, 100, resized), (100, 65_536, 101, resized), (100, 65_435, 0, resized),
      (100, 0, -65_435, resized), (largest - 65_535, 131_070, largest, resized),
      (largest - 65_535, 131_071, largest - 65_535, .connectionError(.flowControlError, "")),
    ] as [(Int, Int, Int, HTTP2ConnectionState.Action)])
  func settings(window: Int, initial: Int, next: Int, expected: HTTP2ConnectionState.Action) throws
  {
    var state = Self.state(call: window, all: 0)
    let value = withUnsafeBytes(of: UInt32(initial).bigEndian) { Array($0) }
    let found = HTTP2ConnectionStateTests.receive(4, .connection, [0, 4] + value, in: &state)
    #expect(found.withoutReason == expected)
    #expect(try self.flow(state).sendWindow == next)
    #expect(state.windows.initial == initial)
  }

  @Test("a refusal names the increment or the setting, and the largest window")
  func reasons() {
    var state = Self.state(call: 0, all: Self.largest)
    let update = HTTP2ConnectionStateTests.receive(8, .connection, [0, 0, 0, 6], in: &state)
    #expect(
      update
        == .connectionError(
          .flowControlError,
          "WINDOW_UPDATE of 6; the connection's window would exceed 2147483647"))
    state = Self.state(call: Self.largest - 65_535, all: 0)
    let setting = HTTP2ConnectionStateTests.receive(
      4, .connection, [0, 4, 0, 1, 0xFF, 0xFF], in: &state)
    #expect(
      setting
        == .connectionError(
          .flowControlError,
          "SETTINGS_INITIAL_WINDOW_SIZE is 131071; a stream's window would exceed 2147483647"))
  }

  private static let resized = HTTP2ConnectionState.Action.acknowledgeSettings(resizes: true)
}
