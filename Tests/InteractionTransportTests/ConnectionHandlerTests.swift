import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("Frames that the HTTP/2 handler does not bound are answered, or end the connection")
struct ConnectionHandlerTests {
  private var data: ByteBuffer {
    // A payload that looks like a PING frame has to pass untouched.
    Frames.frame(type: 0, stream: 1, payload: Array(Frames.ping.readableBytesView))
  }

  private func passed(_ channel: EmbeddedChannel) throws -> ByteBuffer {
    var all = ByteBuffer()
    while var buffer = try channel.readInbound(as: ByteBuffer.self) { all.writeBuffer(&buffer) }
    return all
  }

  private func answered(_ channel: EmbeddedChannel) throws -> [ByteBuffer] {
    var all: [ByteBuffer] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) { all += buffer.frames }
    return all
  }

  @Test("at any cut of the bytes: PINGs are taken out and answered, the rest passes in order")
  func anyCut() throws {
    var stream = Frames.preface
    for part in [self.data, Frames.ping, self.data, Frames.ping, Frames.ping, self.data] {
      stream.writeImmutableBuffer(part)
    }
    var expected = Frames.preface
    for part in [self.data, self.data, self.data] { expected.writeImmutableBuffer(part) }
    for cut in 0 ... stream.readableBytes {
      let channel = EmbeddedChannel(handler: ConnectionHandler())
      var rest = stream
      let head = rest.readSlice(length: cut) ?? ByteBuffer()
      try channel.writeInbound(head)
      try channel.writeInbound(rest)
      #expect(try self.passed(channel) == expected)
      let answers = try self.answered(channel)
      let answer = Frames.frame(type: 6, flags: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(answers == Array(repeating: answer, count: 3))
    }
  }

  @Test("byte by byte gives the same")
  func byteByByte() throws {
    let channel = EmbeddedChannel(handler: ConnectionHandler())
    var stream = Frames.preface
    stream.writeImmutableBuffer(Frames.ping)
    stream.writeImmutableBuffer(self.data)
    while let byte = stream.readSlice(length: 1) { try channel.writeInbound(byte) }
    var expected = Frames.preface
    expected.writeImmutableBuffer(self.data)
    #expect(try self.passed(channel) == expected)
    #expect(try self.answered(channel).count == 1)
  }

  @Test("acknowledgements and malformed PINGs pass")
  func othersPass() throws {
    let channel = EmbeddedChannel(handler: ConnectionHandler())
    try channel.writeInbound(Frames.preface)
    _ = try self.passed(channel)
    for odd in [
      Frames.frame(type: 6, flags: 1, payload: Array(repeating: 0, count: 8)),
      Frames.frame(type: 6, payload: [1, 2, 3]),
      Frames.frame(type: 6, stream: 5, payload: Array(repeating: 0, count: 8)),
    ] {
      try channel.writeInbound(odd)
      #expect(try self.passed(channel) == odd)
    }
    #expect(try self.answered(channel).isEmpty)
  }

  @Test("over the budget PINGs pass, so that the HTTP/2 handler's own limit holds")
  func budget() throws {
    let clock = Clock()
    var limits = ConnectionLimits()
    limits.pings = FrameBudget(perSecond: 10, burst: 3)
    let channel = EmbeddedChannel(
      handler: ConnectionHandler(limits: limits, now: { clock.now }))
    try channel.writeInbound(Frames.preface)
    _ = try self.passed(channel)
    for _ in 0 ..< 5 { try channel.writeInbound(Frames.ping) }
    #expect(try self.answered(channel).count == 3)
    #expect(try self.passed(channel).readableBytes == 2 * Frames.ping.readableBytes)
    clock.now = clock.now + .milliseconds(200)
    for _ in 0 ..< 5 { try channel.writeInbound(Frames.ping) }
    #expect(try self.answered(channel).count == 2)
  }

  @Test(
    "over the budget frames that are counted only here end the connection, and nothing passes any more",
    arguments: [0, 7, 8, 10, 255] as [UInt8])
  func uncounted(kind: UInt8) throws {
    // DATA is counted where its call is over.
    let odd = Frames.frame(type: kind, stream: kind == 0 ? 7 : 0, payload: [0, 0, 0, 1])
    let clock = Clock()
    var limits = ConnectionLimits()
    limits.windowUpdates = FrameBudget(perSecond: 10, burst: 3)
    limits.otherFrames = limits.windowUpdates
    limits.strayData = limits.windowUpdates
    let channel = EmbeddedChannel(handler: ConnectionHandler(limits: limits, now: { clock.now }))
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(Frames.frame(type: 1, flags: 5, stream: 7, payload: []))
    for _ in 0 ..< 3 { try channel.writeInbound(odd) }
    clock.now = clock.now + .milliseconds(100)
    try channel.writeInbound(odd)
    #expect(channel.isActive)
    _ = try self.passed(channel)
    var four = odd
    four.writeImmutableBuffer(Frames.ping)
    try channel.writeInbound(four)
    #expect(!channel.isActive)
    #expect(try self.passed(channel).readableBytes == 0)
    var goAway = try #require(try self.answered(channel).last)
    #expect(goAway.readBytes(length: 9)?[3] == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 0xB)
    #expect(
      String(buffer: goAway)
        == "too much of frames of kind \(kind); send fewer and shorter ones")
  }

  @Test("64 settings in a frame pass, one more ends the connection before it has come whole")
  func manySettings() throws {
    func settings(_ count: Int) -> ByteBuffer {
      let settings = Array(repeating: [0, 4, 0, 0, 1, 0] as [UInt8], count: count)
      return Frames.frame(type: 4, payload: Array(settings.joined()))
    }
    let channel = EmbeddedChannel(handler: ConnectionHandler())
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(settings(64))
    #expect(channel.isActive)
    #expect(try self.passed(channel).readableBytes == 24 + 9 + 64 * 6 + 9)
    try channel.writeInbound(settings(65).getSlice(at: 0, length: 9))
    #expect(!channel.isActive)
    #expect(try self.passed(channel).readableBytes == 0)
  }

  @Test("DATA of calls that are not over passes without a budget, and some of each that is")
  func dataOfCalls() throws {
    var limits = ConnectionLimits()
    limits.strayData = FrameBudget(perSecond: 1, burst: 1)
    let now = NIODeadline.now()
    let connection = ConnectionHandler(limits: limits, now: { now })
    let channel = EmbeddedChannel(handler: connection)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(Frames.frame(type: 1, flags: 4, stream: 1, payload: []))
    connection.callBegan(StubCall(), stream: 1)
    for _ in 0 ..< 10 { try channel.writeInbound(self.data) }
    #expect(channel.isActive)
    connection.callEnded(stream: 1)
    _ = try self.passed(channel)
    for _ in 0 ..< 17 {
      try channel.writeInbound(self.data)
      #expect(channel.isActive)
    }
    #expect(try self.passed(channel).readableBytes == 0)
    try channel.writeInbound(self.data)
    #expect(!channel.isActive)
  }

  @Test("a RST_STREAM goes to its call, at any cut of the bytes, and is dropped if that is over")
  func resets() throws {
    func reset(_ stream: UInt32) -> ByteBuffer {
      Frames.frame(type: 3, stream: stream, payload: [0, 0, 0, 8])
    }
    for cut in 0 ... 26 {
      let connection = ConnectionHandler()
      let channel = EmbeddedChannel(handler: connection)
      let calls: [UInt32: StubCall] = [1: StubCall(), 3: StubCall()]
      try channel.writeInbound(Frames.preface)
      for (stream, call) in calls.sorted(by: { $0.key < $1.key }) {
        try channel.writeInbound(Frames.frame(type: 1, flags: 4, stream: stream, payload: []))
        connection.callBegan(call, stream: stream)
      }
      connection.callEnded(stream: 1)
      _ = try self.passed(channel)
      var rest = reset(1)
      rest.writeImmutableBuffer(reset(3))
      let head = rest.readSlice(length: cut) ?? ByteBuffer()
      try channel.writeInbound(head)
      try channel.writeInbound(rest)
      // One whose call has not begun is the HTTP/2 handler's to refuse.
      try channel.writeInbound(reset(5))
      #expect(try self.passed(channel) == reset(5))
      #expect(calls[1]?.resets == [])
      #expect(calls[3]?.resets == [.cancel])
      #expect(!connection.admitReset(3))
      #expect(connection.admitReset(1))
    }
  }

  @Test("what comes for calls that are over is dropped, and its room given back")
  func strayFrames() throws {
    let connection = ConnectionHandler()
    let channel = EmbeddedChannel(handler: connection)
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(Frames.frame(type: 1, flags: 4, stream: 1, payload: []))
    connection.callBegan(StubCall(), stream: 1)
    connection.callEnded(stream: 1)
    _ = try self.passed(channel)
    try channel.writeInbound(Frames.frame(type: 8, stream: 1, payload: [0, 0, 0, 1]))
    var data = self.data
    data.writeImmutableBuffer(self.data)
    try channel.writeInbound(data)
    #expect(try self.passed(channel).readableBytes == 0)
    let room = 2 * Frames.ping.readableBytes
    #expect(try self.answered(channel) == [Frames.windowUpdate(of: 0, by: room)])
    try channel.writeInbound(Frames.ping)
    #expect(try self.answered(channel).count == 1)
  }

  @Test("a PING inside a header block passes, so that the HTTP/2 handler ends the connection")
  func pingInHeaderBlock() throws {
    let channel = EmbeddedChannel(handler: ConnectionHandler())
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(Frames.frame(type: 1, stream: 1, payload: [7]))
    try channel.writeInbound(Frames.ping)
    #expect(try self.answered(channel).isEmpty)
    try channel.writeInbound(Frames.frame(type: 9, flags: 4, stream: 1, payload: [7]))
    try channel.writeInbound(Frames.ping)
    #expect(try self.answered(channel).count == 1)
  }
}

/// A clock that stands still until it is told otherwise.
private final class Clock {
  var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
}
