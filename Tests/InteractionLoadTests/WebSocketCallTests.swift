import GRPCCore
import InteractionChaos
import InteractionWire
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Testing

@testable import InteractionLoad

@Suite("A call over a WebSocket of its own")
struct WebSocketCallTests {
  /// Records the callbacks of a call, in order.
  private final class Listener: LoadCallDelegate {
    private(set) var told: [String] = []

    func callBegan(_ call: any LoadCall) { self.told.append("began") }
    func call(_ call: any LoadCall, received response: Proto.Response) {}
    func callEnded(_ call: any LoadCall, _ end: CallOutcome) { self.told.append(end.cause) }
  }

  @Test("It begins on an open connection, and ends with it once")
  func open() throws {
    let (listener, channel) = (Listener(), EmbeddedChannel())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    let call = WebSocketCall(listener)
    call.begin(on: channel)
    #expect(listener.told == ["began"])
    call.receive(.closed(code: 1006))
    call.receive(.closed(code: 1006))
    #expect(listener.told == ["began", "the call was cut"])
  }

  @Test("A connection that was lost before its handler could hear of it ends the call")
  func lost() throws {
    let (listener, channel) = (Listener(), EmbeddedChannel())
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    try channel.close().wait()
    WebSocketCall(listener).begin(on: channel)
    #expect(listener.told == ["the call was cut"])
  }

  @Test("A connection that is closed when its handler is added tells that it is lost, once")
  func lostBeforeHandler() throws {
    let channel = EmbeddedChannel()
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    channel.close(promise: nil)
    var losses = 0
    let handler = WebSocketConnection { event in
      if case .closed = event { losses += 1 }
    }
    try channel.pipeline.syncOperations.addHandler(handler)
    #expect(losses == 1)
    channel.pipeline.fireChannelInactive()
    #expect(losses == 1)
  }

  @Test("Every connection to a server that closes at once after the upgrade is lost, or fails")
  func closedAtOnce() async throws {
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group)
      .childChannelInitializer { channel in
        let upgrader = NIOWebSocketServerUpgrader(
          shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
          upgradePipelineHandler: { channel, _ in
            channel.close(promise: nil)
            return channel.eventLoop.makeSucceededVoidFuture()
          })
        return channel.pipeline.configureHTTPServerPipeline(
          withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(server.localAddress?.port)
    let ends = await withTaskGroup(of: Bool.self) { tasks in
      for _ in 0 ..< 400 {
        tasks.addTask {
          let (losses, lost) = AsyncStream<Void>.makeStream()
          do {
            _ = try await WebSocketConnection.open(
              "127.0.0.1", port, path: "/v1/interact", protocols: [], on: group
            ) { event in
              if case .closed = event { lost.finish() }
            }
          } catch {
            return true
          }
          // A timeout, in case the connection never reports its loss.
          let end = group.next().scheduleTask(in: .seconds(10)) { lost.yield() }
          defer { end.cancel() }
          for await _ in losses { return false }
          return true
        }
      }
      return await tasks.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(ends.count { !$0 } == 0, "connections that never told that they were lost")
    try await server.close()
  }
}
