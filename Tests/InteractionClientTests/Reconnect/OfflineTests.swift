import GRPCCore
import GRPCNIOTransportHTTP2
import InteractionCore
import InteractionExperience
import InteractionService
import InteractionTransport
import InteractionWire
import Logging
import Testing

@testable import InteractionClient

@Suite("Offline: the client decides while no server can be reached")
struct OfflineTests {
  private static func experience() throws -> Experience {
    try #require(try BuiltInExperiences.named("home-refined"))
  }

  @Test("events that no server has applied are decided locally, and every deadline fires")
  func decides() throws {
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    stream.send(.tapTab(index: 1), at: .zero)
    let (snapshot, directives) = stream.goOffline(
      with: try Self.experience(), in: .phone, from: nil)
    #expect(!snapshot.settings.isEmpty)
    #expect(directives.map(\.sequence) == [1])
    let home = SourceID("home")
    stream.send(.tapTab(index: 0), at: Instant(microseconds: 1_000_000))
    stream.send(
      .scroll(Scroll(source: home, drag: 1, phase: .began, y: 400)),
      at: Instant(microseconds: 2_000_000))
    let crossed = stream.send(
      .scroll(Scroll(source: home, drag: 1, phase: .moved, y: 480)),
      at: Instant(microseconds: 2_016_000))
    #expect(crossed.count == 1)
    #expect(stream.nextFrame() == nil, "there is no server to send it to")
  }

  @Test("a server is told where the session stands, and what happens meanwhile")
  func handsOver() throws {
    var stream = ClientStream(options: ClientStream.Options(), at: .zero)
    _ = stream.goOffline(with: try Self.experience(), in: .phone, from: nil)
    stream.send(.tapTab(index: 2), at: .zero)
    #expect(stream.reconnect() == nil)
    #expect(stream.current.selectedTab == 2)
    let meanwhile = stream.send(.tapTab(index: 3), at: Instant(microseconds: 10))
    #expect(meanwhile.count == 1, "the user does not wait")
    #expect(stream.nextFrame()?.events.events.count == 1)
  }

  @Test("a session without a server goes on, and a server that comes takes it over")
  func endToEnd() async throws {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    // A port without a listener until the engine starts.
    let port = try await Self.freePort()
    let client = InteractionClient(endpoints: [Self.endpoint(port)])
    var configuration = SessionConfiguration(
      sessionID: "offline", experience: "home-refined", surface: .phone, runsWithClock: false,
      reconnects: ReconnectPolicy(
        initialBackoff: .milliseconds(5), maximumBackoff: .milliseconds(20)))
    configuration.offline = OfflinePolicy(experience: try Self.experience(), after: .zero)
    let host = EngineHost(engine)
    let server = EngineServer(of: host, on: "127.0.0.1", port: port)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await client.run() }
      let session = client.open(configuration)
      session.send(.tapTab(index: 1), at: .zero)
      var states = session.connectionStates.makeAsyncIterator()
      while let state = await states.next(), state != .offline {}
      session.send(.tapTab(index: 2), at: Instant(microseconds: 1_000))
      group.addTask { try await host.run { try await server.serve() } }
      while let state = await states.next(), state != .open {}
      session.send(.tapTab(index: 3), at: Instant(microseconds: 2_000))
      session.finish()
      var tabs: [Int] = []
      for try await directive in session.directives {
        guard !directive.replacesAll, let selection = directive.selection else { continue }
        // Events during the reconnection are decided by both ends.
        if tabs.last != selection.selected { tabs.append(selection.selected) }
      }
      #expect(tabs == [1, 2, 3])
      client.shutDown()
      server.closeConnections()
      try await group.waitForAll()
    }
  }

  private static func endpoint(
    _ port: Int
  ) -> @Sendable () throws -> HTTP2ClientTransport.Posix {
    { @Sendable in
      try HTTP2ClientTransport.Posix(
        target: .ipv4(address: "127.0.0.1", port: port), transportSecurity: .plaintext)
    }
  }

  private static func freePort() async throws -> Int {
    let engine = try Engine(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    return try await EngineHost(engine).withLoopbackListener { $0 }
  }
}
