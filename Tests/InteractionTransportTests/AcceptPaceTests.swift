import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A listener takes on so many connections in a second")
struct AcceptPaceTests {
  private final class Reads: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var count = 0

    func read(context: ChannelHandlerContext) {
      self.count += 1
      context.read()
    }
  }

  private static func count(_ connections: Int) -> ConnectionCount {
    var limits = ConnectionLimits()
    limits.connections = connections
    return ConnectionCount(limits: limits)
  }

  @Test("a few at once, and then one every so often, however often it is asked")
  func pace() throws {
    let loop = EmbeddedEventLoop()
    let start = NIODeadline.now()
    let reads = Reads()
    let pace = AcceptPace(FrameBudget(perSecond: 100, burst: 3), count: Self.count(100)) {
      start + (loop.now - .uptimeNanoseconds(0))
    } setMost: { _ in
    }
    let channel = EmbeddedChannel(handlers: [reads, pace], loop: loop)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    let before = reads.count
    for _ in 0 ..< 6 { channel.read() }
    #expect(reads.count - before <= 3)
    let full = reads.count
    loop.advanceTime(by: .milliseconds(9))
    #expect(reads.count == full)
    loop.advanceTime(by: .milliseconds(2))
    #expect(reads.count == full + 1)
    // The listener asks no more, so nothing more is read.
    loop.advanceTime(by: .seconds(1))
    #expect(reads.count == full + 1)
    // What was saved up meanwhile is not more than at the start.
    for _ in 0 ..< 6 { channel.read() }
    #expect(reads.count == full + 4)
  }

  @Test("one at a time, and more where a busy event loop comes by seldom; all count")
  func busy() throws {
    var now = NIODeadline.now()
    var most: [Int] = []
    let pace = AcceptPace(FrameBudget(perSecond: 1_000, burst: 100), count: Self.count(1_000)) {
      now
    } setMost: {
      most.append($0)
    }
    let channel = EmbeddedChannel(handler: pace)
    try channel.connect(to: SocketAddress(unixDomainSocketPath: "/peer")).wait()
    for _ in 0 ..< 3 { channel.read() }
    #expect(most == [])
    // After a pause one read may find two, and not as many as the pause was long.
    now = now + .seconds(60)
    channel.read()
    channel.read()
    #expect(most == [2, 1])
    for _ in 0 ..< 6 {
      now = now + .milliseconds(300)
      channel.read()
    }
    #expect(most == [2, 1, 2, 4, 8, 16, 30])
    // What came together is paid for by waiting.
    for _ in 0 ..< 130 { channel.pipeline.fireChannelRead(EmbeddedChannel()) }
    let before = most.count
    now = now + .milliseconds(20)
    channel.read()
    #expect(most.count == before)
    now = now + .milliseconds(300)
    channel.embeddedEventLoop.advanceTime(by: AcceptPace.pause)
    #expect(most.last == 32)
  }

  @Test("one too many is closed, and none is taken on while too many have yet to close")
  func full() throws {
    let reads = Reads()
    let count = Self.count(1)
    let pace = AcceptPace(FrameBudget(perSecond: 1_000, burst: 100), count: count) { _ in }
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
    channel.embeddedEventLoop.advanceTime(by: AcceptPace.pause)
    #expect(reads.count == before + 1)
  }
}
