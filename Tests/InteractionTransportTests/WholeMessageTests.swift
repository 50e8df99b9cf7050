import InteractionService
import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

/// A call that sends its next message either completely or not at all.
private final class WholeMessageCall: ConnectionCall {
  private static let length = 200
  private let connection: ConnectionHandler
  private let stream: UInt32
  private(set) var rooms = 0
  private(set) var isSent = false

  init(_ connection: ConnectionHandler, stream: UInt32) {
    self.connection = connection
    self.stream = stream
    connection.state.callBegan(stream)
    connection.register(self, on: stream)
    self.send()
  }

  func resumeSending() {
    self.rooms += 1
    self.send()
  }

  private func send() {
    guard let room = self.connection.sendCapacity(on: self.stream) else { return }
    guard room.bytes >= Self.length else {
      return self.connection.waitForCapacity(on: self.stream)
    }
    _ = self.connection.send(
      ByteBuffer(repeating: 1, count: Self.length), on: self.stream)
    self.isSent = true
  }

  func receiveData(_ bytes: ByteBuffer) {}
  func receiveEndStream() {}
  func fail(_ code: HTTP2ErrorCode) {}
  func receiveReset() {}
  func quiesce() {}
  func connectionLost() {}
}

@Suite("Calls that wait for more room on the connection than there is")
struct WholeMessageTests {
  @Test("a hundred of them hold up nothing that the client sends")
  func rest() throws {
    let client = try HTTP2Client()
    let (connection, channel) = (client.connection, client.channel)
    connection.state.windows.send = 199
    let calls = (0 ..< 100).map { WholeMessageCall(connection, stream: 1 + 2 * $0) }
    try channel.writeInbound(Frames.windowUpdate(of: 0, by: 0x100))
    for _ in 0 ..< 10 { channel.embeddedEventLoop.advanceTime(by: .milliseconds(1)) }
    // The window fits two messages and a remainder, for which one waiting call is woken up.
    let (sent, looks) = (calls.count { $0.isSent }, calls.reduce(0) { $0 + $1.rooms })
    #expect(sent == 2 && looks <= 4)
    #expect(!connection.state.readBudget.isExhausted)
    try channel.writeInbound(Frames.windowUpdate(of: 0, by: 98 * 200))
    for _ in 0 ..< 10 { channel.embeddedEventLoop.advanceTime(by: .milliseconds(1)) }
    let all = calls.count { $0.isSent }
    #expect(all == 100)
  }
}
