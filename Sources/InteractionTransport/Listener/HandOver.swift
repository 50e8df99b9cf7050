import GRPCNIOTransportHTTP2
import NIOCore

/// Gives grpc-swift the connections of a listener that have a call for it, when they have.
///
/// grpc-swift takes them from a sequence of what comes through the listener's channel. Connections
/// that have just been accepted come through it as well, and pass by that sequence.
final class HandOver: ChannelInboundHandler {
  typealias Connection = HTTP2ServerTransport.ConnectionConfigurator.ConnectionChannel
  typealias InboundIn = any Channel
  typealias InboundOut = Connection

  private let end = End()
  private var context: ChannelHandlerContext?

  private init() {}

  /// Sets it up on a listener's channel.
  ///
  /// - Returns: The sequence for grpc-swift.
  static func add(to listener: any Channel) throws -> NIOAsyncChannel<Connection, Never> {
    let (pipeline, handOver) = (listener.pipeline.syncOperations, HandOver())
    try pipeline.addHandler(handOver)
    let sequence = try NIOAsyncChannel<Connection, Never>(wrappingChannelSynchronously: listener)
    try pipeline.addHandler(handOver.end)
    return sequence
  }

  /// Gives grpc-swift a connection that it has added its handlers to. If there is no listener any
  /// more, the connection is closed.
  static func give(_ connection: EventLoopFuture<Connection>, of channel: any Channel) {
    guard let listener = channel.parent else { return channel.close(promise: nil) }
    connection.hop(to: listener.eventLoop).flatMapThrowing {
      try listener.pipeline.syncOperations.handler(type: HandOver.self).give($0)
    }.whenFailure { _ in channel.close(promise: nil) }
  }

  private func give(_ connection: Connection) {
    self.context?.fireChannelRead(self.wrapInboundOut(connection))
    self.context?.fireChannelReadComplete()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  /// A connection has been accepted.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    self.end.context?.fireChannelRead(data)
  }

  /// The end of the pipeline, which the sequence's handler stands before.
  private final class End: ChannelInboundHandler {
    typealias InboundIn = Connection

    var context: ChannelHandlerContext?

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
    }

    /// The sequence has it.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
  }
}
