import NIOCore
import NIOHTTP2
import NIOPosix

/// An HTTP/2 connection with a stream for each call.
///
/// Written without the SDK: playing a thousand sessions has to cost less than serving them.
struct LoadConnection: Sendable {
  private static let timeout = TimeAmount.seconds(5)

  let channel: any Channel
  let multiplexer: NIOHTTP2Handler.StreamMultiplexer
  private let watch: NIOLoopBound<ConnectionMonitor>

  /// Connects, and waits for the TLS handshake if there is one.
  ///
  /// - Throws: ``NetworkError``.
  static func open(
    to target: LoadEndpoint, on loop: any EventLoop
  ) async throws -> LoadConnection {
    do {
      let handshake = target.security.map { _ in loop.makePromise(of: Void.self) }
      let connection: LoadConnection
      do {
        connection = try await self.connect(to: target, on: loop, handshake)
      } catch {
        handshake?.fail(error)
        throw error
      }
      let timeout = loop.scheduleTask(in: self.timeout) {
        handshake?.fail(NetworkError("TLS: the handshake timed out"))
        connection.channel.close(promise: nil)
      }
      try await handshake?.futureResult.get()
      timeout.cancel()
      return connection
    } catch {
      throw NetworkError(error)
    }
  }

  private static func connect(
    to target: LoadEndpoint, on loop: any EventLoop, _ handshake: EventLoopPromise<Void>?
  ) async throws -> LoadConnection {
    try await ClientBootstrap(group: loop)
      .channelOption(.socketOption(.tcp_nodelay), value: 1)
      .connectTimeout(self.timeout)
      .connect(host: target.host, port: target.port) { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          if let security = target.security {
            try pipeline.addHandler(security.handler(for: target.name))
          }
          let watch = ConnectionMonitor(handshake)
          try pipeline.addHandler(watch)
          let handler = NIOHTTP2Handler(
            mode: .client, eventLoop: channel.eventLoop, streamConfiguration: self.streams
          ) { $0.eventLoop.makeSucceededVoidFuture() }
          try pipeline.addHandlers([handler, ConnectionErrorHandler(watch)])
          return LoadConnection(
            channel: channel, multiplexer: try handler.syncMultiplexer(),
            watch: NIOLoopBound(watch, eventLoop: channel.eventLoop))
        }
      }
  }

  /// The connection's newest error; read it on its event loop.
  var problem: NetworkError? { self.watch.value.problem }

  private static var streams: NIOHTTP2Handler.StreamConfiguration {
    var configuration = NIOHTTP2Handler.StreamConfiguration()
    // The generator reads at once; a small flow-control window would only delay the server.
    configuration.targetWindowSize = 1 << 20
    // A proxy resets all streams of an engine that dies, hundreds at once.
    configuration.streamResetFrameRateLimit.maximumCount = 20_000
    return configuration
  }
}

extension LoadEndpoint {
  /// Returns the reason why the server is unreachable; nil if it is reachable.
  package func connectError() async -> String? {
    do {
      let loop = MultiThreadedEventLoopGroup.singleton.next()
      let connection = try await LoadConnection.open(to: self, on: loop)
      try? await connection.channel.close()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
