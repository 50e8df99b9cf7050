import InteractionClient
import InteractionCore
import InteractionExperience
import InteractionTesting
import Testing

@Suite("Scenarios of the mock: what an app sees of each")
struct MockScenarioTests {
  @Test(
    "the states of the connection, and every tap and directive once",
    arguments: MockScenario.allCases)
  func once(scenario: MockScenario) async throws {
    let experience = try #require(try BuiltInExperiences.named("home-refined"))
    let server = MockServer(deciding: experience)
    let client = InteractionClient(transport: server.transport)
    let session = client.open(SessionConfiguration(sessionID: "app", surface: .phone))
    await server.settle()
    session.send(.tapTab(index: 1))
    await server.advance(by: .seconds(2))
    await server.play(scenario)
    session.send(.tapTab(index: 2))
    await server.advance(by: .seconds(2))
    session.finish()
    await server.advance(by: .seconds(2))
    #expect(
      await self.states(of: session) == ["connecting", "open"] + scenario.states + ["closed"])
    #expect(try await self.selections(of: session) == [1, 2])
    #expect(server.taps == [1, 2])
    let statistics = session.statistics
    #expect(statistics.resumed == (scenario.states.contains("resumed") ? 1 : 0))
    #expect(statistics.restarted == (scenario.states.contains("restarted") ? 1 : 0))
    #expect(statistics.eventsDropped == 0)
  }

  private func states(of session: InteractionSession) async -> [String] {
    var states: [String] = []
    for await state in session.connectionStates {
      // Without the associated values of the state.
      states.append(String("\(state)".prefix { $0 != "(" }))
    }
    return states
  }

  private func selections(of session: InteractionSession) async throws -> [Int] {
    var selections: [Int] = []
    for try await update in session.updates {
      guard case .directive(let directive, true) = update, let selection = directive.selection
      else { continue }
      selections.append(selection.selected)
    }
    return selections
  }
}

extension MockScenario {
  /// The states between two times without an event.
  fileprivate var states: [String] {
    switch self {
    case .resume, .deadEngine: ["reconnecting", "resumed"]
    case .restart: ["reconnecting", "restarted"]
    case .drain: ["draining", "resumed"]
    case .slowLink: []
    }
  }
}

extension MockServer {
  /// The indices of the tapped tabs.
  fileprivate var taps: [Int] {
    self.events.compactMap { event in
      if case .tapTab(let index) = event.kind { index } else { nil }
    }
  }
}
