import InteractionService
import NIOCore
import NIOHTTP2

extension EngineServer {
  /// Puts the guard before the HTTP/2 handler, and a way for DATA to pass by it.
  static func guardConnection(
    _ channel: any Channel, of engine: Engine, limits: ConnectionLimits, hasDirectData: Bool
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let http2 = try pipeline.handler(type: NIOHTTP2Handler.self)
      let peer = Optional(channel).peerAddress
      let connection = ConnectionGuard(
        limits: limits, turns: .of(channel.eventLoop),
        refused: { engine.endedConnection(because: $0, from: peer) })
      let outlet = FrameOutlet(connection: connection)
      var handlers: [any ChannelHandler] = [ConnectionLinger(limits.shortestLife), connection]
      if hasDirectData { handlers.append(DirectData()) }
      try pipeline.addHandlers(handlers + [outlet], position: .before(http2))
      try pipeline.addHandler(StreamErrorFence(outlet: outlet), position: .after(http2))
    }
  }

  /// Puts a guard first in a call, and what serves `Interact` behind it, if an engine is named.
  static func guardCall(
    _ channel: any Channel, limits: ConnectionLimits, interact engine: Engine?
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let pipeline = channel.parent?.pipeline.syncOperations,
        let stream = try channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
      else { return }
      let connection = try pipeline.handler(type: ConnectionGuard.self)
      let call = CallGuard(connection: connection, stream: UInt32(Int32(stream)), limits: limits)
      var handlers: [any ChannelHandler] = [call]
      if let engine {
        let data = try pipeline.handler(type: DirectData.self)
          .begin(UInt32(Int32(stream)), guardian: call)
        handlers.append(InteractHandler(engine: engine, call: call, data: data))
      }
      try channel.pipeline.syncOperations.addHandlers(handlers, position: .first)
    }
  }
}
