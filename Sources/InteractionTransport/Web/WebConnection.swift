import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// Stands first in a connection over HTTP/1.1 and keeps its ``ConnectionClock``: a connection that
/// takes too long to begin, is silent, or has no request for too long is closed.
final class WebConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  /// How much of one connection is read before others have their turn, bytes.
  static let turn = 16 << 10

  var clock: ConnectionClock
  /// Whether the server's answer is what the client waits for: it has nothing to say meanwhile.
  var isAnswering = false
  private var look: RepeatedTask?

  init(limits: ConnectionLimits) {
    self.clock = ConnectionClock(limits: limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let period = ConnectionClock.period
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    self.look = context.eventLoop.scheduleRepeatedTask(initialDelay: period, delay: period) { _ in
      let (connection, context) = bound.value
      if connection.isAnswering, context.channel.hasSentAll { connection.clock.heard() }
      switch connection.clock.look() {
      case .stay: break
      // HTTP/1.1 has no way to say it.
      case .sayGoodbye, .close: context.close(promise: nil)
      }
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.look?.cancel()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.clock.heard()
    context.fireChannelRead(data)
  }
}

extension Channel {
  /// Whether nothing waits for the other end to read.
  fileprivate var hasSentAll: Bool {
    (try? self.syncOptions?.getOption(.bufferedWritableBytes)) == 0
  }
}
