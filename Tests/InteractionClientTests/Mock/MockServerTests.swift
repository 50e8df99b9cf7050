import GRPCCore
import InteractionCore
import InteractionTesting
import Testing

@testable import InteractionClient

@Suite("The mock: scripts, the network and virtual time")
struct MockServerTests {
  private static let signedOut = Setting.State.gate(GateState(isSignedIn: false))
  private static let signedIn = Setting.State.gate(GateState(isSignedIn: true))

  /// Starts a session, and waits until it is open.
  private func open(
    _ server: MockServer, _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) async -> InteractionSession {
    var configuration = SessionConfiguration(sessionID: "app", surface: .phone)
    change(&configuration)
    let session = InteractionClient(transport: server.transport).open(configuration)
    await server.settle()
    return session
  }

  @Test("an event is answered with directives, numbered from 1, and refused events with notices")
  func answers() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.on(
      .account(.signedIn), .directive(settings: [Self.signedIn]),
      .directive(effects: [.sound("hello")]))
    script.on(
      where: { if case .tapTab = $0 { true } else { false } },
      .refuse(Violation(field: "tap.tab", problem: "is not there")))
    let server = MockServer(script)
    let session = await self.open(server)
    session.send(.tapTab(index: 1))
    session.send(.account(.signedIn))
    // A resumed client repeats its last acknowledgement.
    await server.play(.resume)
    session.finish()
    await server.settle()
    var told: [String] = []
    for try await update in session.updates {
      switch update {
      case .opened(let opened): told.append("opened \(opened.experience)")
      case .directive(let directive, _):
        told.append("directive \(directive.sequence) \(directive.cause)")
        #expect(directive.settings.allSatisfy { $0.generation == 2 })
      case .notice(let notice):
        told.append("notice \(notice.sequence) \(notice.violations[0].field)")
      case .storeFailed: Issue.record("there is no store")
      }
    }
    #expect(
      told == [
        "opened mock", "notice 1 tap.tab", "directive 1 event(sequence: 2)",
        "directive 2 event(sequence: 2)",
      ])
    #expect(server.acknowledged == 2)
    #expect(session.statistics.eventsRefused == 1)
    #expect(session.statistics.eventsSent == 2)
  }

  @Test("openings state the platform; the variant outlives a resume and a restart of the app")
  func variant() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.variant = "low"
    let server = MockServer(script)
    let store = MemoryStore()
    let first = await self.open(server) { $0.store = store }
    #expect(first.variant == "low")
    await server.play(.resume)
    #expect(first.variant == "low")
    first.cancel()
    await server.settle()
    let second = InteractionSession(
      configuration: first.configuration, wallClock: InteractionSession.wallClock())
    #expect(second.variant == "low", "no server has answered")
    let third = await self.open(server) { ($0.store, $0.platform) = (store, "harmony") }
    #expect(third.variant == "low")
    third.cancel()
    for try await update in third.updates {
      guard case .opened(let opened) = update else { continue }
      #expect(opened.variant == "low")
    }
    let build = SessionConfiguration.buildPlatform
    #expect(server.openings.map(\.platform) == [build, build, "harmony"])
    #if os(Linux)
      #expect(build == "linux")
    #endif
  }

  @Test("an opening fails with its reason, and the next one comes after the client's own wait")
  func failedOpening() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.onOpening(
      1,
      .fail(
        InteractionError(
          code: .unavailable, reason: "OVERLOADED", message: "full", retryDelay: .seconds(7))))
    let server = MockServer(script)
    let session = await self.open(server)
    guard case .reconnecting(1, let delay, let error) = session.connectionState else {
      Issue.record("the session is \(session.connectionState)")
      return
    }
    #expect(error.reason == "OVERLOADED" && delay >= .seconds(7))
    await server.advance(by: .seconds(6))
    #expect(server.openings.map(\.outcome) == [.prevented])
    await server.advance(by: .seconds(2))
    #expect(server.openings.map(\.outcome) == [.prevented, .new])
    #expect(session.connectionState == .open)
    session.cancel()
  }

  @Test("timed steps of the script take effect at their times")
  func timed() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.at(.seconds(5), .drain(leaveAfter: .seconds(1)))
    let server = MockServer(script)
    let session = await self.open(server)
    await server.advance(by: .milliseconds(4_999))
    #expect(session.connectionState == .open)
    await server.advance(by: .milliseconds(1))
    #expect(session.connectionState == .draining)
    await server.advance(by: .seconds(1))
    #expect(session.connectionState == .resumed)
    session.cancel()
  }

  @Test("a silent server is given up after two and a half of its heartbeat intervals")
  func silence() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.heartbeatInterval = .seconds(2)
    let server = MockServer(script)
    let session = await self.open(server)
    await server.advance(by: .seconds(60))
    #expect(session.connectionState == .open, "heartbeats are answered")
    server.perform(.stopResponding)
    await server.advance(by: .milliseconds(2_900))
    #expect(session.connectionState == .open)
    await server.advance(by: .milliseconds(2_200))
    guard case .reconnecting = session.connectionState else {
      Issue.record("the session is \(session.connectionState)")
      return
    }
    session.cancel()
  }

  @Test("a slow link delays heartbeats and directives by its round trip, and by their bytes")
  func slow() async throws {
    var script = MockScript(showing: [Self.signedOut])
    script.on(.tapTab(index: 1), .directive(effects: [.sound("tap")]))
    let server = MockServer(script)
    server.link = MockNetwork(delay: .milliseconds(200), bytesPerSecond: 100_000)
    let session = await self.open(server)
    await server.advance(by: .seconds(1))
    session.send(.tapTab(index: 1))
    await server.advance(by: .milliseconds(399))
    #expect(session.statistics.latency == nil)
    await server.advance(by: .seconds(15))
    let statistics = session.statistics
    let latency = try #require(statistics.latency)
    #expect((.milliseconds(400) ... .milliseconds(410)).contains(latency.last))
    #expect(latency.p50 == latency.last && latency.p95 == latency.last)
    let roundTrip = try #require(statistics.roundTrip)
    #expect((.milliseconds(400) ... .milliseconds(410)).contains(roundTrip.last))
    #expect(roundTrip.smoothed == roundTrip.last)
    session.cancel()
  }

  @Test("single calls are refused, with the remedy")
  func calls() async throws {
    let session = await self.open(MockServer(MockScript(showing: []))) { $0.wire = .calls }
    let error = await #expect(throws: InteractionError.self) {
      for try await _ in session.updates {}
    }
    #expect(error?.message.contains(".stream") == true)
  }
}
