import NIOCore
import Testing

@testable import InteractionTransport

@Suite("Calls that wait for room are woken, in turn")
struct CallWakingTests {
  private static let stream = HTTP2ConnectionStateTests.Stream.open.rawValue

  @Test(
    "WINDOW_UPDATE for its stream wakes a call that waits for it, once",
    arguments: [(-1, false), (0, false), (1, true)])
  func wake(window: Int, expected: Bool) throws {
    var state = HTTP2ConnectionStateTests.state()
    let index = try #require(state.calls.index(of: Self.stream))
    state.calls.elements[index].sendWindow = 0
    let room = state.sendRoom(on: Self.stream, isWritable: true)
    #expect(room == nil)
    state.calls.elements[index].sendWindow = window
    let other = state.nextToWake()
    #expect(other == nil)
    let found = [state.wake(Self.stream), state.wake(Self.stream)]
    #expect(found == [expected, false])
  }

  /// Returns a connection with an exhausted window and `count` calls that wait for it.
  private static func crowd(_ count: UInt32) -> HTTP2ConnectionState {
    var state = HTTP2ConnectionStateTests.state()
    state.windows.send = 0
    for stream in (0 ..< count).map({ 101 + 2 * $0 }) {
      state.callBegan(stream)
      _ = state.admit(1, on: stream)
    }
    return state
  }

  @Test("room on the connection wakes calls in the order in which they wait, while there is some")
  func order() {
    var state = Self.crowd(3)
    #expect(Array(state.blockedStreams) == [101, 103, 105])
    var woken = [state.nextToWake()]
    _ = HTTP2ConnectionStateTests.receive(8, .connection, [0, 0, 0, 2], in: &state)
    for stream: UInt32 in [101, 103] {
      woken.append(state.nextToWake())
      let length = state.admit(1, on: stream)
      #expect(length == 1)
    }
    woken.append(state.nextToWake())
    #expect(woken == [nil, 101, 103, nil] && Array(state.blockedStreams) == [105])
  }

  @Test("each call that is woken is charged to the connection's turn, which comes to its end")
  func turns() {
    var state = Self.crowd(1_000)
    _ = HTTP2ConnectionStateTests.receive(8, .connection, [0, 0, 0, 1], in: &state)
    var woken = 0
    while let stream = state.nextToWake() {
      woken += 1
      // It sends nothing, and waits for a larger window.
      state.waitForMoreRoom(on: stream)
    }
    #expect(state.readBudget.isExhausted && woken < 40)
    state.readBudget.refill()
    let next = state.nextToWake()
    #expect(next != nil)
  }

  @Test("streams that have ended do not stay in the queue")
  func ended() {
    var state = Self.crowd(1)
    for stream in (0 ..< 5_000).map({ UInt32(2_001 + 2 * $0) }) {
      state.callBegan(stream)
      _ = state.admit(1, on: stream)
      state.callEnded(stream, isReset: true)
    }
    #expect(state.blockedStreams.count < 100 && state.blockedStreams.first == 101)
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
    #expect(state.calls[101]?.wait == .stream && state.blockedStreams.isEmpty)
    isResized.append(state.resize(to: initial))
    #expect(isResized == [true, true] && Array(state.blockedStreams) == [101])
    let woken = state.nextToWake()
    #expect(woken == 101)
  }
}
