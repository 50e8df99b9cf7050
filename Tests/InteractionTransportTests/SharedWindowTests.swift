import InteractionRandom
import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("All calls of a connection share its flow-control window (RFC 9113 §6.9)")
struct SharedWindowTests {
  private let client: HTTP2Client
  private let calls: [UInt32: RecordingCall]
  private var reader = DataReader()

  init() throws {
    self.client = try HTTP2Client()
    try self.client.send(Frames.call(1), Frames.call(3))
    self.calls = [
      1: try #require(self.client.recording(1)), 3: try #require(self.client.recording(3)),
    ]
    self.reader.windows = [0: 65_535, 1: 65_535, 3: 65_535]
  }

  private mutating func read() throws {
    for frame in try self.client.channel.writtenFrames { try self.reader.receive(frame) }
  }

  private mutating func grant(_ increment: Int, on stream: UInt32) throws {
    self.reader.windows[stream, default: 0] += increment
    try self.client.send(Frames.windowUpdate(of: stream, by: increment))
  }

  /// Sends a new SETTINGS_INITIAL_WINDOW_SIZE.
  private mutating func resize(to window: Int) throws {
    for stream in [1, 3] as [UInt32] {
      self.reader.windows[stream, default: 0] += window - self.reader.initial
    }
    self.reader.initial = window
    let value = withUnsafeBytes(of: UInt32(window).bigEndian) { Array($0) }
    try self.client.send(Frames.frame(type: 4, payload: [0, 4] + value))
  }

  @Test(
    "whatever is sent and granted, no more leaves than was granted, and in the end everything",
    arguments: 0 ..< UInt64(RandomCases.count(15, of: 50)))
  mutating func anything(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var sent: [UInt32: Int] = [:]
    for _ in 0 ..< 400 {
      let stream: UInt32 = Bool.random(using: &random) ? 1 : 3
      switch Int.random(in: 0 ..< 16, using: &random) {
      case 0: try self.resize(to: Int.random(in: 0 ... 100_000, using: &random))
      case 1 ..< 8:
        let count = Int.random(in: 1 ... 9_000, using: &random)
        self.calls[stream]?.send(ByteBuffer(repeating: UInt8(stream), count: count))
        sent[stream, default: 0] += count
      case 8 ..< 12: try self.grant(Int.random(in: 1 ... 12_000, using: &random), on: 0)
      default: try self.grant(Int.random(in: 1 ... 9_000, using: &random), on: stream)
      }
      try self.read()
    }
    // Beyond the turn in which the second call is woken up.
    for stream in [1, 3, 0] as [UInt32] { try self.grant(8_000_000, on: stream) }
    self.client.channel.embeddedEventLoop.advanceTime(by: .milliseconds(100))
    try self.read()
    #expect(self.reader.received == sent)
    #expect(self.client.connection.state.windows.send == self.reader.windows[0])
    for stream in [1, 3] as [UInt32] {
      #expect(self.calls[stream]?.flow?.sendWindow == self.reader.windows[stream])
    }
  }

  @Test("a call that has used it leaves none for the others, and what they get wakes them in turn")
  mutating func used() throws {
    let one = try #require(self.calls[1])
    let other = try #require(self.calls[3])
    one.send(ByteBuffer(repeating: 1, count: 65_535))
    other.send(ByteBuffer(repeating: 3, count: 600))
    one.send(ByteBuffer(repeating: 1, count: 10))
    try self.read()
    #expect(self.reader.received == [1: 65_535])
    #expect(!one.hasRoom && !other.hasRoom)
    try self.grant(10, on: 1)
    try self.grant(599, on: 0)
    try self.read()
    #expect(self.reader.received == [1: 65_535, 3: 599])
    try self.grant(11, on: 0)
    try self.read()
    #expect(self.reader.received == [1: 65_545, 3: 600])
  }
}

/// The DATA that a client has received, and the windows that it has granted.
private struct DataReader {
  var initial = FrameHeader.initialWindow
  var windows: [UInt32: Int] = [:]
  private(set) var received: [UInt32: Int] = [:]

  mutating func receive(_ frame: ByteBuffer) throws {
    let header = try #require(frame.header)
    guard header.kind == FrameHeader.FrameType.data else { return }
    #expect(
      frame.readableBytesView.dropFirst(FrameHeader.length).allSatisfy {
        $0 == UInt8(header.stream)
      })
    self.received[header.stream, default: 0] += header.payloadLength
    for stream in [0, header.stream] {
      self.windows[stream, default: 0] -= header.payloadLength
      #expect(self.windows[stream, default: 0] >= 0)
    }
  }
}
