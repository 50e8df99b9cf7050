import NIOCore
import NIOEmbedded
import NIOHPACK
import NIOTLS
import Testing

@testable import InteractionTransport

@Suite("How a connection ends without an error (RFC 9113 §6.8)")
struct ConnectionEndingTests {
  private let connection = ConnectionHandler()
  private let channel: EmbeddedChannel

  init() throws {
    self.channel = EmbeddedChannel(handler: self.connection)
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    try self.channel.writeInbound(Frames.opening)
    _ = try self.channel.writtenFrames
  }

  private func quiesce() {
    self.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  private var heard: ByteBuffer {
    var frame = FrameHeader.Question.hasHeard.frame
    frame.setInteger(FrameHeader.ackFlag, at: frame.readerIndex + 4)
    return frame
  }

  private func isOpen() -> Bool {
    self.channel.embeddedEventLoop.run()
    return self.channel.isActive
  }

  @Test("the client is told, and once it has heard, the connection ends with its last call")
  func calls() throws {
    let (one, other) = (RecordingCall(self.connection, stream: 1), StubCall())
    self.connection.state.newestStream = 3
    self.connection.relayedCallBegan(other, stream: 3)
    self.quiesce()
    #expect(
      try self.channel.writtenFrames == [
        FrameHeader.goAway(after: 1 << 31 - 1, .none), FrameHeader.Question.hasHeard.frame,
      ])
    #expect(one.quiesces == 1)
    // What the client began before it heard.
    let late = RecordingCall(self.connection, stream: 5)
    try self.channel.writeInbound(self.heard)
    #expect(try self.channel.writtenFrames == [FrameHeader.goAway(after: 5, .none)])
    // And nothing that it begins now.
    try self.channel.writeInbound(Frames.call(7))
    #expect(
      try self.channel.writtenFrames == [Frames.frame(type: 3, stream: 7, payload: [0, 0, 0, 7])])
    one.end()
    late.end()
    #expect(self.isOpen())
    self.connection.callEnded(stream: 3)
    #expect(!self.isOpen())
  }

  @Test("what asks for grpc-swift begins elsewhere, if that does not have the connection yet")
  func lateHandOver() throws {
    self.quiesce()
    _ = try self.channel.writtenFrames
    try self.channel.writeInbound(Frames.call(1))
    #expect(
      try self.channel.writtenFrames == [Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 7])])
    #expect(try self.channel.readInbound(as: ByteBuffer.self) == nil)
  }

  @Test("it stays until what is held for the client's window has left")
  func held() throws {
    self.connection.state.newestStream = 1
    self.connection.relayedCallBegan(StubCall(), stream: 1)
    try self.channel.writeInbound(Frames.frame(type: 0, stream: 1, payload: []))
    self.connection.state.windows.send = 2
    let data = Frames.frame(type: 0, flags: 1, stream: 1, payload: [1, 2, 3])
    self.channel.write(data, promise: nil)
    self.channel.flush()
    try self.channel.writeInbound(FrameHeader.goAway(after: 0, .none))
    self.connection.callEnded(stream: 1)
    #expect(self.isOpen())
    _ = try self.channel.writtenFrames
    try self.channel.writeInbound(Frames.windowUpdate(of: 0, by: 1))
    #expect(!self.isOpen())
    #expect(try self.channel.writtenFrames == [data])
  }

  @Test("without a call it ends when the client has heard")
  func idle() throws {
    self.quiesce()
    self.quiesce()
    #expect(try self.channel.writtenFrames.count == 2)
    #expect(self.isOpen())
    try self.channel.writeInbound(self.heard)
    #expect(!self.isOpen())
    #expect(try self.channel.writtenFrames == [FrameHeader.goAway(after: 0, .none)])
  }

  @Test("an answer to what was not asked is none")
  func unasked() throws {
    try self.channel.writeInbound(self.heard)
    #expect(try self.channel.writtenFrames == [])
    #expect(self.isOpen())
  }

  @Test("a client that says goodbye has its calls to their ends")
  func clientLeaves() throws {
    let call = RecordingCall(self.connection, stream: 1)
    try self.channel.writeInbound(FrameHeader.goAway(after: 0, .none))
    #expect(self.isOpen())
    call.send(ByteBuffer(string: "abc"))
    call.end()
    #expect(!self.isOpen())
    #expect(
      try self.channel.writtenFrames == [
        Frames.frame(type: 0, stream: 1, payload: Array("abc".utf8))
      ])
  }

  @Test("calls hear that their connection is gone")
  func gone() throws {
    let call = RecordingCall(self.connection, stream: 1)
    try self.channel.close().wait()
    #expect(call.isLost)
  }

  @Test("encryption without a protocol is not HTTP/2", arguments: [nil, "h2"])
  func negotiation(negotiated: String?) {
    self.channel.pipeline.fireUserInboundEventTriggered(
      TLSUserEvent.handshakeCompleted(negotiatedProtocol: negotiated))
    #expect(self.isOpen() == (negotiated != nil))
  }

  @Test("the end of a call resets what is left of its request, and nothing if that has ended")
  func requests() throws {
    let (one, two) = (
      RecordingCall(self.connection, stream: 1), RecordingCall(self.connection, stream: 3)
    )
    try self.channel.writeInbound(Frames.frame(type: 0, flags: 1, stream: 3, payload: []))
    for stream in [1, 3] as [UInt32] {
      self.connection.end(stream: stream, with: ["grpc-status": "0"])
    }
    withExtendedLifetime((one, two)) {}
    let kinds = try self.channel.writtenFrames.map { FrameHeader(at: $0.readerIndex, in: $0)?.kind }
    #expect(kinds == [1, 1])
    self.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1_100))
    #expect(
      try self.channel.writtenFrames == [
        Frames.frame(type: 3, stream: 1, payload: [0, 0, 0, 0])
      ])
  }
}
