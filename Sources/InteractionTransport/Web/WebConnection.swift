import InteractionHTTP
import InteractionService
import NIOCore

/// Stands first in a connection over HTTP/1.1 and keeps its ``ConnectionClock``: a connection that
/// takes too long to begin, is silent, or has no request for too long is closed. So is one whose
/// bytes are too many to wait, of all that wait in the process.
final class WebConnection: ChannelInboundHandler, WatchedConnection, HTTPWatch {
  typealias InboundIn = ByteBuffer

  /// How much of one connection is read before others have their turn, bytes.
  static let turn = 16 << 10

  var clock: ConnectionClock
  /// Whether the server's answer is what the client waits for: it has nothing to say meanwhile.
  private var isAnswering = false
  private let engine: Engine
  /// What of a request is not whole, or of its answer not read.
  private var waiting: WaitingBytes.Share?
  private var context: ChannelHandlerContext?

  init(of engine: Engine, limits: ConnectionLimits) {
    self.engine = engine
    self.clock = ConnectionClock(limits: limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let loop = context.eventLoop
    let bound = NIOLoopBound(context.channel, eventLoop: loop)
    self.waiting = WaitingBytes.Share(
      of: self.engine.waitingBytes,
      caller: PeerNetwork(of: Optional(context.channel).peerAddress).description
    ) {
      loop.execute { bound.value.close(promise: nil) }
    }
    LoopTurns.of(context.eventLoop).looks.add(self, on: context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    self.waiting?.clear()
    LoopTurns.of(context.eventLoop).looks.remove(self)
  }

  func look() {
    guard let context else { return }
    if self.isAnswering, context.channel.hasSentAll { self.clock.heard(0) }
    // What is not whole of a request has a time of its own.
    switch self.clock.look(isUnfinished: false) {
    // HTTP/1.1 has no way to ask, or to say goodbye.
    case .stay, .ask: break
    case .sayGoodbye, .close: context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.clock.heard(self.unwrapInboundIn(data).readableBytes)
    context.fireChannelRead(data)
  }

  // MARK: Requests

  func requestBegan() {
    self.clock.callBegan()
  }

  func received(_ bytes: Int) {
    self.waiting?.change(by: bytes)
  }

  func answerBegan() {
    self.isAnswering = true
  }

  func holds(_ bytes: Int) {
    self.waiting?.clear()
    if bytes > 0 { self.waiting?.change(by: bytes) }
  }

  func answerEnded() {
    self.holds(0)
    self.isAnswering = false
    self.clock.callEnded()
  }
}

extension Channel {
  /// Whether nothing waits for the other end to read.
  fileprivate var hasSentAll: Bool {
    (try? self.syncOptions?.getOption(.bufferedWritableBytes)) == 0
  }
}
