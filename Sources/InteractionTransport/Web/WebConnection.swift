import InteractionHTTP
import InteractionService
import NIOCore

/// The first handler of an HTTP/1.1 connection, which enforces the timeouts of
/// ``ConnectionTimeouts``. It also closes the connection if its buffered bytes have to be freed for
/// the process.
final class WebConnection: ChannelInboundHandler, SweptConnection, HTTPRequestObserver {
  typealias InboundIn = ByteBuffer

  /// The bytes that are read from a connection before the others have their turn.
  static let readBytesPerTurn = 16 << 10

  var clock: ConnectionTimeouts
  /// True while the client waits for the response, and is therefore silent.
  private var isAnswering = false
  private let engine: Engine
  /// The bytes of the incomplete request or of the unsent response.
  private var waiting: BufferedBytes.Share?
  private var context: ChannelHandlerContext?

  init(of engine: Engine, limits: ConnectionLimits) {
    self.engine = engine
    self.clock = ConnectionTimeouts(limits: limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let loop = context.eventLoop
    let bound = NIOLoopBound(context.channel, eventLoop: loop)
    self.waiting = BufferedBytes.Share(
      of: self.engine.waitingBytes,
      caller: PeerNetwork(of: Optional(context.channel).peerAddress).description
    ) {
      loop.execute { bound.value.close(promise: nil) }
    }
    FairScheduler.of(context.eventLoop).sweeper.add(self, on: context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.waiting?.clear()
    FairScheduler.of(context.eventLoop).sweeper.remove(self)
  }

  func sweep() {
    guard let context else { return }
    if self.isAnswering, context.channel.hasSentAll { self.clock.received(0) }
    // An incomplete request has its own timeouts.
    switch self.clock.sweep(isIncomplete: false) {
    // HTTP/1.1 has neither PING nor GOAWAY.
    case .keepOpen, .sendPing: break
    case .sendGoAway, .close: context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.clock.received(self.unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }

  // MARK: Requests

  func requestBegan() {
    self.clock.callBegan()
  }

  func received(_ bytes: Int) {
    self.waiting?.change(by: bytes)
  }

  func responseBegan() {
    self.isAnswering = true
  }

  func buffered(_ bytes: Int) {
    self.waiting?.clear()
    if bytes > 0 { self.waiting?.change(by: bytes) }
  }

  func responseEnded() {
    self.buffered(0)
    self.isAnswering = false
    self.clock.callEnded()
  }
}

extension Channel {
  /// A Boolean value that indicates whether no bytes wait for the peer to read.
  fileprivate var hasSentAll: Bool {
    (try? self.syncOptions?.getOption(.bufferedWritableBytes)) == 0
  }
}
