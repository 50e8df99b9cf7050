import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("The connection's window is for `Interact` and for grpc-swift's calls")
struct SharedWindowTests {
  private let connection = ConnectionHandler()
  private let channel: EmbeddedChannel
  private let call: RecordingCall
  private var client = Client()

  init() throws {
    self.channel = EmbeddedChannel(handler: self.connection)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.channel.writeInbound(Frames.opening)
    self.call = RecordingCall(self.connection, stream: 1)
    // The HTTP/2 handler is there.
    self.connection.state.newestStream = 3
    self.connection.relayedCallBegan(StubCall(), stream: 3)
    try self.channel.writeInbound(Frames.frame(type: 0, stream: 3, payload: []))
    while try self.channel.readInbound(as: ByteBuffer.self) != nil {}
    while try self.channel.readOutbound(as: ByteBuffer.self) != nil {}
  }

  /// As the HTTP/2 handler writes DATA: its header, and then its payload.
  private func writeBehind(_ payload: [UInt8]) throws {
    var header = ByteBuffer()
    header.writeFrameHeader(FrameHeader.Kind.data, stream: 3, length: payload.count)
    self.channel.write(header, promise: nil)
    self.channel.write(ByteBuffer(bytes: payload), promise: nil)
    self.channel.flush()
  }

  private mutating func read() throws {
    while let bytes = try self.channel.readOutbound(as: ByteBuffer.self) {
      self.client.receive(bytes)
    }
    while let passed = try self.channel.readInbound(as: ByteBuffer.self) {
      self.client.pass(passed)
    }
  }

  @Test(
    "DATA of the HTTP/2 handler that is too much waits, and what comes after it; all leaves in order"
  )
  mutating func held() throws {
    self.call.send(ByteBuffer(repeating: 1, count: 65_000))
    try self.writeBehind(Array(repeating: 3, count: 600))
    self.channel.write(Frames.ping, promise: nil)
    self.channel.flush()
    self.call.send(ByteBuffer(repeating: 1, count: 10))
    try self.read()
    #expect(self.client.received == [1: 65_000])
    #expect(self.client.pings == 0)
    #expect(!self.call.hasRoom)
    try self.channel.writeInbound(Frames.windowUpdate(of: 0, by: 75))
    try self.read()
    #expect(self.client.received == [1: 65_010, 3: 600])
    #expect(self.client.order == [1, 3, 1])
    #expect(self.client.pings == 1)
  }

  @Test("settings are acknowledged after what was written before them, also if that waits")
  mutating func settings() throws {
    self.connection.state.windows.send = 5
    try self.writeBehind(Array(repeating: 3, count: 6))
    try self.channel.writeInbound(Frames.frame(type: 4, payload: [0, 1, 0, 0, 0, 0]))
    #expect(try self.channel.writtenFrames == [])
    try self.channel.writeInbound(Frames.windowUpdate(of: 0, by: 1))
    var written = ByteBuffer()
    while var bytes = try self.channel.readOutbound(as: ByteBuffer.self) {
      written.writeBuffer(&bytes)
    }
    let kinds = written.frames.map { FrameHeader(at: $0.readerIndex, in: $0)?.kind }
    #expect(kinds == [0, 4])
  }

  @Test("what waits behind DATA that the client does not read has a limit", arguments: [64, 66])
  func tooMuchHeld(count: Int) throws {
    self.connection.state.windows.send = 5
    try self.writeBehind(Array(repeating: 3, count: 6))
    for _ in 0 ..< count {
      self.channel.write(
        Frames.frame(type: 1, stream: 5, payload: Array(repeating: 0, count: 16_300)),
        promise: nil)
    }
    self.channel.embeddedEventLoop.run()
    #expect(self.channel.isActive == (count == 64))
  }

  @Test(
    "whatever is sent and granted, no more leaves than was granted, and in the end everything",
    arguments: 0 ..< 50)
  mutating func anything(seed: UInt64) throws {
    var random = Seeded(state: seed)
    var sent: [UInt32: Int] = [1: 0, 3: 0]
    self.client.window = FrameHeader.initialWindow
    for _ in 0 ..< 400 {
      switch Int.random(in: 0 ..< 4, using: &random) {
      case 0:
        let count = Int.random(in: 1 ... 9_000, using: &random)
        self.call.send(ByteBuffer(repeating: 1, count: count))
        sent[1, default: 0] += count
      case 1:
        // No more than the HTTP/2 handler thinks it may.
        let count = Int.random(in: 1 ... 9_000, using: &random)
        guard count <= self.client.windowBehind else { continue }
        self.client.windowBehind -= count
        try self.writeBehind(Array(repeating: 3, count: count))
        sent[3, default: 0] += count
      case 2:
        try self.grant(Int.random(in: 1 ... 12_000, using: &random), on: 0)
      default:
        try self.grant(Int.random(in: 1 ... 9_000, using: &random), on: 1)
      }
      try self.read()
      #expect(self.client.window >= 0)
    }
    try self.grant(8_000_000, on: 0)
    try self.grant(8_000_000, on: 1)
    try self.read()
    #expect(self.client.received == sent.filter { $0.value > 0 })
    #expect(self.client.windowBehind - self.connection.state.windows.debt == self.client.window)
  }

  private mutating func grant(_ increment: Int, on stream: UInt32) throws {
    if stream == 0 { self.client.window += increment }
    try self.channel.writeInbound(Frames.windowUpdate(of: stream, by: increment))
  }
}

/// What the client gets, and what the HTTP/2 handler knows.
private struct Client {
  var window = FrameHeader.initialWindow
  var windowBehind = FrameHeader.initialWindow
  private(set) var received: [UInt32: Int] = [:]
  private(set) var order: [UInt32] = []
  private(set) var pings = 0
  private var bytes = ByteBuffer()

  mutating func receive(_ more: ByteBuffer) {
    self.bytes.writeImmutableBuffer(more)
    while let header = FrameHeader(at: self.bytes.readerIndex, in: self.bytes),
      self.bytes.readableBytes >= FrameHeader.length + header.payloadLength
    {
      self.bytes.moveReaderIndex(forwardBy: FrameHeader.length)
      let payload = self.bytes.readBytes(length: header.payloadLength) ?? []
      if header.isPing { self.pings += 1 }
      guard header.kind == FrameHeader.Kind.data else { continue }
      #expect(payload.allSatisfy { $0 == UInt8(header.stream) })
      self.received[header.stream, default: 0] += payload.count
      self.window -= payload.count
      if self.order.last != header.stream { self.order.append(header.stream) }
    }
  }

  /// Something reaches the HTTP/2 handler.
  mutating func pass(_ bytes: ByteBuffer) {
    guard let header = FrameHeader(at: bytes.readerIndex, in: bytes),
      header.kind == FrameHeader.Kind.windowUpdate, header.stream == 0
    else { return }
    self.windowBehind += Int(bytes.getInteger(at: bytes.readerIndex + 9, as: UInt32.self) ?? 0)
  }
}

/// SplitMix64.
private struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    self.state &+= 0x9E37_79B9_7F4A_7C15
    var word = self.state
    word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}
