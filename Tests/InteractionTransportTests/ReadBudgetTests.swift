import NIOCore
import NIOEmbedded
import Testing

@testable import InteractionTransport

@Suite("A connection's flood delays itself")
struct ReadBudgetTests {
  /// Returns the handler of a connection after the preface, with a stopped clock.
  private func open(
    _ limits: ConnectionLimits = ConnectionLimits()
  ) throws -> (ConnectionHandler, EmbeddedChannel) {
    let now = NIODeadline.now()
    let client = try HTTP2Client(limits, now: { now })
    return (client.connection, client.channel)
  }

  @Test(
    "phase by phase: a frame, the wait for the next turn, and that turn",
    arguments: [
      (.running(left: 9), .running(left: 8), .running(left: 9), false),
      (.running(left: 1), .exhausted, .running(left: 1), false),
      (.exhausted, .exhausted, .scheduled, true), (.scheduled, .scheduled, .scheduled, false),
    ] as [(ReadBudget, ReadBudget, ReadBudget, Bool)])
  func phases(
    phase: ReadBudget, spent: ReadBudget, waited: ReadBudget, isFirst: Bool
  ) {
    var turn = phase
    turn.spend(HTTP2ConnectionStateTests.header(0, .open, length: 1))
    #expect(turn == spent)
    #expect(turn.isExhausted == (spent == .exhausted || spent == .scheduled))
    turn = phase
    let found = turn.scheduleNext()
    #expect(found == isFirst)
    #expect(turn == waited)
    turn = phase
    turn.refill()
    #expect(turn == ReadBudget() && !turn.isExhausted)
  }

  private func callThenReset(_ stream: UInt32) -> (call: ByteBuffer, reset: ByteBuffer) {
    (Frames.call(stream), Frames.reset(stream))
  }

  @Test("calls that are given up before they are answered have a budget", arguments: [true, false])
  func earlyResets(areAnswered: Bool) throws {
    var limits = ConnectionLimits()
    limits.earlyResets = TokenBucketLimit(perSecond: 1, burst: 3)
    let (connection, channel) = try self.open(limits)
    for number in 0 ..< UInt32(4) {
      #expect(channel.isActive)
      let (call, reset) = self.callThenReset(2 * number + 1)
      try channel.writeInbound(call)
      if areAnswered { connection.state.callServed(2 * number + 1) }
      try channel.writeInbound(reset)
    }
    #expect(channel.isActive == areAnswered)
  }

  @Test("each call that is served allows four to be given up, up to so many")
  func grantedResets() throws {
    var limits = ConnectionLimits()
    limits.earlyResets = TokenBucketLimit(perSecond: 1, burst: 1)
    limits.grantedEarlyResets = 6
    let (connection, channel) = try self.open(limits)
    for number in 0 ..< UInt32(2) {
      let (call, _) = self.callThenReset(2 * number + 1)
      try channel.writeInbound(call)
      connection.state.callServed(2 * number + 1)
    }
    for number in 2 ..< UInt32(9) {
      #expect(channel.isActive)
      let (call, reset) = self.callThenReset(2 * number + 1)
      try channel.writeInbound(call)
      try channel.writeInbound(reset)
    }
    #expect(!channel.isActive)
  }

  @Test("a call brings WINDOW_UPDATEs with it, beyond the budget")
  func grantedUpdates() throws {
    var limits = ConnectionLimits()
    limits.streamWindowUpdates = TokenBucketLimit(perSecond: 1, burst: 1)
    let (_, channel) = try self.open(limits)
    try channel.writeInbound(Frames.call(1))
    let update = Frames.frame(type: 8, stream: 1, payload: [0, 0, 0, 1])
    for _ in 0 ..< 5 { try channel.writeInbound(update) }
    #expect(channel.isActive)
    try channel.writeInbound(update)
    #expect(!channel.isActive)
  }

  @Test(
    "input beyond a turn waits for the next one, in order; DATA costs little",
    arguments: [(FrameHeader.FrameType.ping, 128), (FrameHeader.FrameType.data, 512)])
  func turns(kind: UInt8, atOnce: Int) throws {
    let (connection, channel) = try self.open()
    try channel.writeInbound(Frames.call(1))
    let call = try #require(connection.calls[1] as? RecordingCall)
    _ = try channel.writtenFrames
    func frame(_ number: Int) -> ByteBuffer {
      let byte = UInt8(truncatingIfNeeded: number)
      return kind == FrameHeader.FrameType.data
        ? Frames.frame(type: kind, stream: 1, payload: [byte])
        : Frames.frame(type: kind, payload: Array(repeating: byte, count: 8))
    }
    /// The numbers of the frames that were processed.
    var numbers: [UInt8] = []
    func read() throws {
      numbers += try channel.writtenFrames.compactMap { $0.readableBytesView.last }
      if kind == FrameHeader.FrameType.data { numbers = call.bytes }
    }
    channel.pipeline.fireChannelRead(Frames.joined((0 ..< 3 * atOnce).map(frame)))
    channel.pipeline.fireChannelReadComplete()
    try read()
    var counts = [numbers.count]
    // More frames arrive while the others wait.
    channel.pipeline.fireChannelRead(frame(3 * atOnce))
    channel.pipeline.fireChannelReadComplete()
    try read()
    #expect(numbers.count == atOnce)
    for _ in 0 ..< 9_999 where numbers.count <= 3 * atOnce {
      // The pause is as long as the previous turn.
      channel.embeddedEventLoop.advanceTime(by: FairScheduler.shortestPause)
      try read()
      if numbers.count != counts.last { counts.append(numbers.count) }
    }
    #expect(numbers == (0 ... 3 * atOnce).map { UInt8(truncatingIfNeeded: $0) })
    #expect(counts == [atOnce, 2 * atOnce, 3 * atOnce, 3 * atOnce + 1])
  }

  @Test("a connection that waits for its turn is not read")
  func reading() throws {
    let reads = ReadCounter()
    let (_, channel) = try self.open()
    try channel.pipeline.syncOperations.addHandler(reads, position: .first)
    channel.read()
    #expect(reads.count == 1)
    var flood = ByteBuffer()
    for _ in 0 ..< 200 { flood.writeImmutableBuffer(Frames.ping) }
    channel.pipeline.fireChannelRead(flood)
    channel.read()
    #expect(reads.count == 1)
    channel.pipeline.fireChannelReadComplete()
    channel.embeddedEventLoop.advanceTime(by: FairScheduler.shortestPause)
    #expect(reads.count == 2)
  }

  private final class ReadCounter: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer
    var count = 0

    func read(context: ChannelHandlerContext) {
      self.count += 1
      context.read()
    }
  }
}
