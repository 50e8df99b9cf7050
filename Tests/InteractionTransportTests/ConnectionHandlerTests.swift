import NIOCore
import NIOEmbedded
import NIOHPACK
import Testing

@testable import InteractionTransport

@Suite("Frames of a connection are acted upon, at whatever places they are cut")
struct ConnectionHandlerTests {
  /// A DATA frame whose payload looks like a PING.
  private var data: ByteBuffer {
    Frames.frame(type: 0, stream: 1, payload: Array(Frames.ping.readableBytesView))
  }

  /// Returns a connection with a stopped clock, before it has read anything.
  private static func connection(
    _ limits: ConnectionLimits = ConnectionLimits(), _ clock: Clock = Clock()
  ) throws -> (ConnectionHandler, EmbeddedChannel) {
    let client = try HTTP2Client(unopened: limits, now: { clock.now })
    return (client.connection, client.channel)
  }

  @Test("at any cut of the bytes, and byte by byte: PINGs are acknowledged, DATA is delivered")
  func anyCut() throws {
    let stream = Frames.joined(
      [
        Frames.opening, Frames.call(1), self.data, Frames.ping, self.data, Frames.ping,
        Frames.ping, self.data,
      ])
    let length = stream.readableBytes
    let payload = Array(Frames.ping.readableBytesView)
    for cuts in (0 ... length).map({ [$0, length] }) + [Array(1 ... length)] {
      let (connection, channel) = try Self.connection()
      var rest = stream
      for cut in cuts {
        let part = rest.readSlice(length: cut - rest.readerIndex)
        try channel.writeInbound(part)
      }
      let call = try #require(connection.calls[1] as? RecordingCall)
      #expect(call.bytes == payload + payload + payload)
      let answers = try channel.writtenFrames
      let answer = Frames.frame(type: 6, flags: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(answers == [Frames.settingsAck] + Array(repeating: answer, count: 3))
    }
  }

  @Test("a connection's first frame is its settings, before the client says anything")
  func settings() throws {
    let connection = ConnectionHandler()
    let channel = EmbeddedChannel(handler: connection)
    #expect(try channel.writtenFrames == [])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    let frames = try channel.writtenFrames
    let settings = frames.first.map { ByteBuffer($0.readableBytesView.dropFirst(9)).settings }
    #expect(frames.count == 1 && frames.first?.header?.kind == FrameHeader.FrameType.settings)
    #expect(
      settings == [
        .init(kind: .initialWindow, value: 65_535), .init(kind: .frameSize, value: 16_384),
        .init(kind: .headerListSize, value: 16_384), .init(kind: .concurrentStreams, value: 1_024),
      ])
  }

  @Test("another protocol ends the connection")
  func otherProtocol() throws {
    let (_, channel) = try Self.connection()
    try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\n\r\n"))
    #expect(!channel.isActive)
    let last = try #require(try channel.writtenFrames.last)
    #expect(last.header?.kind == FrameHeader.FrameType.goAway)
  }

  @Test(
    "over the budget frames end the connection, and what comes after them is not read",
    arguments: [0, 7, 8, 10, 255] as [UInt8])
  func budgets(kind: UInt8) throws {
    // DATA is counted if its stream is closed.
    let odd = Frames.frame(
      type: kind, stream: kind == 0 ? 5 : 0,
      payload: [0, 0, 0, 1] + (kind == 7 ? [0, 0, 0, 0] : []))
    let clock = Clock()
    var limits = ConnectionLimits()
    limits.windowUpdates = TokenBucketLimit(perSecond: 10, burst: 3)
    // One of these is the SETTINGS frame of the preface.
    limits.otherFrames = TokenBucketLimit(perSecond: 10, burst: 4)
    limits.lateData = limits.windowUpdates
    let (_, channel) = try Self.connection(limits, clock)
    // An open call keeps the connection open after the client's GOAWAY.
    try channel.writeInbound(Frames.joined([Frames.opening, Frames.call(7)]))
    for _ in 0 ..< 3 { try channel.writeInbound(odd) }
    clock.now = clock.now + .milliseconds(100)
    try channel.writeInbound(odd)
    #expect(channel.isActive)
    try channel.writeInbound(Frames.joined([odd, Frames.ping]))
    #expect(!channel.isActive)
    var goAway = try #require(try channel.writtenFrames.last)
    #expect(goAway.readBytes(length: 9)?[3] == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 7)
    #expect(goAway.readInteger(as: UInt32.self) == 0xB)
    #expect(String(buffer: goAway) == "\(FrameHeader.FrameType.name(of: kind)) rate limit exceeded")
  }

  @Test(
    "64 settings in a frame are acted upon, one more ends the connection before it has come whole")
  func manySettings() throws {
    func settings(_ count: Int) -> ByteBuffer {
      let settings = Array(repeating: [0, 4, 0, 0, 1, 0] as [UInt8], count: count)
      return Frames.frame(type: 4, payload: Array(settings.joined()))
    }
    let (_, channel) = try Self.connection()
    try channel.writeInbound(Frames.preface)
    try channel.writeInbound(settings(64))
    #expect(channel.isActive)
    #expect(try channel.writtenFrames.last == Frames.settingsAck)
    try channel.writeInbound(settings(65).getSlice(at: 0, length: 9))
    #expect(!channel.isActive)
  }

  @Test("DATA of calls that are not over has no budget, and each that is over brings some with it")
  func dataOfCalls() throws {
    var limits = ConnectionLimits()
    limits.lateData = TokenBucketLimit(perSecond: 1, burst: 1)
    let (connection, channel) = try Self.connection(limits)
    try channel.writeInbound(Frames.joined([Frames.opening, Frames.call(1)]))
    for _ in 0 ..< 10 { try channel.writeInbound(self.data) }
    #expect(channel.isActive)
    connection.end(stream: 1, with: [:])
    for _ in 0 ..< 17 {
      try channel.writeInbound(self.data)
      #expect(channel.isActive)
    }
    try channel.writeInbound(self.data)
    #expect(!channel.isActive)
  }

  @Test("a RST_STREAM goes to its call, at any cut of the bytes, and is dropped if that is over")
  func resets() throws {
    for cut in 0 ... 26 {
      let (connection, channel) = try Self.connection()
      try channel.writeInbound(
        Frames.joined([Frames.opening, Frames.call(1), Frames.call(3)]))
      let call = try #require(connection.calls[3] as? RecordingCall)
      connection.end(stream: 1, with: [:])
      _ = try channel.writtenFrames
      var rest = Frames.joined([Frames.reset(1), Frames.reset(3)])
      let head = rest.readSlice(length: cut) ?? ByteBuffer()
      try channel.writeInbound(head)
      try channel.writeInbound(rest)
      #expect(call.resets == 1)
      #expect(try channel.writtenFrames == [])
      #expect(connection.calls.elements.isEmpty && connection.state.calls.elements.isEmpty)
    }
  }

  @Test("DATA of calls that are over is dropped, and the connection's window given back at once")
  func unexpectedFrames() throws {
    let (connection, channel) = try Self.connection()
    try channel.writeInbound(Frames.joined([Frames.opening, Frames.call(1)]))
    connection.end(stream: 1, with: [:])
    _ = try channel.writtenFrames
    try channel.writeInbound(Frames.windowUpdate(of: 1, by: 1))
    try channel.writeInbound(Frames.joined([self.data, self.data]))
    let room = 2 * Frames.ping.readableBytes
    #expect(try channel.writtenFrames == [Frames.windowUpdate(of: 0, by: room)])
    try channel.writeInbound(Frames.ping)
    #expect(try channel.writtenFrames.count == 1)
  }
}

/// A clock that only tests advance.
private final class Clock {
  var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
}
