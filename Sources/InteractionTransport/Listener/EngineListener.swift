import GRPCNIOTransportHTTP2
import InteractionService
import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL

/// Listens for connections, which speak HTTP/2 with a ``ConnectionHandler``, and gives grpc-swift
/// those that have a call for it.
struct EngineListener: HTTP2ServerTransport.ListenerFactory {
  typealias Connection = HandOver.Connection

  let host: EngineHost
  let name: String
  let port: Int
  let audience: Engine.Audience
  /// Whether `Interact` is served without grpc-swift.
  let servesInteract: Bool
  let connections = OpenConnections()
  let certificates = PeerCertificates()
  /// What it listens on, once it does.
  let listening: EventLoopPromise<any Channel> = EngineHost.loops.any().makePromise()

  var eventLoopGroup: any EventLoopGroup { EngineHost.loops }

  /// Of what grpc-swift serves; ``ConnectionHandler`` does what it has for connections.
  var configuration: HTTP2ServerTransport.Custom<Self>.Config {
    var config = HTTP2ServerTransport.Custom<Self>.Config.defaults
    config.http2.maxConcurrentStreams = self.host.limits.concurrentStreams
    config.rpc.maxRequestPayloadSize = self.host.limits.messageBytes
    // A timer of each connection, and 0.1 ms for each answer.
    config.connection.flushCoalescing = nil
    let limits = self.host.limits
    config.channelDebuggingCallbacks.onAcceptHTTP2Stream = { channel in
      Self.addCallHandler(to: channel, limits: limits)
    }
    return config
  }

  func makeListeningChannel(
    listenerConfigurator: HTTP2ServerTransport.ListenerConfigurator,
    connectionConfigurator: HTTP2ServerTransport.ConnectionConfigurator
  ) async throws -> NIOAsyncChannel<Connection, Never> {
    let made = self.eventLoopGroup.any().makePromise(of: NIOAsyncChannel<Connection, Never>.self)
    do {
      let channel = try await ServerBootstrap(group: self.eventLoopGroup)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .serverChannelInitializer { channel in
          AcceptPace.keep(
            on: channel, self.host.limits.newConnections,
            count: self.host.connections(of: self.audience), of: self.host.engine
          ).flatMapThrowing {
            made.succeed(try HandOver.add(to: channel))
          }
        }
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try self.addHandlers(to: channel) {
              try self.handOver($0, with: connectionConfigurator)
            }
          }
        }
        .bind(host: self.name, port: self.port).get()
      self.listening.succeed(channel)
    } catch {
      made.fail(error)
      self.listening.fail(error)
      throw error
    }
    return try await made.futureResult.get()
  }

  /// Puts the handlers into a connection that has been accepted.
  ///
  /// - Parameter handOver: Gives the connection to grpc-swift.
  private func addHandlers(
    to channel: any Channel, handOver: @escaping (any Channel) throws -> Void
  ) throws {
    guard self.connections.add(channel) else { throw ChannelError.ioOnClosedChannel }
    // A connection keeps what it reads into; those that have much to say get more.
    let reading = AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 1 << 16)
    try channel.syncOptions?.setOption(.recvAllocator, value: reading)
    let pipeline = channel.pipeline.syncOperations
    if let context = self.host.security.http2 {
      try pipeline.addHandler(NIOSSLServerHandler(context: context))
    }
    let (engine, peer) = (self.host.engine, Optional(channel).peerAddress)
    let connection = ConnectionHandler(
      limits: self.host.limits,
      services: ConnectionServices(
        interact: self.servesInteract
          ? { InteractStream.begin($0, on: $1, of: $2, engine) } : nil,
        handOver: handOver, waiting: engine.waitingBytes, network: PeerNetwork(of: peer)),
      turns: .of(channel.eventLoop),
      refused: { engine.endedConnection(because: $0, from: peer) })
    try pipeline.addHandlers([ConnectionLinger(self.host.limits.shortestLife), connection])
  }

  /// Gives a connection to grpc-swift, whose handlers come after the connection's own.
  private func handOver(
    _ channel: any Channel, with configurator: HTTP2ServerTransport.ConnectionConfigurator
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    let tls = self.host.security.http2
    if tls != nil { self.certificates.add(channel) }
    self.connections.handOver(channel)
    // ``ConnectionHandler`` has looked at what was negotiated.
    let configured = configurator.configure(
      channel: channel, tls: tls == nil ? .none : .configured(requireALPN: false))
    try pipeline.addHandler(
      TransportFence(connection: try pipeline.handler(type: ConnectionHandler.self)),
      position: .after(try pipeline.handler(type: NIOHTTP2Handler.self)))
    HandOver.give(configured, of: channel)
  }

  /// Puts a ``CallHandler`` first in a call of grpc-swift's.
  private static func addCallHandler(
    to channel: any Channel, limits: ConnectionLimits
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      guard let pipeline = channel.parent?.pipeline.syncOperations,
        let stream = try channel.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
      else { return }
      let call = CallHandler(
        connection: try pipeline.handler(type: ConnectionHandler.self),
        stream: UInt32(Int32(stream)), limits: limits)
      try channel.pipeline.syncOperations.addHandler(call, position: .first)
    }
  }
}
