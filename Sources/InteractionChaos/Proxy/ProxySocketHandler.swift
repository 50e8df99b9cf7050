import NIOCore

/// Passes a socket's events to its connection. Closing is reported by the channel's close future
/// instead, which covers sockets that never became active.
final class ProxySocketHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  let end: ProxySocket
  private let link: ProxiedConnection

  init(end: ProxySocket, link: ProxiedConnection) {
    self.end = end
    self.link = link
  }

  func channelActive(context: ChannelHandlerContext) {
    self.link.activated(self.end)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.link.received(self.unwrapInboundIn(data), from: self.end)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    self.link.forward()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    self.link.forward()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { self.link.ended(self.end) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    self.end.hasFailed = true
  }
}
