import InteractionService
import NIOCore

/// Serves a listener's connections one after the other, so many in a second, in turns of the
/// networks that they come from: ten thousand clients that come at once are served a little later,
/// those that are there already hardly notice, and a flood from one address delays that address.
///
/// Connections are accepted faster than they are served, since the kernel's queue knows no
/// networks. Those that wait have no handlers yet.
final class AcceptPace: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// The pause before it looks again.
  static let pause = TimeAmount.milliseconds(1)
  /// Connections that are accepted for each one that is served.
  private static let ahead: Int64 = 10
  /// A busy event loop accepts seldom: it takes one for each such time since the last, so that
  /// those who wait do not wait longer and longer to be refused.
  static let share = TimeAmount.milliseconds(10)
  static let mostAtOnce = 32

  private var serving: FrameAllowance
  private var accepting: FrameAllowance
  private let count: ConnectionCount
  private let refused: (any Channel) -> Void
  private let now: () -> NIODeadline
  private let setMost: (Int) -> Void
  private var queue = FairQueue<any Channel>()
  /// Whether a look at the queue, or at the kernel's, is arranged.
  private var isServing = false
  private var isWaiting = false
  private var lastRead: NIODeadline
  private var most = 1
  /// The number of connections that came with this read.
  private var taken = 0

  /// - Parameters:
  ///   - count: Counts the connections, and says which are too many.
  ///   - refused: Called with those.
  ///   - setMost: Called with the most that the next read accepts.
  init(
    _ budget: FrameBudget, count: ConnectionCount, now: @escaping () -> NIODeadline = { .now() },
    refused: @escaping (any Channel) -> Void = { _ in }, setMost: @escaping (Int) -> Void
  ) {
    self.serving = FrameAllowance(budget, at: now())
    self.accepting = FrameAllowance(
      FrameBudget(perSecond: budget.perSecond * Self.ahead, burst: budget.burst * Self.ahead),
      at: now())
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

  // MARK: Accepting

  func read(context: ChannelHandlerContext) {
    guard !self.isWaiting else { return }
    let now = self.now()
    let room = self.count.room
    guard room > 0, self.accepting.spend(at: now) else {
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
    if self.taken > 0 { self.accepting.charge(1) }
    self.taken += 1
    let connection = self.unwrapInboundIn(data)
    let network = PeerNetwork(of: Optional(connection).peerAddress)
    let isAdmitted = self.count.admit()
    connection.closeFuture.whenComplete { [count] _ in count.release() }
    if !isAdmitted {
      guard let other = self.queue.popLast(ofMoreThan: network) else {
        return self.refuse(connection)
      }
      self.refuse(other)
    }
    self.queue.append(connection, of: network)
    if !self.isServing { self.serve(context) }
  }

  private func refuse(_ connection: any Channel) {
    self.refused(connection)
    connection.close(promise: nil)
  }

  // MARK: Serving

  func handlerRemoved(context: ChannelHandlerContext) {
    while let connection = self.queue.popFirst() { connection.close(promise: nil) }
  }

  /// Serves as many as may be served now, and comes back for the others.
  private func serve(_ context: ChannelHandlerContext) {
    self.isServing = false
    while self.queue.count > 0, self.serving.spend(at: self.now()) {
      guard let connection = self.queue.popFirst() else { return }
      context.fireChannelRead(self.wrapInboundOut(connection))
    }
    guard self.queue.count > 0 else { return }
    self.isServing = true
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
      if self.isServing { self.serve(context) }
    }
  }
}
