import InteractionService
import NIOCore
import NIOHTTP2

extension EngineServer {
  /// Puts a ``ConnectionHandler`` before a connection's HTTP/2 handler, and what belongs to it.
  static func addConnectionHandlers(
    to channel: any Channel, of engine: Engine, limits: ConnectionLimits
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      // A connection keeps what it reads into; those that have much to say get more.
      let reading = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 1 << 16)
      try channel.syncOptions?.setOption(.recvAllocator, value: reading)
      let pipeline = channel.pipeline.syncOperations
      let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
      let peer = Optional(channel).peerAddress
      let connection = ConnectionHandler(
        limits: limits, turns: .of(channel.eventLoop),
        refused: { engine.endedConnection(because: $0, from: peer) })
      let handlers: [any ChannelHandler] = [ConnectionLinger(limits.shortestLife), connection]
      try pipeline.addHandlers(handlers, position: .before(http2))
      try pipeline.addHandler(TransportFence(connection: connection), position: .after(http2))
    }
  }

  /// Puts a ``CallHandler`` first in a call; it serves `Interact` if an engine is named.
  static func addCallHandler(
    to channel: any Channel, limits: ConnectionLimits, interact engine: Engine?
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let pipeline = channel.parent?.pipeline.syncOperations,
        let stream = try channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
      else { return }
      let connection = try pipeline.handler(type: ConnectionHandler.self)
      let call = CallHandler(
        connection: connection, stream: UInt32(Int32(stream)), limits: limits, engine: engine)
      try channel.pipeline.syncOperations.addHandler(call, position: .first)
    }
  }
}
