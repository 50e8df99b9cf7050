import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A connection that is ended soon after it began keeps its socket for a while")
struct MinimumLifetimeHandlerTests {
  /// Counts the events that reach the handlers behind.
  private final class Witness: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    var reads = 0
    var ends = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { self.reads += 1 }
    func channelInactive(context: ChannelHandlerContext) { self.ends += 1 }
  }

  private let witness = Witness()
  private let channel: EmbeddedChannel
  private var loop: EmbeddedEventLoop { self.channel.embeddedEventLoop }

  init() throws {
    self.channel = EmbeddedChannel(handlers: [MinimumLifetimeHandler(.seconds(1)), self.witness])
    try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
  }

  @Test("those behind hear of the end at once, and of nothing after it; the socket closes later")
  func young() throws {
    self.loop.advanceTime(by: .milliseconds(400))
    try self.channel.writeInbound(ByteBuffer(string: "one"))
    var closed = 0
    for _ in 0 ..< 2 {
      self.channel.close().assumeIsolated().whenSuccess { closed += 1 }
      self.loop.run()
      #expect(self.witness.ends == 1)
    }
    try self.channel.writeInbound(ByteBuffer(string: "two"))
    #expect(self.witness.reads == 1)
    self.loop.advanceTime(by: .milliseconds(599))
    #expect(self.channel.isActive)
    #expect(closed == 0)
    self.loop.advanceTime(by: .milliseconds(1))
    #expect(!self.channel.isActive)
    #expect(closed == 2)
    #expect(self.witness.ends == 1)
  }

  @Test("one that has lasted is closed at once")
  func old() throws {
    try self.channel.writeInbound(ByteBuffer(string: "one"))
    self.loop.advanceTime(by: .seconds(1))
    self.channel.close(promise: nil)
    #expect(!self.channel.isActive)
    #expect(self.witness.ends == 1)
  }

  @Test("one whose client has said nothing is closed at once")
  func silent() {
    self.channel.close(promise: nil)
    #expect(!self.channel.isActive)
    #expect(self.witness.ends == 1)
  }

  @Test("a client that goes meanwhile ends nothing a second time")
  func gone() throws {
    try self.channel.writeInbound(ByteBuffer(string: "one"))
    self.channel.close(promise: nil)
    self.loop.run()
    self.channel.pipeline.fireChannelInactive()
    self.loop.advanceTime(by: .seconds(1))
    #expect(!self.channel.isActive)
    #expect(self.witness.ends == 1)
  }
}
