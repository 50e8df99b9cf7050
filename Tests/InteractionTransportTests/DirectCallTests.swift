import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("Calls that are served here have their DATA, and nothing else of theirs passes")
struct DirectCallTests {
  private let connection = ConnectionHandler()
  private let channel: EmbeddedChannel

  init() throws {
    self.channel = EmbeddedChannel(handler: self.connection)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
  }

  private func call(_ stream: UInt32 = 1) -> RecordingCall {
    RecordingCall(self.connection, stream: stream)
  }

  private func begin() throws {
    try self.channel.writeInbound(Frames.opening)
    _ = try self.written()
  }

  private func passed() throws -> [UInt8] {
    var passed: [UInt8] = []
    while let bytes = try self.channel.readInbound(as: ByteBuffer.self) {
      passed += bytes.readableBytesView
    }
    return passed
  }

  private func written() throws -> [UInt8] {
    var written: [UInt8] = []
    while let bytes = try self.channel.readOutbound(as: ByteBuffer.self) {
      written += bytes.readableBytesView
    }
    return written
  }

  private func data(_ count: Int, flags: UInt8 = 0, stream: UInt32 = 1) -> ByteBuffer {
    Frames.frame(type: 0, flags: flags, stream: stream, payload: Array(repeating: 7, count: count))
  }

  private func room(_ increment: UInt32, stream: UInt32 = 0) -> ByteBuffer {
    Frames.windowUpdate(of: stream, by: Int(increment))
  }

  @Test("what is a call's goes to it, at any cut of the bytes; the rest passes in its order")
  func reading() throws {
    let other = Frames.frame(type: 0, stream: 3, payload: [9, 9])
    var frames = Frames.opening
    frames.writeImmutableBuffer(Frames.frame(type: 0, stream: 1, payload: [1, 2, 3]))
    frames.writeImmutableBuffer(other)
    frames.writeImmutableBuffer(
      Frames.frame(type: 0, flags: 9, stream: 1, payload: [2, 4, 5, 0, 0]))
    frames.writeImmutableBuffer(Frames.ping)
    let expected = Frames.joined([Frames.introduction, other])
    for cut in 0 ... frames.readableBytes {
      let connection = ConnectionHandler()
      let channel = EmbeddedChannel(handler: connection)
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
      let call = RecordingCall(connection, stream: 1)
      connection.relayedCallBegan(StubCall(), stream: 3)
      var second = frames
      let first = second.readSlice(length: cut)
      try channel.writeInbound(first)
      try channel.writeInbound(second)
      var passed: [UInt8] = []
      while let bytes = try channel.readInbound(as: ByteBuffer.self) {
        passed += bytes.readableBytesView
      }
      #expect(call.bytes == [1, 2, 3, 4, 5])
      #expect(call.hasRequest)
      #expect(passed == Array(expected.readableBytesView))
    }
  }

  @Test("DATA of nothing but padding is nothing; of more than it has, ends the connection")
  func padding() throws {
    try self.begin()
    let call = self.call()
    try self.channel.writeInbound(Frames.frame(type: 0, flags: 8, stream: 1, payload: [2, 0, 0]))
    #expect(call.bytes.isEmpty)
    #expect(call.flow?.received == 3)
    try self.channel.writeInbound(Frames.frame(type: 0, flags: 8, stream: 1, payload: [3, 0, 0]))
    #expect(!self.channel.isActive)
    let goAway: [UInt8] = [7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1]
    #expect(try Array(self.written()[3 ..< 17]) == goAway)
  }

  @Test("DATA of nothing may come once; twice in a row, with padding or not, ends the call")
  func emptyFrames() throws {
    try self.begin()
    let call = self.call()
    let padded = Frames.frame(type: 0, flags: 8, stream: 1, payload: [1, 0])
    for frame in [self.data(0), self.data(1), padded, self.data(1), self.data(0)] {
      try self.channel.writeInbound(frame)
    }
    #expect(call.flow?.emptyFrames == 1)
    #expect(self.channel.isActive)
    try self.channel.writeInbound(padded)
    #expect(call.failures == [.enhanceYourCalm])
    #expect(self.channel.isActive)
  }

  @Test("DATA after the end of a request ends the call, whatever else comes in the same read")
  func afterEnd() throws {
    try self.begin()
    let (one, two) = (self.call(1), self.call(3))
    var bytes = self.data(2, flags: 1)
    bytes.writeImmutableBuffer(self.data(3))
    bytes.writeImmutableBuffer(self.data(4, stream: 3))
    try self.channel.writeInbound(bytes)
    #expect(one.bytes.count == 2)
    #expect(one.failures == [.streamClosed])
    #expect(two.bytes.count == 4 && two.failures.isEmpty)
    #expect(self.channel.isActive)
    #expect(one.hasRequest && !two.hasRequest)
    #expect(try self.passed().isEmpty)
  }

  @Test("a client gets room again: for a call at its half, if it goes on; for all at a quarter")
  func room() throws {
    try self.begin()
    let call = self.call()
    try self.channel.writeInbound(self.data(16_382))
    #expect(try self.written().isEmpty)
    try self.channel.writeInbound(self.data(1))
    #expect(try self.written() == Array(self.room(16_383).readableBytesView))
    try self.channel.writeInbound(self.data(16_384))
    let updates = [self.room(32_767, stream: 1), self.room(16_384)]
    #expect(try self.written() == updates.flatMap { Array($0.readableBytesView) })
    call.pause(true)
    for _ in 0 ..< 2 { try self.channel.writeInbound(self.data(16_384)) }
    let shared = Array(self.room(16_384).readableBytesView)
    #expect(try self.written() == shared + shared)
    call.pause(false)
    #expect(try self.written() == Array(self.room(32_768, stream: 1).readableBytesView))
  }

  @Test("a client that sends more than a paused call has room for loses that call")
  func overrun() throws {
    try self.begin()
    let call = self.call()
    call.pause(true)
    for _ in 0 ..< 3 { try self.channel.writeInbound(self.data(16_384)) }
    try self.channel.writeInbound(self.data(16_383))
    #expect(call.failures == [])
    _ = try self.written()
    try self.channel.writeInbound(self.data(1))
    #expect(call.failures == [.flowControlError])
    #expect(self.channel.isActive)
    #expect(try self.written().isEmpty)
  }

  @Test("what is sent leaves in frames of 16 KiB, as far as call and connection have room")
  func sending() throws {
    try self.begin()
    let (one, two) = (self.call(1), self.call(3))
    one.send(ByteBuffer(repeating: 5, count: 40_000))
    #expect(try Sent(self.written()).lengths == [1: [16_384, 16_384, 7_232]])
    two.send(ByteBuffer(repeating: 6, count: 40_000))
    #expect(try Sent(self.written()).lengths == [3: [16_384, 9_151]])
    #expect(!one.hasRoom && !two.hasRoom)
    try self.channel.writeInbound(self.room(14_000))
    #expect(try Sent(self.written()).lengths == [3: [14_000]])
    try self.channel.writeInbound(self.room(1_000))
    #expect(try Sent(self.written()).lengths == [3: [465]])
    #expect(one.rooms + two.rooms == 2)
    #expect(one.flow?.sendWindow == 25_535)
    #expect(two.flow?.sendWindow == 25_535)
  }

  @Test("much of it leaves in the middle of a read, else the client would seem not to read")
  func sendingWhileReading() throws {
    try self.begin()
    try self.channel.writeInbound(self.room(1 << 20))
    let call = self.call()
    try self.channel.writeInbound(self.room(1 << 20, stream: 1))
    self.channel.pipeline.fireChannelRead(self.data(5))
    call.send(ByteBuffer(repeating: 5, count: 60_000))
    #expect(try self.written().isEmpty)
    call.send(ByteBuffer(repeating: 6, count: 10_000))
    #expect(try Sent(self.written()).lengths == [1: [16_384, 16_384, 16_384, 10_848, 10_000]])
    #expect(call.hasRoom)
    call.send(ByteBuffer(repeating: 7, count: 9))
    self.channel.pipeline.fireChannelReadComplete()
    #expect(try Sent(self.written()).lengths == [1: [9]])
  }

  @Test("what the client gives back for it is not told to the HTTP/2 handler")
  func debt() throws {
    try self.begin()
    self.call().send(ByteBuffer(repeating: 5, count: 1_000))
    // The HTTP/2 handler is there.
    self.connection.relayedCallBegan(StubCall(), stream: 3)
    try self.channel.writeInbound(Frames.frame(type: 0, stream: 3, payload: []))
    _ = try self.passed()
    try self.channel.writeInbound(self.room(600))
    #expect(try self.passed().isEmpty)
    try self.channel.writeInbound(self.room(600))
    #expect(try self.passed() == Array(self.room(200).readableBytesView))
    try self.channel.writeInbound(self.room(600))
    #expect(try self.passed() == Array(self.room(600).readableBytesView))
    try self.channel.writeInbound(self.room(600, stream: 1))
    #expect(try self.passed().isEmpty)
    try self.channel.writeInbound(self.room(600, stream: 3))
    #expect(try self.passed() == Array(self.room(600, stream: 3).readableBytesView))
  }

  @Test("a window beyond the largest ends its call, and the connection if a setting makes it so")
  func largestWindow() throws {
    try self.begin()
    let call = self.call()
    try self.channel.writeInbound(self.room(1 << 31 - 1 - 65_535, stream: 1))
    #expect(call.failures == [])
    try self.channel.writeInbound(self.room(1, stream: 1))
    #expect(call.failures == [.flowControlError])
    #expect(self.channel.isActive)
    let other = self.call(3)
    try self.channel.writeInbound(self.room(1 << 31 - 1 - 65_535, stream: 3))
    try self.channel.writeInbound(Frames.frame(type: 4, payload: [0, 4, 0, 1, 0, 0]))
    #expect(other.failures.isEmpty)
    #expect(other.flow?.sendWindow == FrameHeader.largestWindow)
    #expect(!self.channel.isActive)
  }

  @Test("a client that changes the window of calls changes that of each, below nothing if need be")
  func settings() throws {
    try self.begin()
    let call = self.call()
    call.send(ByteBuffer(repeating: 5, count: 1_000))
    _ = try self.written()
    try self.channel.writeInbound(
      Frames.frame(type: 4, payload: [0, 3, 0, 0, 0, 9, 0, 4, 0, 0, 0, 10]))
    #expect(call.flow?.sendWindow == 10 - 1_000)
    #expect(self.call(3).flow?.sendWindow == 10)
    #expect(!call.hasRoom)
    _ = try self.written()
    call.send(ByteBuffer(repeating: 5, count: 4))
    try self.channel.writeInbound(self.room(990, stream: 1))
    #expect(try self.written().isEmpty)
    try self.channel.writeInbound(self.room(3, stream: 1))
    #expect(try Sent(self.written()).lengths == [1: [3]])
    try self.channel.writeInbound(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 12]))
    #expect(try Sent(self.written()).lengths == [1: [1]])
  }

  @Test("what waits when a call is over is never sent")
  func over() throws {
    try self.begin()
    let call = self.call()
    call.send(ByteBuffer(repeating: 5, count: 65_536))
    _ = try self.written()
    #expect(call.flow?.wait == .stream)
    call.end()
    try self.channel.writeInbound(self.room(600))
    #expect(try self.written().isEmpty)
    #expect(call.rooms == 0)
  }

}

/// The DATA in what was written.
private struct Sent {
  var lengths: [UInt32: [Int]] = [:]

  init(_ bytes: [UInt8]) {
    var buffer = ByteBuffer(bytes: bytes)
    while let header = FrameHeader(at: buffer.readerIndex, in: buffer) {
      if header.kind == FrameHeader.Kind.data {
        self.lengths[header.stream, default: []].append(header.payloadLength)
      }
      buffer.moveReaderIndex(forwardBy: FrameHeader.length + header.payloadLength)
    }
  }
}
