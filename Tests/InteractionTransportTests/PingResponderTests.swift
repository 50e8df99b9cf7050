import InteractionTransport
import NIOCore
import NIOEmbedded
import Testing

@Suite("PINGs are answered before the HTTP/2 handler counts them")
struct PingResponderTests {
  private static let preface = ByteBuffer(string: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")

  private func frame(
    type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8]
  ) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeInteger(UInt32(payload.count) << 8 | UInt32(type))
    buffer.writeInteger(flags)
    buffer.writeInteger(stream)
    buffer.writeBytes(payload)
    return buffer
  }

  private var ping: ByteBuffer { self.frame(type: 6, payload: [1, 2, 3, 4, 5, 6, 7, 8]) }
  private var data: ByteBuffer {
    // A payload that looks like a PING frame has to pass untouched.
    self.frame(type: 0, stream: 1, payload: Array(self.ping.readableBytesView))
  }

  private func passed(_ channel: EmbeddedChannel) throws -> ByteBuffer {
    var all = ByteBuffer()
    while var buffer = try channel.readInbound(as: ByteBuffer.self) { all.writeBuffer(&buffer) }
    return all
  }

  private func answered(_ channel: EmbeddedChannel) throws -> [ByteBuffer] {
    var all: [ByteBuffer] = []
    while let buffer = try channel.readOutbound(as: ByteBuffer.self) { all.append(buffer) }
    return all
  }

  @Test("at any cut of the bytes: PINGs are taken out and answered, the rest passes in order")
  func anyCut() throws {
    var stream = Self.preface
    for part in [self.data, self.ping, self.data, self.ping, self.ping, self.data] {
      stream.writeImmutableBuffer(part)
    }
    var expected = Self.preface
    for part in [self.data, self.data, self.data] { expected.writeImmutableBuffer(part) }
    for cut in 0 ... stream.readableBytes {
      let channel = EmbeddedChannel(handler: PingResponder())
      var rest = stream
      let head = rest.readSlice(length: cut) ?? ByteBuffer()
      try channel.writeInbound(head)
      try channel.writeInbound(rest)
      #expect(try self.passed(channel) == expected)
      let answers = try self.answered(channel)
      #expect(
        answers
          == Array(
            repeating: self.frame(type: 6, flags: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8]), count: 3))
    }
  }

  @Test("byte by byte gives the same")
  func byteByByte() throws {
    let channel = EmbeddedChannel(handler: PingResponder())
    var stream = Self.preface
    stream.writeImmutableBuffer(self.ping)
    stream.writeImmutableBuffer(self.data)
    while let byte = stream.readSlice(length: 1) { try channel.writeInbound(byte) }
    var expected = Self.preface
    expected.writeImmutableBuffer(self.data)
    #expect(try self.passed(channel) == expected)
    #expect(try self.answered(channel).count == 1)
  }

  @Test("acknowledgements and malformed PINGs pass")
  func othersPass() throws {
    let channel = EmbeddedChannel(handler: PingResponder())
    try channel.writeInbound(Self.preface)
    _ = try self.passed(channel)
    for odd in [
      self.frame(type: 6, flags: 1, payload: Array(repeating: 0, count: 8)),
      self.frame(type: 6, payload: [1, 2, 3]),
      self.frame(type: 6, stream: 5, payload: Array(repeating: 0, count: 8)),
    ] {
      try channel.writeInbound(odd)
      #expect(try self.passed(channel) == odd)
    }
    #expect(try self.answered(channel).isEmpty)
  }

  @Test("over the budget PINGs pass, so that the HTTP/2 handler's own limit holds")
  func budget() throws {
    let clock = Clock()
    let channel = EmbeddedChannel(
      handler: PingResponder(
        budget: PingResponder.Budget(perSecond: 10, burst: 3), now: { clock.now }))
    try channel.writeInbound(Self.preface)
    _ = try self.passed(channel)
    for _ in 0 ..< 5 { try channel.writeInbound(self.ping) }
    #expect(try self.answered(channel).count == 3)
    #expect(try self.passed(channel).readableBytes == 2 * self.ping.readableBytes)
    clock.now = clock.now + .milliseconds(200)
    for _ in 0 ..< 5 { try channel.writeInbound(self.ping) }
    #expect(try self.answered(channel).count == 2)
  }
}

/// A clock that stands still until it is told otherwise.
private final class Clock {
  var now = NIODeadline.uptimeNanoseconds(1_000_000_000)
}
