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

  @Test("a few at once, and then one every so often, however often it is asked")
  func pace() throws {
    let loop = EmbeddedEventLoop()
    let start = NIODeadline.now()
    let reads = Reads()
    let pace = AcceptPace(FrameBudget(perSecond: 100, burst: 3)) {
      start + (loop.now - .uptimeNanoseconds(0))
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
    // Nobody asks any more, so nothing more is read.
    loop.advanceTime(by: .seconds(1))
    #expect(reads.count == full + 1)
    // What was saved up meanwhile is not more than at the start.
    for _ in 0 ..< 6 { channel.read() }
    #expect(reads.count == full + 4)
  }
}
