import NIOCore

/// Enforces a minimum lifetime of connections: the socket of a connection that the server ends
/// sooner stays open, unread, until then. Its calls end immediately. A connection whose client has
/// sent nothing closes immediately.
///
/// A client whose connection ends for flooding reconnects immediately, with full budgets: without
/// the minimum lifetime, three hundred connections per second of 25 calls each would stay within
/// every limit.
final class MinimumLifetimeHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let minimumLifetime: TimeAmount
  private var end = NIODeadline.distantPast
  private var phase = Phase.silent

  private enum Phase {
    /// The client has sent nothing yet.
    ///
    /// Can transition to: ``open``.
    case silent
    /// The client has sent bytes.
    ///
    /// Can transition to: ``closePending(_:)``.
    case open
    /// The connection has ended; its socket closes when the timer fires.
    case closePending(Scheduled<Void>)
  }

  private var isClosePending: Bool {
    switch self.phase {
    case .silent, .open: false
    case .closePending: true
    }
  }

  /// - Parameter shortestLife: The minimum lifetime, unless the client closes the connection.
  init(_ shortestLife: Duration) {
    self.minimumLifetime = TimeAmount(shortestLife)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.end = context.eventLoop.now + self.minimumLifetime
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    if case .closePending(let close) = self.phase { close.cancel() }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, self.end > context.eventLoop.now else {
      return context.close(mode: mode, promise: promise)
    }
    switch self.phase {
    case .silent:
      return context.close(mode: mode, promise: promise)
    case .closePending:
      return context.channel.closeFuture.cascade(to: promise)
    case .open: break
    }
    context.channel.closeFuture.cascade(to: promise)
    let loop = context.eventLoop.assumeIsolated()
    self.phase = .closePending(
      loop.scheduleTask(deadline: self.end) { context.close(promise: nil) })
    // Reported as closed; deferred, since the closing handler may be in the middle of a read.
    loop.execute { context.fireChannelInactive() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !self.isClosePending { context.fireChannelInactive() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.phase {
    case .silent: self.phase = .open
    case .closePending: return
    case .open: break
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if !self.isClosePending { context.read() }
  }
}
