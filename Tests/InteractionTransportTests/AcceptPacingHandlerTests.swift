import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A listener takes on so many connections in a second")
struct AcceptPacingHandlerTests {
  private final class Reads: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var count = 0

    func read(context: ChannelHandlerContext) {
      self.count += 1
      context.read()
    }
  }

  private static func count(_ connections: Int) -> ConnectionCount {
    ConnectionCount(limit: connections)
  }

  /// A listener whose clock is that of its event loop.
  private struct Listener {
    let channel: EmbeddedChannel
    let reads = Reads()
    private let loop = EmbeddedEventLoop()

    init(
      _ budget: TokenBucketLimit, count: ConnectionCount = AcceptPacingHandlerTests.count(10_000)
    ) throws {
      let (start, loop) = (NIODeadline.now(), self.loop)
      let pace = AcceptPacingHandler(budget, count: count) {
        start + (loop.now - .uptimeNanoseconds(0))
      } setMaximumPerRead: { _ in
      }
      self.channel = EmbeddedChannel(handlers: [self.reads, pace], loop: loop)
      try self.channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    }

    @discardableResult
    func accept(_ count: Int, from address: String = "192.0.2.1") throws -> [EmbeddedChannel] {
      try (0 ..< count).map { _ in
        let connection = EmbeddedChannel()
        connection.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
        self.channel.pipeline.fireChannelRead(connection as any Channel)
        return connection
      }
    }

    /// Returns the remote addresses of the connections accepted since the last call.
    func served() throws -> [String?] {
      var addresses: [String?] = []
      while let connection = try self.channel.readInbound(as: (any Channel).self) {
        addresses.append(connection.remoteAddress?.ipAddress)
      }
      return addresses
    }

    func advance(by time: TimeAmount) { self.loop.advanceTime(by: time) }
  }

  @Test("a few at once, and then one every so often")
  func pace() throws {
    let listener = try Listener(TokenBucketLimit(perSecond: 100, burst: 3))
    try listener.accept(10)
    #expect(try listener.served().count == 3)
    listener.advance(by: .milliseconds(9))
    #expect(try listener.served().isEmpty)
    listener.advance(by: .milliseconds(20))
    #expect(try listener.served().count == 2)
    listener.advance(by: .seconds(1))
    #expect(try listener.served().count == 5)
    // The burst refills to its initial size, and not beyond it.
    listener.advance(by: .seconds(60))
    try listener.accept(10)
    #expect(try listener.served().count == 3)
  }

  @Test("networks are served in turns: a flood from one does not delay another")
  func turns() throws {
    let listener = try Listener(TokenBucketLimit(perSecond: 100, burst: 3))
    try listener.accept(500)
    try listener.accept(2, from: "192.0.2.2")
    #expect(try listener.served().count == 3)
    listener.advance(by: .milliseconds(42))
    let served = try listener.served()
    #expect(served == ["192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2"])
  }

  @Test("no more is accepted than ten for each that is served")
  func ahead() throws {
    let listener = try Listener(TokenBucketLimit(perSecond: 100, burst: 1))
    for _ in 0 ..< 40 { listener.channel.read() }
    #expect(listener.reads.count <= 11)
  }

  @Test("beyond the capacity, the newest connection of the network with the most is closed")
  func crowded() throws {
    let listener = try Listener(TokenBucketLimit(perSecond: 1, burst: 1), count: Self.count(5))
    let flood = try listener.accept(5)
    let other = try listener.accept(2, from: "192.0.2.2")
    let last = try listener.accept(1)
    listener.advance(by: .seconds(10))
    #expect(
      try listener.served() == [
        "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.2",
      ])
    #expect(flood.map(Self.isClosed) == [false, false, false, true, true])
    #expect((other + last).map(Self.isClosed) == [false, false, true])
  }

  private static func isClosed(_ connection: EmbeddedChannel) -> Bool {
    connection.embeddedEventLoop.run()
    // A closed channel cannot be finished.
    return (try? connection.finish()) == nil
  }

  @Test("one at a time, and more where a busy event loop comes by seldom; all count")
  func busy() throws {
    var now = NIODeadline.now()
    var most: [Int] = []
    let pace = AcceptPacingHandler(
      TokenBucketLimit(perSecond: 100, burst: 10), count: Self.count(1_000)
    ) {
      now
    } setMaximumPerRead: {
      most.append($0)
    }
    let channel = EmbeddedChannel(handler: pace)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    for _ in 0 ..< 3 { channel.read() }
    #expect(most == [])
    // After a pause one read accepts two, not as many as the pause would permit.
    now = now + .seconds(60)
    channel.read()
    channel.read()
    #expect(most == [2, 1])
    for _ in 0 ..< 6 {
      now = now + .milliseconds(300)
      channel.read()
    }
    #expect(most == [2, 1, 2, 4, 8, 16, 30])
    // A burst must be paid back by waiting.
    for _ in 0 ..< 130 { channel.pipeline.fireChannelRead(EmbeddedChannel()) }
    let before = most.count
    now = now + .milliseconds(20)
    channel.read()
    #expect(most.count == before)
    now = now + .milliseconds(300)
    channel.embeddedEventLoop.advanceTime(by: AcceptPacingHandler.pause)
    #expect(most.last == 32)
  }

  @Test("one too many is closed, and none is taken on while too many have yet to close")
  func full() throws {
    let reads = Reads()
    let count = Self.count(1)
    let pace = AcceptPacingHandler(TokenBucketLimit(perSecond: 1_000, burst: 100), count: count) {
      _ in
    }
    let channel = EmbeddedChannel(handlers: [reads, pace])
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    let connections = (0 ... ConnectionCount.spare).map { _ in EmbeddedChannel() }
    for connection in connections { channel.pipeline.fireChannelRead(connection as any Channel) }
    #expect(try channel.readInbound(as: (any Channel).self) != nil)
    #expect(try channel.readInbound(as: (any Channel).self) == nil)
    let before = reads.count
    channel.read()
    #expect(reads.count == before)
    connections[1].embeddedEventLoop.run()
    channel.embeddedEventLoop.advanceTime(by: AcceptPacingHandler.pause)
    #expect(reads.count == before + 1)
  }
}
