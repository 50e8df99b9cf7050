import NIOCore
import NIOEmbedded
import NIOTLS
import Testing

@testable import InteractionTransport

@Suite("Graceful end of a connection (RFC 9113 §6.8)")
struct ConnectionEndingTests {
  private let client: HTTP2Client

  init() throws {
    self.client = try HTTP2Client()
  }

  private func quiesce() {
    self.client.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  private var written: [ByteBuffer] {
    get throws { try self.client.channel.writtenFrames }
  }

  private var goAwayAcknowledged: ByteBuffer {
    var frame = FrameHeader.PingPayload.goAwayProbe.frame
    frame.setInteger(FrameHeader.ackFlag, at: frame.readerIndex + 4)
    return frame
  }

  private func isOpen() -> Bool {
    self.client.channel.embeddedEventLoop.run()
    return self.client.channel.isActive
  }

  @Test("the client is told, and once it has heard, the connection ends with its last call")
  func calls() throws {
    try self.client.send(Frames.call(1), Frames.call(3))
    let (one, other) = (
      try #require(self.client.recording(1)), try #require(self.client.recording(3))
    )
    self.quiesce()
    #expect(
      try self.written == [
        FrameHeader.goAway(after: 1 << 31 - 1, .noError), FrameHeader.PingPayload.goAwayProbe.frame,
      ])
    #expect(one.quiesces == 1 && other.quiesces == 1)
    // A stream that the client opened before it received GOAWAY.
    try self.client.send(Frames.call(5))
    let late = try #require(self.client.recording(5))
    try self.client.send(self.goAwayAcknowledged)
    #expect(try self.written == [FrameHeader.goAway(after: 5, .noError)])
    // A stream that it opens afterwards is refused.
    try self.client.send(Frames.call(7))
    #expect(try self.written == [Frames.reset(7, .refusedStream)])
    one.end()
    late.end()
    #expect(self.isOpen())
    try self.client.send(Frames.reset(3))
    #expect(!self.isOpen())
  }

  @Test("without a call it ends when the client has heard")
  func idle() throws {
    self.quiesce()
    self.quiesce()
    #expect(try self.written.count == 2)
    #expect(self.isOpen())
    try self.client.send(self.goAwayAcknowledged)
    #expect(!self.isOpen())
    #expect(try self.written == [FrameHeader.goAway(after: 0, .noError)])
  }

  @Test("an answer to what was not asked is none")
  func unasked() throws {
    try self.client.send(self.goAwayAcknowledged)
    #expect(try self.written == [])
    #expect(self.isOpen())
  }

  @Test("a client that says goodbye has its calls to their ends")
  func clientLeaves() throws {
    try self.client.send(Frames.call(1), FrameHeader.goAway(after: 0, .noError))
    #expect(self.isOpen())
    let call = try #require(self.client.recording(1))
    call.send(ByteBuffer(string: "abc"))
    call.end()
    #expect(!self.isOpen())
    let frames = try self.written
    #expect(frames.first == Frames.frame(type: 0, stream: 1, payload: Array("abc".utf8)))
    // The request is incomplete, and the connection does not wait for it.
    #expect(frames.map { $0.header?.kind } == [0, 1, 3])
    #expect(frames.last == Frames.reset(1, .noError))
  }

  @Test("calls hear that their connection is gone")
  func gone() throws {
    try self.client.send(Frames.call(1))
    let call = try #require(self.client.recording(1))
    try self.client.channel.close().wait()
    #expect(call.isLost)
  }

  @Test("encryption without a protocol is not HTTP/2", arguments: [nil, "h2"])
  func negotiation(negotiated: String?) {
    self.client.channel.pipeline.fireUserInboundEventTriggered(
      TLSUserEvent.handshakeCompleted(negotiatedProtocol: negotiated))
    #expect(self.isOpen() == (negotiated != nil))
  }
}
