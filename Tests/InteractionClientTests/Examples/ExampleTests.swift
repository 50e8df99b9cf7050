import Foundation
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
        SessionConfiguration(sessionID: "test", environment: .phone, runsWithClock: false))
      screen.send(.tapTab(index: 2), at: .zero)
      screen.session.finish()
      try await screen.waitForEnd()
      let scene = screen.scene(at: Instant(microseconds: 2_000_000))
      #expect(scene[.page(2)]?.isHidden == false)
      client.shutDown()
      try await connection
    }
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
        sessionID: "test", environment: .phone, skipsSamples: false, runsWithClock: false)
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
