import InteractionService
import NIOCore

/// Takes on a listener's connections one after the other, and only so many in a second. The others
/// wait with the operating system, where they cost nothing: ten thousand clients that come at once
/// are heard a little later, and those that are there already hardly notice.
final class AcceptPace: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// How long it waits before it looks again.
  static let pause = TimeAmount.milliseconds(1)
  /// A busy event loop accepts seldom: it takes on one for each such time since the last, so that
  /// those who wait do not wait longer and longer to be refused.
  static let share = TimeAmount.milliseconds(10)
  static let mostAtOnce = 32

  private var allowance: FrameAllowance
  private let count: ConnectionCount
  private let refused: (any Channel) -> Void
  private let now: () -> NIODeadline
  private let setMost: (Int) -> Void
  private var isWaiting = false
  private var lastRead: NIODeadline
  private var most = 1
  /// How many came with this read.
  private var taken = 0

  /// - Parameters:
  ///   - count: Counts the connections, and says which are too many.
  ///   - refused: Hears of those.
  ///   - setMost: Says how many the next read takes on at most.
  init(
    _ budget: FrameBudget, count: ConnectionCount, now: @escaping () -> NIODeadline = { .now() },
    refused: @escaping (any Channel) -> Void = { _ in }, setMost: @escaping (Int) -> Void
  ) {
    self.allowance = FrameAllowance(budget, at: now())
    self.count = count
    self.refused = refused
    self.now = now
    self.setMost = setMost
    self.lastRead = now()
  }

  /// Sets it up on a listener's channel before that is bound: as many wait as the operating system
  /// lets.
  static func keep(
    on listener: any Channel, _ budget: FrameBudget, count: ConnectionCount, of engine: Engine
  ) -> EventLoopFuture<Void> {
    listener.setOption(.maxMessagesPerRead, value: 1).flatMap {
      listener.setOption(.backlog, value: Int32.max)
    }.flatMapThrowing {
      let options = listener.syncOptions
      let pipeline = listener.pipeline.syncOperations
      // Accepting fails for a while where the system is out of descriptors or memory.
      try pipeline.addHandler(AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
      try pipeline.addHandler(
        AcceptPace(
          budget, count: count,
          refused: { engine.refusedConnection(limit: count.limit, from: Optional($0).peerAddress) }
        ) {
          try? options?.setOption(.maxMessagesPerRead, value: UInt($0))
        })
    }
  }

  func read(context: ChannelHandlerContext) {
    guard !self.isWaiting else { return }
    let now = self.now()
    let room = self.count.room
    guard room > 0, self.allowance.spend(at: now) else {
      self.isWaiting = true
      context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
        self.isWaiting = false
        self.read(context: context)
      }
      return
    }
    let shares = Int((now - self.lastRead).nanoseconds / Self.share.nanoseconds)
    // A listener without a connection for an hour is not behind.
    let most = min(max(shares, 1), 2 * self.most, Self.mostAtOnce, room)
    if most != self.most { self.setMost(most) }
    self.most = most
    self.lastRead = now
    self.taken = 0
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The first one is paid for.
    if self.taken > 0 { self.allowance.charge(1) }
    self.taken += 1
    let connection = self.unwrapInboundIn(data)
    let isAdmitted = self.count.admit()
    connection.closeFuture.whenComplete { [count] _ in count.release() }
    guard isAdmitted else {
      self.refused(connection)
      return connection.close(promise: nil)
    }
    context.fireChannelRead(data)
  }
}
