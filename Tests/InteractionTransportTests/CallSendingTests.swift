import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("Calls of a connection send as much as there is room for")
struct CallSendingTests {
  private let client: HTTP2Client

  init() throws {
    self.client = try HTTP2Client()
  }

  private func grant(_ increment: Int, on stream: UInt32 = 0) throws {
    try self.client.send(Frames.windowUpdate(of: stream, by: increment))
  }

  /// The lengths of the DATA frames written since the last access, by stream.
  private var sent: [UInt32: [Int]] {
    get throws {
      try self.client.channel.writtenFrames.reduce(into: [:]) { lengths, frame in
        let header = try #require(frame.header)
        guard header.kind == FrameHeader.FrameType.data else { return }
        lengths[header.stream, default: []].append(header.payloadLength)
      }
    }
  }

  @Test("in frames of 16 KiB, as far as call and connection have room")
  func sending() throws {
    let (one, two) = (try self.client.begin(1), try self.client.begin(3))
    one.send(ByteBuffer(repeating: 5, count: 40_000))
    #expect(try self.sent == [1: [16_384, 16_384, 7_232]])
    two.send(ByteBuffer(repeating: 6, count: 40_000))
    #expect(try self.sent == [3: [16_384, 9_151]])
    #expect(!one.hasRoom && !two.hasRoom)
    try self.grant(14_000)
    #expect(try self.sent == [3: [14_000]])
    try self.grant(1_000)
    #expect(try self.sent == [3: [465]])
    #expect(one.rooms + two.rooms == 2)
    #expect(one.flow?.sendWindow == 25_535)
    #expect(two.flow?.sendWindow == 25_535)
  }

  @Test("much of it leaves in the middle of a read, else the client would seem not to read")
  func sendingWhileReading() throws {
    try self.grant(1 << 20)
    let call = try self.client.begin()
    try self.grant(1 << 20, on: 1)
    self.client.channel.pipeline.fireChannelRead(
      Frames.frame(type: 0, stream: 1, payload: [1, 2, 3]))
    call.send(ByteBuffer(repeating: 5, count: 60_000))
    #expect(try self.sent == [:])
    call.send(ByteBuffer(repeating: 6, count: 10_000))
    #expect(try self.sent == [1: [16_384, 16_384, 16_384, 10_848, 10_000]])
    #expect(call.hasRoom)
    call.send(ByteBuffer(repeating: 7, count: 9))
    self.client.channel.pipeline.fireChannelReadComplete()
    #expect(try self.sent == [1: [9]])
  }

  @Test("a window beyond the largest ends its call, and the connection if a setting makes it so")
  func largestWindow() throws {
    let call = try self.client.begin()
    try self.grant(1 << 31 - 1 - 65_535, on: 1)
    #expect(call.failures == [])
    try self.grant(1, on: 1)
    #expect(call.failures == [.flowControlError])
    #expect(try self.client.failures() == [.stream(1, .flowControlError)])
    let other = try self.client.begin(3)
    try self.grant(1 << 31 - 1 - 65_535, on: 3)
    #expect(other.flow?.sendWindow == FrameHeader.largestWindow)
    try self.client.send(Frames.frame(type: 4, payload: [0, 4, 0, 1, 0, 0]))
    #expect(other.failures.isEmpty)
    #expect(try self.client.failures() == [.connection(.flowControlError, last: 3)])
    #expect(!self.client.channel.isActive)
  }

  @Test("a client that changes the window of calls changes that of each, below nothing if need be")
  func settings() throws {
    let call = try self.client.begin()
    call.send(ByteBuffer(repeating: 5, count: 1_000))
    _ = try self.sent
    try self.client.send(Frames.frame(type: 4, payload: [0, 3, 0, 0, 0, 9, 0, 4, 0, 0, 0, 10]))
    #expect(call.flow?.sendWindow == 10 - 1_000)
    #expect(try self.client.begin(3).flow?.sendWindow == 10)
    #expect(!call.hasRoom)
    call.send(ByteBuffer(repeating: 5, count: 4))
    try self.grant(990, on: 1)
    #expect(try self.sent == [:])
    try self.grant(3, on: 1)
    #expect(try self.sent == [1: [3]])
    try self.client.send(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 12]))
    #expect(try self.sent == [1: [1]])
  }

  @Test("bytes that wait at the end of a call are never sent")
  func over() throws {
    let call = try self.client.begin()
    call.send(ByteBuffer(repeating: 5, count: 65_536))
    _ = try self.sent
    #expect(call.flow?.wait == .stream)
    call.end()
    try self.grant(600)
    try self.grant(600, on: 1)
    #expect(try self.sent == [:])
    #expect(call.rooms == 0)
  }
}
