import Foundation
import GRPCCore
import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionPresentation
import InteractionTesting
import InteractionTrace
import Testing

@Suite("Examples: the code of the guide on the Swift client")
struct ExampleTests {
  @Test("from launch to moving view")
  func launch() async throws {
    let frames = try await TestEngine.run { transport in
      let view = await HomeView()
      try await show(view, over: transport)
      return await view.frames
    }
    #expect(frames >= 2)
  }

  @Test("a tap on the third tab shows its page")
  func tap() async throws {
    try await TestEngine.run { transport in
      let client = InteractionClient(transport: transport)
      async let connection: Void = client.run()
      let screen = client.present(
        SessionConfiguration(sessionID: "test", surface: .phone, runsWithClock: false))
      screen.send(.tapTab(index: 2), at: .zero)
      screen.session.finish()
      try await screen.waitForEnd()
      let scene = screen.scene(at: Instant(microseconds: 2_000_000))
      #expect(scene[.page(2)]?.isHidden == false)
      client.shutDown()
      try await connection
    }
  }

  @Test("a tap while the connection is lost shows its page once it is back")
  func lostConnection() async throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    let server = MockServer(deciding: experience)
    let client = InteractionClient(transport: server.transport)
    let screen = client.present(SessionConfiguration(sessionID: "test", surface: .phone))
    await server.settle()
    server.perform(.cut)
    screen.send(.tapTab(index: 2))
    await server.advance(by: .seconds(1))
    #expect(screen.session.connectionState == .resumed)
    #expect(screen.scene()[.page(2)]?.isHidden == false)
    #expect(server.events.map(\.kind) == [.tapTab(index: 2)])
    screen.session.cancel()
  }

  @Test("a tab that needs a login makes the app ask for one, and a full server is tried again")
  func script() async throws {
    let login = GateState.Pending(tab: 3, condition: .login)
    var script = MockScript(showing: [.gate(GateState(isSignedIn: false))])
    script.onOpening(
      1, .fail(InteractionError(code: .unavailable, reason: "OVERLOADED", message: "full")))
    script.on(
      .tapTab(index: 3),
      .directive(
        settings: [.gate(GateState(isSignedIn: false, pending: login))],
        effects: [.requestLogin(tab: 3)]))
    script.at(.seconds(5), .drain())
    let server = MockServer(script)
    let screen = InteractionClient(transport: server.transport)
      .present(SessionConfiguration(sessionID: "test", surface: .phone))
    await server.advance(by: .seconds(1))
    #expect(server.openings.map(\.outcome) == [.prevented, .new])
    screen.send(.tapTab(index: 3))
    var effects = screen.effects.makeAsyncIterator()
    #expect(await effects.next() == .requestLogin(tab: 3))
    await server.advance(by: .seconds(5))
    #expect(screen.session.connectionState == .resumed)
    screen.session.cancel()
  }

  @Test("whatever happens to the connection, the app shows the tab that was tapped last")
  func scenarios() async throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    let server = MockServer(deciding: experience)
    let screen = InteractionClient(transport: server.transport)
      .present(SessionConfiguration(sessionID: "test", surface: .phone))
    await server.settle()
    for (tab, scenario) in zip([1, 2, 1, 2, 1], MockScenario.allCases) {
      screen.send(.tapTab(index: tab))
      await server.play(scenario)
      await server.advance(by: .seconds(1))
      #expect(screen.scene()[.page(tab)]?.isHidden == false, "after \(scenario)")
    }
    screen.session.cancel()
  }

  @Test("an app's log has what happened to the connection, and figures at the end")
  func log() async throws {
    let server = MockServer(MockScript(showing: [.gate(GateState(isSignedIn: false))]))
    let session = InteractionClient(transport: server.transport)
      .open(SessionConfiguration(sessionID: "test", surface: .phone))
    await server.settle()
    await server.play(.restart)
    session.finish()
    await server.settle()
    var lines: [String] = []
    await follow(session) { lines.append($0) }
    #expect(lines.first?.hasPrefix("info: session opened") == true)
    #expect(lines.contains("warning: session restarted reason=UNKNOWN_KEY"))
    #expect(lines.last == "resumed 0 times, began anew 1 times")
  }

  @Test("a session is recorded in the app, and is a trace")
  func record() async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).trace")
    defer { try? FileManager.default.removeItem(at: file) }
    try await TestEngine.run { transport in
      let client = InteractionClient(transport: transport)
      async let connection: Void = client.run()
      var configuration = SessionConfiguration(
        sessionID: "test", surface: .phone, skipsSamples: false, runsWithClock: false)
      configuration.records = true
      let screen = client.present(configuration)
      screen.send(.tapTab(index: 2), at: .zero)
      screen.session.finish()
      try await screen.waitForEnd()
      try screen.session.recording?.write(to: file, client: "MyApp 1.0")
      client.shutDown()
      try await connection
    }
    let trace = try Trace(file: file)
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    #expect(trace.events.count == 1 && trace.directives.count == 1)
    #expect(trace.recorded(with: experience).directives == trace.directives)
  }
}
