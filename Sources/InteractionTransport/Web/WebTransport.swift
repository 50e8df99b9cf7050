import GRPCCore
import InteractionHTTP
import InteractionService
import NIOCore
import NIOSSL

/// A server transport for grpc-swift over HTTP/1.1, with WebSockets beside: roles, limits and
/// errors of a call are the same as over HTTP/2.
final class WebTransport: ServerTransport {
  typealias Bytes = [UInt8]
  /// Serves one call.
  typealias Handler = @Sendable (RPCStream<Inbound, Outbound>, ServerContext) async -> Void

  /// The contents of a listener.
  struct ListenerContents: Sendable {
    let calls: [String: JSONCall]
    let audience: Engine.Audience
    /// The allowed origins, besides the listener's own.
    let origins: WebOrigins
    /// The pages of the listener.
    let routes: [WebRoute]
  }

  private let host: EngineHost
  private let contents: ListenerContents
  let socket: ListeningSocket

  init(of host: EngineHost, on name: String, port: Int, _ contents: ListenerContents) {
    self.host = host
    self.contents = contents
    self.socket = ListeningSocket(host: name, port: port)
  }

  /// Serves until the listener and its connections are closed.
  func listen(streamHandler: @escaping Handler) async throws {
    let (host, contents) = (self.host, self.contents)
    try await self.socket.bind {
      AcceptPacingHandler.install(
        on: $0, host.limits.newConnections, count: host.connections(of: contents.audience),
        of: host.engine)
    } serve: {
      try self.addHandlers(to: $0, streamHandler)
    }
    await withTaskCancellationHandler {
      await self.socket.closed()
    } onCancel: {
      self.socket.beginShutdown()
    }
  }

  func beginGracefulShutdown() {
    self.socket.beginShutdown()
  }

  /// Sets up the pipeline of an accepted connection.
  private func addHandlers(to channel: any Channel, _ handler: @escaping Handler) throws {
    let limits = self.host.limits
    try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
    try channel.syncOptions?.setOption(
      .recvAllocator,
      value: FixedSizeRecvByteBufferAllocator(capacity: WebConnection.readBytesPerTurn))
    let pipeline = channel.pipeline.syncOperations
    if let context = self.host.security.web {
      try pipeline.addHandler(NIOSSLServerHandler(context: context))
    }
    let connection = WebConnection(of: self.host.engine, limits: limits)
    try pipeline.addHandlers([MinimumLifetimeHandler(limits.minimumLifetime), connection])
    let service = WebService(
      origins: self.contents.origins.with(
        channel.localAddress, isEncrypted: self.host.security.web != nil),
      calls: WebCalls(
        table: self.contents.calls, handler: handler, peer: Optional(channel).peerAddress),
      routes: self.contents.routes, engine: self.host.engine, limits: limits)
    try HTTPPipeline.add(to: channel, service, limits: HTTPLimits(limits), watch: connection)
  }
}

extension HTTPLimits {
  /// Creates the limits of a web listener: a token of 8 KiB is sent as base64 beside other
  /// subprotocols.
  init(_ limits: ConnectionLimits) {
    self.init()
    self.headerFieldBytes = 12 << 10
    self.bodyBytes = limits.messageBytes
    self.requestTime = limits.requestTime
    self.progressTime = limits.progressTime
    self.headerAdvice = " (an access token: at most 8192 before base64)"
  }
}
