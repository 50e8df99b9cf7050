import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("Calls of a connection receive their DATA")
struct ConnectionCallTests {
  private let client: HTTP2Client

  init() throws {
    self.client = try HTTP2Client()
  }

  private func data(_ count: Int, flags: UInt8 = 0, stream: UInt32 = 1) -> ByteBuffer {
    Frames.frame(type: 0, flags: flags, stream: stream, payload: Array(repeating: 7, count: count))
  }

  private func room(_ increment: Int, stream: UInt32 = 0) -> ByteBuffer {
    Frames.windowUpdate(of: stream, by: increment)
  }

  private var written: [ByteBuffer] {
    get throws { try self.client.channel.writtenFrames }
  }

  @Test("each its own, without padding, at any cut of the bytes")
  func reading() throws {
    let frames = Frames.joined([
      Frames.call(1), Frames.call(3), Frames.frame(type: 0, stream: 1, payload: [1, 2, 3]),
      Frames.frame(type: 0, stream: 3, payload: [9, 9]),
      Frames.frame(type: 0, flags: 9, stream: 1, payload: [2, 4, 5, 0, 0]), Frames.ping,
    ])
    for cut in 0 ... frames.readableBytes {
      let client = try HTTP2Client()
      var second = frames
      let first = second.readSlice(length: cut) ?? ByteBuffer()
      try client.send(first)
      try client.send(second)
      let (one, other) = (try #require(client.recording(1)), try #require(client.recording(3)))
      #expect(one.bytes == [1, 2, 3, 4, 5] && one.hasRequest)
      #expect(other.bytes == [9, 9] && !other.hasRequest)
    }
  }

  @Test("a request that ends with its headers has ended when it begins")
  func noData() throws {
    try self.client.send(Frames.call(1, flags: 5))
    #expect(self.client.recording(1)?.hasRequest == true)
    #expect(self.client.recording(1)?.flow?.request == .ended)
  }

  @Test("DATA of nothing but padding is nothing, and takes room")
  func padding() throws {
    let call = try self.client.begin()
    try self.client.send(Frames.frame(type: 0, flags: 8, stream: 1, payload: [2, 0, 0]))
    #expect(call.bytes.isEmpty)
    #expect(call.flow?.received == 3)
  }

  @Test("DATA of nothing may come once; twice in a row, with padding or not, ends the call")
  func emptyFrames() throws {
    let call = try self.client.begin()
    let padded = Frames.frame(type: 0, flags: 8, stream: 1, payload: [1, 0])
    for frame in [self.data(0), self.data(1), padded, self.data(1), self.data(0)] {
      try self.client.send(frame)
    }
    #expect(call.flow?.emptyFrames == 1)
    try self.client.send(padded)
    #expect(call.failures == [.enhanceYourCalm])
    #expect(try self.client.failures() == [.stream(1, .enhanceYourCalm)])
    #expect(self.client.channel.isActive)
  }

  @Test("DATA after the end of a request ends the call, whatever else comes in the same read")
  func afterEnd() throws {
    let (one, two) = (try self.client.begin(1), try self.client.begin(3))
    try self.client.send(self.data(2, flags: 1), self.data(3), self.data(4, stream: 3))
    #expect(one.bytes.count == 2)
    #expect(one.failures == [.streamClosed])
    #expect(two.bytes.count == 4 && two.failures.isEmpty)
    #expect(one.hasRequest && !two.hasRequest)
    #expect(try self.client.failures() == [.stream(1, .streamClosed)])
  }

  @Test("a client gets room again when half is used: for a call, if it goes on, and for all")
  func room() throws {
    let call = try self.client.begin()
    for count in [16_384, 16_382] { try self.client.send(self.data(count)) }
    #expect(try self.written == [])
    try self.client.send(self.data(1))
    #expect(try self.written == [self.room(32_767, stream: 1), self.room(32_767)])
    call.pause(true)
    for _ in 0 ..< 2 { try self.client.send(self.data(16_384)) }
    #expect(try self.written == [self.room(32_768)])
    call.pause(false)
    #expect(try self.written == [self.room(32_768, stream: 1)])
  }

  @Test("a client that sends more than a paused call has room for loses that call")
  func overrun() throws {
    let call = try self.client.begin()
    call.pause(true)
    for _ in 0 ..< 3 { try self.client.send(self.data(16_384)) }
    try self.client.send(self.data(16_383))
    #expect(call.failures == [])
    _ = try self.written
    try self.client.send(self.data(1))
    #expect(call.failures == [.flowControlError])
    #expect(try self.client.failures() == [.stream(1, .flowControlError)])
    #expect(self.client.channel.isActive)
  }
}
