import InteractionService
import NIOCore

/// Paces the connections of a listener: at most so many per second, in turns by the peers'
/// networks. Ten thousand clients that connect at once are served a little later, open connections
/// hardly notice, and a flood from one network delays that network only.
///
/// Connections are accepted faster than they are served, since the kernel's backlog does not
/// distinguish networks. Until then they have no handlers.
final class AcceptPacingHandler: ChannelDuplexHandler {
  typealias InboundIn = any Channel
  typealias InboundOut = any Channel
  typealias OutboundIn = Never

  /// The delay before a retry.
  static let pause = TimeAmount.milliseconds(1)
  /// The ratio of accepted to served connections.
  private static let acceptRatio: Int64 = 10
  /// The elapsed time per connection of a read: a busy event loop reads seldom and therefore
  /// accepts several at once, lest those in the backlog wait ever longer to be refused.
  static let share = TimeAmount.milliseconds(10)
  static let mostAtOnce = 32

  private var serving: TokenBudget
  private var accepting: TokenBudget
  private let count: ConnectionCount
  private let refused: (any Channel) -> Void
  private let now: () -> NIODeadline
  private let setMaximumPerRead: (Int) -> Void
  private var queue = FairQueue<any Channel>()
  /// True while a retry of serving, or of accepting, is scheduled.
  private var isServing = false
  private var isWaiting = false
  private var lastRead: NIODeadline
  private var most = 1
  /// The number of connections that this read has accepted.
  private var taken = 0

  /// - Parameters:
  ///   - count: Counts the connections, and limits them.
  ///   - refused: Called with each connection beyond the limit.
  ///   - setMaximumPerRead: Called with the maximum that the next read accepts.
  init(
    _ budget: TokenBucketLimit, count: ConnectionCount,
    now: @escaping () -> NIODeadline = { .now() },
    refused: @escaping (any Channel) -> Void = { _ in }, setMaximumPerRead: @escaping (Int) -> Void
  ) {
    self.serving = TokenBudget(budget, at: now())
    self.accepting = TokenBudget(
      TokenBucketLimit(
        perSecond: budget.perSecond * Self.acceptRatio, burst: budget.burst * Self.acceptRatio),
      at: now())
    self.count = count
    self.refused = refused
    self.now = now
    self.setMaximumPerRead = setMaximumPerRead
    self.lastRead = now()
  }

  /// Installs the handler on a listening channel before it is bound, with the largest backlog that
  /// the kernel allows.
  static func install(
    on listener: any Channel, _ budget: TokenBucketLimit, count: ConnectionCount, of engine: Engine
  ) -> EventLoopFuture<Void> {
    listener.setOption(.maxMessagesPerRead, value: 1).flatMap {
      listener.setOption(.backlog, value: Int32.max)
    }.flatMapThrowing {
      let options = listener.syncOptions
      let pipeline = listener.pipeline.syncOperations
      // Accepting fails for a while if the system is out of descriptors or memory.
      try pipeline.addHandler(AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
      try pipeline.addHandler(
        AcceptPacingHandler(
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
    guard room > 0, self.accepting.take(at: now) else {
      self.isWaiting = true
      context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) {
        self.isWaiting = false
        self.read(context: context)
      }
      return
    }
    let shares = Int((now - self.lastRead).nanoseconds / Self.share.nanoseconds)
    // At most double: after an idle hour there is no backlog to catch up with.
    let most = min(max(shares, 1), 2 * self.most, Self.mostAtOnce, room)
    if most != self.most { self.setMaximumPerRead(most) }
    self.most = most
    self.lastRead = now
    self.taken = 0
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The first one is charged in `read`.
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

  /// Serves as many connections as the rate allows, and schedules a retry for the others.
  private func serve(_ context: ChannelHandlerContext) {
    self.isServing = false
    while self.queue.count > 0, self.serving.take(at: self.now()) {
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
