import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import InteractionTransport

@Suite("What is the connection's is acted upon, and the rest passes to the HTTP/2 handler")
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

  /// A connection with a call of grpc-swift's.
  private static func connection(
    _ limits: ConnectionLimits = ConnectionLimits(), now: @escaping () -> NIODeadline = { .now() }
  ) throws -> (ConnectionHandler, EmbeddedChannel) {
    let connection = ConnectionHandler(limits: limits, now: now)
    connection.state.newestStream = 1
    connection.relayedCallBegan(StubCall(), stream: 1)
    let channel = EmbeddedChannel(handler: connection)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    _ = try channel.writtenFrames
    return (connection, channel)
  }

  @Test("at any cut of the bytes: PINGs are taken out and answered, the rest passes in order")
  func anyCut() throws {
    let stream = Frames.joined(
      [Frames.opening, self.data, Frames.ping, self.data, Frames.ping, Frames.ping, self.data])
    let expected = Frames.joined([Frames.introduction, self.data, self.data, self.data])
    for cut in 0 ... stream.readableBytes {
      let (_, channel) = try Self.connection()
      var rest = stream
      let head = rest.readSlice(length: cut) ?? ByteBuffer()
      try channel.writeInbound(head)
      try channel.writeInbound(rest)
      #expect(try self.passed(channel) == expected)
      let answers = try channel.writtenFrames
      let answer = Frames.frame(type: 6, flags: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(answers == [Frames.settingsAck] + Array(repeating: answer, count: 3))
    }
  }

  @Test("byte by byte gives the same")
  func byteByByte() throws {
    let (_, channel) = try Self.connection()
    var stream = Frames.joined([Frames.opening, Frames.ping, self.data])
    while let byte = stream.readSlice(length: 1) { try channel.writeInbound(byte) }
    #expect(
      try self.passed(channel) == Frames.joined([Frames.introduction, self.data]))
    #expect(try channel.writtenFrames.count == 2)
  }

  @Test("malformed PINGs pass")
  func othersPass() throws {
    let (_, channel) = try Self.connection()
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(self.data)
    _ = (try self.passed(channel), try channel.writtenFrames)
    for odd in [
      Frames.frame(type: 6, payload: [1, 2, 3]),
      Frames.frame(type: 6, stream: 5, payload: Array(repeating: 0, count: 8)),
    ] {
      try channel.writeInbound(odd)
      #expect(try self.passed(channel) == odd)
    }
    #expect(try channel.writtenFrames.isEmpty)
  }

  @Test("the HTTP/2 handler comes with the first frame for it, and knows what was said before")
  func late() throws {
    let connection = ConnectionHandler()
    let channel = EmbeddedChannel(handler: connection)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(
      Frames.frame(
        type: 4,
        payload: [0, 4, 0, 0, 0, 9, 0, 99, 0, 0, 0, 1, 0, 3, 0, 0, 0, 7, 0, 5, 0, 16, 0, 0]))
    try channel.writeInbound(Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 8]))
    try channel.writeInbound(Frames.settingsAck)
    try channel.writeInbound(Frames.windowUpdate(of: 0, by: 70))
    try channel.writeInbound(Frames.ping)
    #expect(try self.passed(channel).readableBytes == 0)
    #expect(!connection.state.isHandedOver)
    let call = RecordingCall(connection, stream: 1)
    try channel.writeInbound(Frames.windowUpdate(of: 1, by: 1_000))
    call.send(ByteBuffer(repeating: 1, count: 100))
    try channel.writeInbound(Frames.windowUpdate(of: 0, by: 60))
    #expect(try self.passed(channel).readableBytes == 0)
    _ = try channel.writtenFrames
    try channel.writeInbound(Frames.call(3))
    // What the client gave back for DATA of the calls here is not told.
    let introduction = [
      Frames.preface, Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 8, 0, 3, 0, 0, 0, 7]),
      Frames.settingsAck, Frames.windowUpdate(of: 0, by: 70),
    ]
    var passed = try self.passed(channel)
    let length = Frames.joined(introduction).readableBytes
    #expect(passed.readSlice(length: length) == Frames.joined(introduction))
    #expect(FrameHeader(at: passed.readerIndex, in: passed)?.kind == FrameHeader.Kind.headers)
    #expect(passed.frames.count == 1)
    // And from now on it hears of settings at once.
    // Its frames stay as short as by default.
    try channel.writeInbound(
      Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 5, 0, 5, 0, 16, 0, 0]))
    #expect(try self.passed(channel) == Frames.frame(type: 4, payload: [0, 4, 0, 0, 0, 5]))
    #expect(try channel.writtenFrames == [Frames.settingsAck])
  }

  @Test("another protocol ends the connection, and nothing of it passes")
  func otherProtocol() throws {
    let (_, channel) = try Self.connection()
    try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
    #expect(!channel.isActive)
    #expect(try self.passed(channel).readableBytes == 0)
    let last = try #require(try channel.writtenFrames.last)
    #expect(FrameHeader(at: last.readerIndex, in: last)?.kind == FrameHeader.Kind.goAway)
  }

  @Test(
    "over the budget frames that are counted only here end the connection, and nothing passes any more",
    arguments: [0, 7, 8, 10, 255] as [UInt8])
  func uncounted(kind: UInt8) throws {
    // DATA is counted where its call is over.
    let odd = Frames.frame(
      type: kind, stream: kind == 0 ? 7 : 0,
      payload: [0, 0, 0, 1] + (kind == 7 ? [0, 0, 0, 0] : []))
    let clock = Clock()
    var limits = ConnectionLimits()
    limits.windowUpdates = FrameBudget(perSecond: 10, burst: 3)
    // One of these is for the settings.
    limits.otherFrames = FrameBudget(perSecond: 10, burst: 4)
    limits.strayData = limits.windowUpdates
    let connection = ConnectionHandler(limits: limits, now: { clock.now })
    let channel = EmbeddedChannel(handler: connection)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(Frames.call(7, flags: 5))
    // It keeps the connection when the client says that it begins no others.
    connection.relayedCallBegan(StubCall(), stream: 5)
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
    var goAway = try #require(try channel.writtenFrames.last)
    #expect(goAway.readBytes(length: 9)?[3] == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 0xB)
    #expect(
      String(buffer: goAway)
        == "too much of frames of kind \(kind); send fewer and shorter ones")
  }

  @Test(
    "64 settings in a frame are acted upon, one more ends the connection before it has come whole")
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
    #expect(try channel.writtenFrames.last == Frames.settingsAck)
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
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(Frames.call(1))
    connection.relayedCallBegan(StubCall(), stream: 1)
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
      try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
      let calls: [UInt32: StubCall] = [1: StubCall(), 3: StubCall()]
      try channel.writeInbound(Frames.opening)
      for (stream, call) in calls.sorted(by: { $0.key < $1.key }) {
        try channel.writeInbound(Frames.call(stream))
        connection.relayedCallBegan(call, stream: stream)
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
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try channel.writeInbound(Frames.opening)
    try channel.writeInbound(Frames.call(1))
    connection.relayedCallBegan(StubCall(), stream: 1)
    connection.callEnded(stream: 1)
    _ = (try self.passed(channel), try channel.writtenFrames)
    try channel.writeInbound(Frames.frame(type: 8, stream: 1, payload: [0, 0, 0, 1]))
    var data = self.data
    data.writeImmutableBuffer(self.data)
    try channel.writeInbound(data)
    #expect(try self.passed(channel).readableBytes == 0)
    let room = 2 * Frames.ping.readableBytes
    #expect(try channel.writtenFrames == [Frames.windowUpdate(of: 0, by: room)])
    try channel.writeInbound(Frames.ping)
    #expect(try channel.writtenFrames.count == 1)
  }
}

/// A clock that stands still until it is told otherwise.
private final class Clock {
  var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
}
