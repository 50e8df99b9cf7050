import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A connection is closed that does not begin, is silent, or has no call for long")
struct ConnectionTimeoutsTests {
  private let connection: ConnectionHandler
  private let channel: EmbeddedChannel

  init() throws {
    let client = try HTTP2Client(unopened: ConnectionLimits())
    (self.connection, self.channel) = (client.connection, client.channel)
  }

  /// Returns whether the connection is open after this time, with a frame in every second.
  private func isOpen(after seconds: Int64) throws -> Bool {
    for _ in 0 ..< seconds where self.channel.isActive {
      self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(500))
      try self.channel.writeInbound(Frames.ping)
      self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(500))
    }
    return self.channel.isActive
  }

  private func isOpen(afterSilence seconds: Int64) -> Bool {
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    return self.channel.isActive
  }

  private func begin() throws {
    try self.channel.writeInbound(Frames.opening)
    _ = try self.channel.writtenFrames
  }

  /// The number of GOAWAY frames sent to the client.
  private var goAwayCount: Int {
    get throws {
      try self.channel.writtenFrames.filter { $0.header?.kind == 7 }.count
    }
  }

  @Test("silence ends after 5 s")
  func silence() {
    #expect(self.isOpen(afterSilence: 4))
    #expect(!self.isOpen(afterSilence: 1))
  }

  @Test("silence ends it later, too, whatever calls it has: three heartbeats")
  func laterSilence() throws {
    try self.begin()
    _ = RecordingCall(self.connection, stream: 1)
    #expect(try self.isOpen(after: 100))
    #expect(self.isOpen(afterSilence: 29))
    #expect(!self.isOpen(afterSilence: 1))
  }

  @Test("a silent client is asked once whether it is there, and its answer is one")
  func question() throws {
    try self.begin()
    _ = RecordingCall(self.connection, stream: 1)
    for _ in 0 ..< 3 {
      #expect(self.isOpen(afterSilence: 20))
      #expect(try self.channel.writtenFrames == [])
      #expect(self.isOpen(afterSilence: 1))
      #expect(try self.channel.writtenFrames == [FrameHeader.PingPayload.keepalive.frame])
      try self.channel.writeInbound(Frames.answer)
    }
    #expect(!self.isOpen(afterSilence: 31))
  }

  @Test("so does a preface that comes byte by byte, and one that no frame follows")
  func slowPreface() throws {
    var preface = Frames.preface
    for _ in 0 ..< 4 {
      let part = preface.readSlice(length: 6)
      try self.channel.writeInbound(part)
      #expect(self.channel.isActive)
      self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    }
    #expect(!self.isOpen(afterSilence: 1))
  }

  @Test("a frame that comes too slowly ends it after 5 s", arguments: [1, 511, 512])
  func slowFrame(bytesPerSecond: Int) throws {
    try self.begin()
    _ = RecordingCall(self.connection, stream: 1)
    // A DATA frame of the call.
    try self.channel.writeInbound(ByteBuffer(bytes: [0, 0x40, 0, 0, 0, 0, 0, 0, 1]))
    self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    for second in 1 ... 7 where self.channel.isActive {
      try self.channel.writeInbound(ByteBuffer(repeating: 0, count: bytesPerSecond))
      self.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
      #expect(self.channel.isActive == (second <= 4 || bytesPerSecond >= 512))
    }
  }

  @Test("so does a header block without its end")
  func slowHeaders() throws {
    try self.begin()
    try self.channel.writeInbound(Frames.frame(type: 1, flags: 0, stream: 1, payload: [0x82]))
    #expect(self.isOpen(afterSilence: 5))
    #expect(!self.isOpen(afterSilence: 1))
  }

  @Test("without a call it is told to go after a minute, once, and ends five seconds later")
  func idle() throws {
    try self.begin()
    #expect(try self.isOpen(after: 59))
    #expect(try self.goAwayCount == 0)
    #expect(try self.isOpen(after: 5))
    #expect(try self.goAwayCount == 1)
    #expect(try !self.isOpen(after: 1))
    #expect(try self.goAwayCount == 0)
  }

  @Test("with a call it stays, and the time without begins after the last one")
  func calls() throws {
    try self.begin()
    #expect(try self.isOpen(after: 30))
    _ = RecordingCall(self.connection, stream: 1)
    _ = RecordingCall(self.connection, stream: 3)
    #expect(try self.isOpen(after: 300))
    self.connection.callEnded(stream: 1)
    #expect(try self.isOpen(after: 300))
    self.connection.callEnded(stream: 3)
    #expect(try self.goAwayCount == 0)
    #expect(try self.isOpen(after: 65))
    #expect(try !self.isOpen(after: 1))
  }

  @Test("short calls keep it for ever")
  func shortCalls() throws {
    try self.begin()
    for number in 0 ..< UInt32(50) {
      #expect(try self.isOpen(after: 13))
      _ = RecordingCall(self.connection, stream: 2 * number + 1)
      self.connection.callEnded(stream: 2 * number + 1)
    }
    #expect(try !self.isOpen(after: 66))
  }
}
