import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import InteractionTransport

@Suite("Connections that flood take turns, and others come between")
struct FairSchedulerTests {
  @Test("each that waits goes on once in a round; one that has to wait again, in the next")
  func rounds() {
    let loop = EmbeddedEventLoop()
    let turns = FairScheduler(now: { .uptimeNanoseconds(0) })
    var log: [String] = []
    func wait(_ name: String, times: Int) {
      turns.enqueue(on: loop) {
        log.append(name)
        if times > 1 { wait(name, times: times - 1) }
      }
    }
    wait("a", times: 3)
    wait("b", times: 1)
    wait("c", times: 2)
    #expect(log == [])
    for expected in [["a", "b", "c"], ["a", "c"], ["a"], []] {
      log = []
      loop.advanceTime(by: FairScheduler.shortestPause)
      #expect(log == expected)
    }
  }

  @Test("a round is over after a millisecond; whom it did not reach is first in the next one")
  func longRound() {
    let loop = EmbeddedEventLoop()
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = FairScheduler(now: { now })
    var log: [String] = []
    func wait(_ name: String, times: Int) {
      turns.enqueue(on: loop) {
        log.append(name)
        now = now + .microseconds(500)
        if times > 1 { wait(name, times: times - 1) }
      }
    }
    for name in ["a", "b", "c"] { wait(name, times: 2) }
    for expected in [["a", "b"], ["c", "a"], ["b", "c"], []] {
      log = []
      loop.advanceTime(by: .nanoseconds(FairScheduler.roundDuration.nanoseconds / 32))
      #expect(log == expected)
    }
  }

  @Test("the delay is that of the first in the queue, and none once all have had their turn")
  func queueDelay() {
    let loop = EmbeddedEventLoop()
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = FairScheduler(now: { now })
    func wait() {
      turns.enqueue(on: loop) { now = now + .milliseconds(2) }
    }
    #expect(turns.queueDelay == .zero)
    wait()
    now = now + .milliseconds(3)
    wait()
    now = now + .milliseconds(4)
    #expect(turns.queueDelay == .milliseconds(7))
    loop.advanceTime(by: FairScheduler.shortestPause)
    #expect(turns.queueDelay == .milliseconds(6))
    loop.advanceTime(by: .milliseconds(1))
    #expect(turns.queueDelay == .zero)
  }

  @Test("a flood waits for the turns of others, and alone for none", arguments: [1, 3, 60])
  func floods(count: Int) {
    let loop = EmbeddedEventLoop()
    var now = NIODeadline.uptimeNanoseconds(0)
    let turns = FairScheduler(now: { now })
    /// Waits for a turn of two milliseconds, again and again.
    func flood() {
      turns.enqueue(on: loop) {
        now = now + .milliseconds(2)
        flood()
      }
    }
    for _ in 0 ..< count { flood() }
    // Each with sixteen turns and their pauses.
    for _ in 0 ..< 16 { loop.advanceTime(by: .milliseconds(1)) }
    #expect(turns.queueDelay == .milliseconds(2 * Int64(count - 1)))
  }

  /// Counts the rounds before the first read.
  private final class Reader: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    var rounds = 0
    private(set) var roundsBefore: Int?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      self.roundsBefore = self.roundsBefore ?? self.rounds
    }
  }

  @Test("an event loop reads between two rounds, though all always want to go on")
  func reading() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let channel = try await DatagramBootstrap(group: group).channelOption(.autoRead, value: false)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Reader())
        }
      }.bind(host: "127.0.0.1", port: 0).get()
    let itself = try #require(channel.localAddress)
    try await channel.writeAndFlush(
      AddressedEnvelope(remoteAddress: itself, data: ByteBuffer(string: "x")))
    let loop = channel.eventLoop
    let done = loop.makePromise(of: Int?.self)
    loop.execute {
      guard let reader = try? channel.pipeline.syncOperations.handler(type: Reader.self) else {
        return done.succeed(nil)
      }
      let turns = FairScheduler()
      /// Keeps the event loop busy, again and again.
      func flood(_ name: Int) {
        turns.enqueue(on: loop) {
          let end = NIODeadline.now() + TimeAmount.microseconds(200)
          while NIODeadline.now() < end {}
          if name == 0 { reader.rounds += 1 }
          if reader.rounds < 200, reader.roundsBefore == nil { return flood(name) }
          if name == 0 { done.succeed(reader.roundsBefore) }
        }
      }
      for name in 0 ..< 8 { flood(name) }
      channel.read()
    }
    let rounds = try await done.futureResult.get()
    try await channel.close()
    #expect(rounds ?? .max < 20)
  }
}
