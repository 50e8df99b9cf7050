import InteractionService
import NIOCore
import NIOHTTP1
import NIOSSL
import NIOWebSocket

/// The handlers of a connection over HTTP/1.1.
enum WebPipeline {
  /// Limits of the headers of one request: a token of 8 KiB travels as base64, beside other
  /// subprotocols.
  static let headerFieldBytes = 12 << 10
  static let headerBytes = 16 << 10
  private static let headerFields = 64
  /// What may wait to be sent before a session waits with it, bytes.
  private static let waterMark = 32 << 10 ..< 64 << 10

  private static let decoder = "decoder"

  /// Sets up a connection.
  static func add(
    to channel: any Channel, _ service: WebService, of host: EngineHost
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      let connection = WebConnection(limits: host.limits)
      if let context = host.security.web {
        try pipeline.addHandler(NIOSSLServerHandler(context: context))
      }
      try pipeline.addHandlers([ConnectionLinger(host.limits.shortestLife), connection])
      let decoder = ByteToMessageHandler(
        HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: Self.limits))
      try pipeline.addHandler(HTTPResponseEncoder())
      try pipeline.addHandler(decoder, name: Self.decoder)
      try pipeline.addHandlers([
        HTTPServerPipelineHandler(), NIOHTTPResponseHeadersValidator(), WebErrorHandler(),
        WebRequestHandler(service, of: host.engine, limits: host.limits, connection: connection),
      ])
    }
  }

  /// The connection is a WebSocket from now on.
  static func upgrade(_ context: ChannelHandlerContext, to handler: WebSocketHandler) {
    let pipeline = context.pipeline.syncOperations
    do {
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try context.channel.syncOptions?.setOption(
        .writeBufferWaterMark,
        value: .init(low: Self.waterMark.lowerBound, high: Self.waterMark.upperBound))
      for removed in try [
        pipeline.handler(type: HTTPServerPipelineHandler.self),
        pipeline.handler(type: NIOHTTPResponseHeadersValidator.self),
        pipeline.handler(type: WebErrorHandler.self),
        pipeline.handler(type: HTTPResponseEncoder.self),
        pipeline.handler(type: WebRequestHandler.self),
      ] as [any RemovableChannelHandler] {
        pipeline.removeHandler(removed, promise: nil)
      }
      let frames = ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: handler.longestFrame))
      try pipeline.addHandlers([frames, handler], position: .after(decoder))
      // Last, since it passes on what has come behind the request.
      pipeline.removeHandler(decoder, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }

  private static var limits: NIOHTTPDecoderLimitConfiguration {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = Self.headerFieldBytes
    limits.maxHeaderListSize = Self.headerBytes
    limits.maxHeaderFieldCount = Self.headerFields
    return limits
  }
}
