import NIOCore
import NIOHTTP2
import NIOPosix

/// An HTTP/2 connection that calls are made on, each a stream of its own.
///
/// By hand, not by the SDK: what plays a thousand sessions must cost less than what serves them.
struct LoadConnection: Sendable {
  let channel: any Channel
  let multiplexer: NIOHTTP2Handler.StreamMultiplexer

  /// Connects without encryption.
  static func open(
    to target: LoadTarget, on loop: any EventLoop
  ) async throws -> LoadConnection {
    do {
      return try await ClientBootstrap(group: loop)
        .channelOption(.socketOption(.tcp_nodelay), value: 1)
        .connectTimeout(.seconds(5))
        .connect(host: target.host, port: target.port) { channel in
          channel.eventLoop.makeCompletedFuture {
            let handler = NIOHTTP2Handler(
              mode: .client, eventLoop: channel.eventLoop,
              streamConfiguration: Self.streams
            ) { $0.eventLoop.makeSucceededVoidFuture() }
            try channel.pipeline.syncOperations.addHandler(handler)
            return LoadConnection(channel: channel, multiplexer: try handler.syncMultiplexer())
          }
        }
    } catch {
      throw LoadError(
        .unreachable,
        "nobody answers at \(target): \(error); start one with"
          + " 'interaction-engine serve', or name another with --address")
    }
  }

  private static var streams: NIOHTTP2Handler.StreamConfiguration {
    var configuration = NIOHTTP2Handler.StreamConfiguration()
    // The generator reads at once; the server is not to wait for its window.
    configuration.targetWindowSize = 1 << 20
    return configuration
  }
}

/// Where a server listens.
package struct LoadTarget: Hashable, Sendable, CustomStringConvertible {
  package var host: String
  package var port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  package var description: String { "\(self.host):\(self.port)" }
}
