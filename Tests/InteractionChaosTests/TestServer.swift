import Foundation
import InteractionChaos
import NIOCore
import NIOPosix
import Synchronization

/// A server on the loopback interface, with access to its ends of the connections.
final class TestServer: Sendable {
  private let channel: any Channel
  private let accepted: AsyncStream<Peer>
  private let peers: Peers

  /// The ends of connections, as they are created on their event loops.
  private final class Peers: Sendable {
    let all = Mutex<[Peer]>([])
  }

  /// - Parameter echoes: True to send back received bytes.
  init(echoes: Bool) async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Peer.self)
    let peers = Peers()
    self.accepted = stream
    self.peers = peers
    self.channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 4096)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let peer = try Peer(channel, echoes: echoes)
          peers.all.withLock { $0.append(peer) }
          continuation.yield(peer)
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    self.channel.closeFuture.whenComplete { _ in continuation.finish() }
  }

  var target: ProxyTarget { ProxyTarget(port: self.port) }
  var port: Int { self.channel.localAddress?.port ?? 0 }
  /// The number of accepted connections.
  var count: Int { self.peers.all.withLock { $0.count } }

  /// Returns its end of the next connection.
  func next() async throws -> Peer {
    for await peer in self.accepted { return peer }
    throw Peer.Timeout()
  }

  func stop() async {
    try? await self.channel.close().get()
    for peer in self.peers.all.withLock({ $0 }) { await peer.close() }
  }

  /// Opens a connection. Returns the client's end.
  static func connect(host: String = "127.0.0.1", port: Int) async throws -> Peer {
    let made = Peers()
    // Added before the first byte, since an early end would be missed.
    let attempt = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .connectTimeout(Peer.patience)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let peer = try Peer(channel)
          made.all.withLock { $0.append(peer) }
        }
      }
      .connect(to: try SocketAddress(ipAddress: host, port: port))
    do {
      _ = try await attempt.get()
    } catch let error as IOError where error.errnoCode == ECONNRESET {
      // Connected and reset before use, which is an end like any other.
    }
    guard let peer = made.all.withLock({ $0.first }) else { throw Peer.Timeout() }
    return peer
  }
}

/// Runs `body` with a server, a proxy in front of it, and a client; closes all of them afterwards.
func withConnection(
  echoes: Bool = false, faults: ConnectionFaults = .none, settings: ChaosSettings = .init(),
  _ body: (_ proxy: ChaosProxy, _ client: Peer, _ target: Peer) async throws -> Void
) async throws {
  let server = try await TestServer(echoes: echoes)
  do {
    try await ChaosProxy.withProxy(
      to: server.target, faults: { _ in faults }, settings: settings
    ) { proxy, port in
      let events = proxy.events()
      let client = try await TestServer.connect(port: port)
      _ = await events.upTo { if case .opened = $0 { true } else { false } }
      try await body(proxy, client, server.next())
      await client.close()
    }
  } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}

/// Returns pseudo-random bytes, in which losses and reordering are detectable.
func noise(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
  var state = seed
  return (0 ..< count).map { _ in
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return UInt8(truncatingIfNeeded: state >> 56)
  }
}

extension AsyncStream<ChaosEvent> {
  /// Waits for an event of a connection. Returns the events up to it.
  func upTo(
    connection: Int = 0, _ condition: (ChaosEvent.EventType) -> Bool
  ) async -> [ChaosEvent.EventType] {
    var seen: [ChaosEvent.EventType] = []
    for await event in self where event.connection == connection {
      seen.append(event.kind)
      if condition(event.kind) { break }
    }
    return seen
  }
}
