import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// Stands first in a connection over HTTP/1.1 and keeps its ``ConnectionClock``: a connection that
/// takes too long to begin, is silent, or has no request for too long is closed.
final class WebConnection: ChannelInboundHandler, WatchedConnection {
  typealias InboundIn = ByteBuffer

  /// How much of one connection is read before others have their turn, bytes.
  static let turn = 16 << 10

  var clock: ConnectionClock
  /// Whether the server's answer is what the client waits for: it has nothing to say meanwhile.
  var isAnswering = false
  private var context: ChannelHandlerContext?

  init(limits: ConnectionLimits) {
    self.clock = ConnectionClock(limits: limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    LoopTurns.of(context.eventLoop).looks.add(self, on: context.eventLoop)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
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
}

extension Channel {
  /// Whether nothing waits for the other end to read.
  fileprivate var hasSentAll: Bool {
    (try? self.syncOptions?.getOption(.bufferedWritableBytes)) == 0
  }
}
