import NIOCore

/// Keeps the socket of a connection that is ended here soon after it began, unread, until it has
/// lasted for a while. Its calls end at once. One whose client has said nothing yet ends at once,
/// too: a TLS handshake without HTTP/2 gets not a byte.
///
/// A client whose connection was ended for a flood reconnects at once, and each new connection has
/// full allowances again: if connections closed at once, three hundred per second of 25 calls each
/// would be within every limit.
final class ConnectionLinger: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let shortestLife: TimeAmount
  private var end = NIODeadline.distantPast
  private var phase = Phase.silent

  private enum Phase {
    /// The client has said nothing yet.
    ///
    /// Can transition to: ``open``.
    case silent
    /// Can transition to: ``lingering(_:)``.
    case open
    /// The connection has been ended, and its socket is closed later.
    case lingering(Scheduled<Void>)
  }

  private var isLingering: Bool {
    switch self.phase {
    case .silent, .open: false
    case .lingering: true
    }
  }

  /// - Parameter shortestLife: How long a connection lasts at least, unless its client closes it.
  init(_ shortestLife: Duration) {
    self.shortestLife = TimeAmount(shortestLife)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.end = context.eventLoop.now + self.shortestLife
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    if case .lingering(let close) = self.phase { close.cancel() }
  }

  func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
    guard mode == .all, self.end > context.eventLoop.now else {
      return context.close(mode: mode, promise: promise)
    }
    switch self.phase {
    case .silent:
      return context.close(mode: mode, promise: promise)
    case .lingering:
      return context.channel.closeFuture.cascade(to: promise)
    case .open: break
    }
    context.channel.closeFuture.cascade(to: promise)
    let loop = context.eventLoop.assumeIsolated()
    self.phase = .lingering(
      loop.scheduleTask(deadline: self.end) { context.close(promise: nil) })
    // As if it were closed; not at once, since the handler that closes it may be in the middle of a
    // read.
    loop.execute { context.fireChannelInactive() }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if !self.isLingering { context.fireChannelInactive() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch self.phase {
    case .silent: self.phase = .open
    case .lingering: return
    case .open: break
    }
    context.fireChannelRead(data)
  }

  func read(context: ChannelHandlerContext) {
    if !self.isLingering { context.read() }
  }
}
