import NIOCore
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("Windows of calls that are served here (RFC 9113 §6.9)")
struct FlowControlTests {
  private static let stream = ConnectionStateTests.Stream.direct.rawValue
  private static let largest = FrameHeader.largestWindow

  /// A connection with a call that has these windows.
  private static func state(call: Int, all: Int) -> ConnectionState {
    var state = ConnectionStateTests.state()
    state.windows.send = all
    if let index = state.calls.index(of: self.stream) {
      state.calls.elements[index].flow?.sendWindow = call
    }
    return state
  }

  private func flow(_ state: ConnectionState) throws -> CallEntry.Flow {
    try #require(state.calls[Self.stream]?.flow)
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
    #expect(state.windows.debt == expected)
    let wait: CallEntry.Flow.Wait = expected > 0 ? .nothing : call > 0 ? .connection : .stream
    #expect(try self.flow(state).wait == wait)
    #expect(Array(state.waiting) == (wait == .connection ? [Self.stream] : []))
  }

  @Test("nothing leaves behind DATA that waits, or on other calls")
  func notYet() {
    var state = Self.state(call: 100, all: 100)
    _ = state.send(ConnectionStateTests.header(0, .other, length: 101))
    var found = [state.admit(1, on: Self.stream)]
    #expect(Array(state.waiting) == [Self.stream])
    for stream in [ConnectionStateTests.Stream.other, .over, .idle] {
      found.append(state.admit(1, on: stream.rawValue))
    }
    #expect(found.allSatisfy { $0 == 0 })
    #expect(Array(state.waiting) == [Self.stream])
  }

  @Test(
    "a call has room if both windows are open, nothing waits, and the client reads",
    arguments: [
      (1, 1, false, true, true), (0, 1, false, true, false), (-1, 1, false, true, false),
      (1, 0, false, true, false), (1, 1, true, true, false), (1, 1, false, false, false),
    ])
  func hasRoom(call: Int, all: Int, isHolding: Bool, isWritable: Bool, expected: Bool) {
    var state = Self.state(call: call, all: all)
    if isHolding { _ = state.send(ConnectionStateTests.header(0, .other, length: all + 1)) }
    let found = state.sendRoom(on: Self.stream, isWritable: isWritable)
    #expect((found != nil) == expected)
    #expect(Array(state.waiting) == (expected || call <= 0 ? [] : [Self.stream]))
  }

  @Test(
    "WINDOW_UPDATE of a call: §6.9.1, no window beyond the largest",
    arguments: [
      (0, 1, .widen), (-9, 9, .widen), (largest - 5, 5, .widen),
      (largest - 5, 6, .fail(.flowControlError)), (1, largest, .fail(.flowControlError)),
    ] as [(Int, Int, ConnectionState.Action)])
  func widen(window: Int, increment: Int, expected: ConnectionState.Action) throws {
    var state = Self.state(call: window, all: 0)
    let payload = withUnsafeBytes(of: UInt32(increment).bigEndian) { Array($0) }
    let found = ConnectionStateTests.receive(8, .direct, payload, in: &state)
    #expect(found == expected)
    #expect(try self.flow(state).sendWindow == (found == .widen ? window + increment : window))
  }

  @Test(
    "WINDOW_UPDATE of the connection: the HTTP/2 handler hears of what it has used itself",
    arguments: [
      (0, 10, 5, 5), (3, 10, 5, 2), (5, 10, 5, 0), (9, 10, 5, 0), (0, 0, 5, 5), (2, -1, 5, 3),
    ])
  func widenAll(debt: Int, window: Int, increment: Int, told: Int) {
    var state = Self.state(call: 0, all: window)
    state.windows.debt = debt
    let found = ConnectionStateTests.receive(
      8, .connection, [0, 0, 0, UInt8(increment)], in: &state)
    #expect(found == .widenAll(told: told))
    #expect(state.windows.send == window + increment)
    #expect(state.windows.debt == debt - (increment - told))
  }

  @Test(
    "SETTINGS change the windows of all calls: §6.9.2, below nothing if need be, never beyond the largest",
    arguments: [
      (100, 65_535, 100, resized), (100, 65_536, 101, resized), (100, 65_435, 0, resized),
      (100, 0, -65_435, resized), (largest - 65_535, 131_070, largest, resized),
      (largest - 65_535, 131_071, largest - 65_535, .refuse(.flowControl, beyond)),
    ] as [(Int, Int, Int, ConnectionState.Action)])
  func settings(window: Int, initial: Int, next: Int, expected: ConnectionState.Action) throws {
    var state = Self.state(call: window, all: 0)
    let value = withUnsafeBytes(of: UInt32(initial).bigEndian) { Array($0) }
    let found = ConnectionStateTests.receive(4, .connection, [0, 4] + value, in: &state)
    #expect(found == expected)
    #expect(try self.flow(state).sendWindow == next)
    #expect(state.windows.initial == initial)
  }

  private static let resized = ConnectionState.Action.settle(resizes: true)
  private static let beyond = "a window beyond the largest"

  @Test("a window in SETTINGS beyond the largest is the HTTP/2 handler's to refuse")
  func largestSetting() throws {
    var state = Self.state(call: 100, all: 0)
    let found = ConnectionStateTests.receive(4, .connection, [0, 4, 0x80, 0, 0, 0], in: &state)
    #expect(found == .pass)
    #expect(try self.flow(state).sendWindow == 100)
  }

  @Test(
    "DATA of a call is taken off its window, padding and all; more than that ends the call",
    arguments: [
      (0, 4, 0, .deliver(.init(length: 4, endsRequest: false))),
      (0, 4, 1, .deliver(.init(length: 4, endsRequest: true))),
      (0, 4, 8, .deliver(.init(start: 1, length: 2, endsRequest: false))),
      (0, 0, 1, .deliver(.init(length: 0, endsRequest: true))),
      (0, 2, 9, .deliver(.init(start: 1, length: 0, endsRequest: true))),
      (0, 1, 8, .refuse(.protocolError, padding)), (0, 0, 8, .refuse(.protocolError, padding)),
      (65_531, 4, 0, .deliver(.init(length: 4, endsRequest: false))),
      (65_532, 4, 0, .fail(.flowControlError)), (65_532, 4, 8, .fail(.flowControlError)),
    ] as [(Int, Int, UInt8, ConnectionState.Action)])
  func data(received: Int, length: Int, flags: UInt8, expected: ConnectionState.Action) throws {
    var state = ConnectionStateTests.state()
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].flow?.received = received
    let payload = Array(repeating: UInt8(1), count: length)
    let found = ConnectionStateTests.receive(0, .direct, flags: flags, payload, in: &state)
    #expect(found == expected)
    if case .refuse = expected { return }
    #expect(try self.flow(state).received == received + length)
    #expect(state.windows.received == length)
  }

  private static let padding = "DATA of more padding than there is room for"

  @Test(
    "a client gets room on a call at half of its window, unless the call pauses",
    arguments: [(32_766, false, nil), (32_767, false, 32_767), (32_767, true, nil)]
      as [(Int, Bool, Int?)])
  func room(received: Int, isPaused: Bool, expected: Int?) throws {
    var state = ConnectionStateTests.state()
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].flow?.received = received
    state.pause(Self.stream, isPaused)
    let found = state.room(on: Self.stream)
    #expect(found == expected)
    #expect(try self.flow(state).received == (expected == nil ? received : 0))
  }

  @Test(
    "WINDOW_UPDATE for its stream wakes a call that waits for it, once",
    arguments: [(-1, false), (0, false), (1, true)])
  func wake(window: Int, expected: Bool) throws {
    var state = Self.state(call: 0, all: 9)
    let room = state.sendRoom(on: Self.stream, isWritable: true)
    #expect(room == nil)
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].flow?.sendWindow = window
    let other = state.nextToWake()
    #expect(other == nil)
    let found = [state.wake(Self.stream), state.wake(Self.stream)]
    #expect(found == [expected, false])
  }

  /// A connection without room, with so many more calls that wait for some.
  private static func crowd(_ count: UInt32) -> ConnectionState {
    var state = Self.state(call: 100, all: 0)
    for stream in (0 ..< count).map({ 101 + 2 * $0 }) {
      state.callBegan(stream, isServedHere: true)
      _ = state.admit(1, on: stream)
    }
    return state
  }

  @Test("room on the connection wakes calls in the order in which they wait, while there is some")
  func order() {
    var state = Self.crowd(3)
    #expect(Array(state.waiting) == [101, 103, 105])
    var woken = [state.nextToWake()]
    _ = ConnectionStateTests.receive(8, .connection, [0, 0, 0, 2], in: &state)
    for stream: UInt32 in [101, 103] {
      woken.append(state.nextToWake())
      let length = state.admit(1, on: stream)
      #expect(length == 1)
    }
    woken.append(state.nextToWake())
    #expect(woken == [nil, 101, 103, nil] && Array(state.waiting) == [105])
  }

  @Test("each call that is woken is charged to the connection's turn, which comes to its end")
  func turns() {
    var state = Self.crowd(1_000)
    _ = ConnectionStateTests.receive(8, .connection, [0, 0, 0, 1], in: &state)
    var woken = 0
    while let stream = state.nextToWake() {
      woken += 1
      // It sends nothing, and waits for more.
      state.waitForMoreRoom(on: stream)
    }
    #expect(state.turn.isOver && woken < 40)
    state.turn.begin()
    let next = state.nextToWake()
    #expect(next != nil)
  }

  @Test("streams that have ended do not stay in the queue")
  func ended() {
    var state = Self.crowd(1)
    for stream in (0 ..< 5_000).map({ UInt32(2_001 + 2 * $0) }) {
      state.callBegan(stream, isServedHere: true)
      _ = state.admit(1, on: stream)
      state.callEnded(stream)
    }
    #expect(state.waiting.count < 100 && state.waiting.first == 101)
    state.windows.send = 1
    let woken = [state.nextToWake(), state.nextToWake()]
    #expect(woken == [101, nil])
  }

  @Test("a smaller window moves a call that waits to its stream, and a larger one back")
  func resizedWhileWaiting() throws {
    var state = Self.crowd(1)
    let initial = state.windows.initial
    var isResized = [state.resize(to: 0)]
    state.windows.send = 10
    let none = state.nextToWake()
    #expect(none == nil)
    #expect(state.calls[101]?.flow?.wait == .stream && state.waiting.isEmpty)
    isResized.append(state.resize(to: initial))
    #expect(isResized == [true, true] && Array(state.waiting) == [101])
    let woken = state.nextToWake()
    #expect(woken == 101)
  }

  @Test("what was dropped is given back at once, all of it, and once")
  func dropped() {
    var state = ConnectionStateTests.state()
    for _ in 0 ..< 2 { _ = ConnectionStateTests.receive(0, .over, [1, 2, 3], in: &state) }
    let found = [state.windows.droppedRoom(), state.windows.droppedRoom()]
    #expect(found == [6, nil])
  }
}
