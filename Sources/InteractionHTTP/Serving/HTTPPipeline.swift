package import NIOCore
import NIOHTTP1

/// The channel handlers of an HTTP/1.1 connection.
package enum HTTPPipeline {
  private static let decoder = "decoder"

  /// Appends the handlers to a connection's pipeline.
  package static func add(
    to channel: any Channel, _ service: some HTTPService, limits: HTTPLimits,
    watch: (any HTTPRequestObserver)? = nil
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(
        leftOverBytesStrategy: .forwardBytes,
        limitConfiguration: NIOHTTPDecoderLimitConfiguration(limits)))
    try pipeline.addHandler(HTTPResponseEncoder())
    try pipeline.addHandler(decoder, name: Self.decoder)
    try pipeline.addHandlers([
      HTTPServerPipelineHandler(), NIOHTTPResponseHeadersValidator(), HTTPErrorHandler(limits),
      HTTPRequestHandler(service, limits: limits, watch: watch),
    ])
  }

  /// Replaces the HTTP/1.1 handlers of a connection after an upgrade.
  static func replace(_ context: ChannelHandlerContext, with handlers: [any ChannelHandler]) {
    let pipeline = context.pipeline.syncOperations
    do {
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      for removed in try [
        pipeline.handler(type: HTTPServerPipelineHandler.self),
        pipeline.handler(type: NIOHTTPResponseHeadersValidator.self),
        pipeline.handler(type: HTTPErrorHandler.self),
        pipeline.handler(type: HTTPResponseEncoder.self),
        pipeline.handler(type: HTTPRequestHandler.self),
      ] as [any RemovableChannelHandler] {
        pipeline.removeHandler(removed, promise: nil)
      }
      try pipeline.addHandlers(handlers, position: .after(decoder))
      // Last: the decoder forwards the bytes that followed the request.
      pipeline.removeHandler(decoder, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }
}

extension NIOHTTPDecoderLimitConfiguration {
  init(_ limits: HTTPLimits) {
    self.init()
    self.maxHeaderFieldSize = limits.headerFieldBytes
    self.maxHeaderListSize = limits.headerBytes
    self.maxHeaderFieldCount = limits.headerFields
  }
}
