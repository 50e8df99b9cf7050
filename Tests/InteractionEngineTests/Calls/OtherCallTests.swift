import GRPCCore
import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService
@testable import InteractionStream

@Suite("Simulate, experiences and health", .timeLimit(.minutes(2)))
struct OtherCallTests {
  typealias Simulation = Interaction_V1_SimulateRequest
  typealias Validation = Interaction_Inspector_V1_ValidateExperienceRequest
  typealias Validated = Interaction_Inspector_V1_ValidateExperienceResponse

  private func simulate(
    _ running: RunningEngine, _ events: [WireEvent], _ json: String = "{}"
  ) async throws -> Interaction_V1_SimulateResponse {
    var request = Simulation(json: json)
    request.level = 1
    request.events = events
    return try await running.call("InteractionService/Simulate", request)
  }

  @Test("Simulate plays events, by an experience or a definition of one's own")
  func simulation() async throws {
    try await RunningEngine.with { running in
      let response = try await self.simulate(
        running, [.scroll(0, .began), .scroll(400), .scroll(500), .tap(1)],
        #"{"experienceName": "home-literal"}"#)
      #expect(response.directives.looks == ["rocket"])
      // The literal home screen animates its logo at launch.
      #expect(response.directives.tabs == [0, 1])
      let digest = try await self.experience("home-literal", running).summary.digest
      #expect(response.experienceDigest == digest && !response.snapshot.settings.isEmpty)
      let own = try await self.simulate(
        running, [.scroll(0, .began, of: "list"), .scroll(150, of: "list")],
        """
        {"definition": {"name": "tiny", "sources": [{"id": "list"}], "tabBar": {"items": [{}]},
         "toggles": [{"id": "top", "source": "list", "threshold": 100}]}}
        """)
      #expect(own.directives.count == 1)
      let many = (0 ..< 16_384).map { WireEvent.scroll(100, at: $0) }
      #expect(try await self.simulate(running, many).directives.isEmpty)
    }
  }

  @Test("Simulate names what is wrong")
  func badSimulation() async throws {
    try await RunningEngine.with { running in
      for (events, json, expected) in [
        (
          [.scroll(.nan), .tap(1), .tap(5)], "{}",
          "invalidArgument INVALID_ARGUMENT events[0].scroll.y events[2].tap.tab"
        ),
        (
          [], #"{"definition": {"name": "tiny", "tabBar": {"items": [{}]}}}"#,
          "invalidArgument INVALID_ARGUMENT definition.sources"
        ),
        (
          Array(repeating: .tap(1), count: 16_385), "{}", "invalidArgument INVALID_ARGUMENT events"
        ),
        ([], #"{"experienceName": "nowhere"}"#, "notFound UNKNOWN_EXPERIENCE"),
      ] as [([WireEvent], String, String)] {
        let end = await CallCompletion.of { _ = try await self.simulate(running, events, json) }
        #expect("\(end)" == expected && end.domain == "interaction.v1")
      }
      let end = await CallCompletion.of {
        let _: Interaction_V1_SimulateResponse = try await running.call(
          "InteractionService/Simulate", Simulation())
      }
      #expect("\(end)" == "invalidArgument INVALID_ARGUMENT level")
    }
  }

  @Test("ListExperiences pages by name, and each page tells the total")
  func pages() async throws {
    try await RunningEngine.with { running in
      func page(_ size: UInt32, after token: String = "") async throws
        -> Interaction_Inspector_V1_ListExperiencesResponse
      {
        try await running.call(
          "InspectorService/ListExperiences",
          Interaction_Inspector_V1_ListExperiencesRequest.with {
            ($0.pageSize, $0.pageToken) = (size, token)
          })
      }
      let all = try await page(0)
      let names = all.experiences.map(\.name)
      #expect(names == names.sorted() && names.count == Int(all.totalSize))
      #expect(names.count > 4 && all.nextPageToken.isEmpty)
      var found: [String] = []
      var token = ""
      repeat {
        let next = try await page(4, after: token)
        #expect(1 ... 4 ~= next.experiences.count && next.totalSize == all.totalSize)
        found += next.experiences.map(\.name)
        token = next.nextPageToken
      } while !token.isEmpty && found.count < names.count
      #expect(found == names && token.isEmpty)
      let end = await CallCompletion.of { _ = try await page(1_001) }
      #expect("\(end)" == "invalidArgument INVALID_ARGUMENT page_size")
    }
  }

  private func experience(
    _ name: String, _ running: RunningEngine
  ) async throws -> Interaction_Inspector_V1_GetExperienceResponse {
    try await running.call(
      "InspectorService/GetExperience",
      Interaction_Inspector_V1_GetExperienceRequest.with { $0.name = name })
  }

  @Test("GetExperience gives what was written and what was filled in")
  func experiences() async throws {
    try await RunningEngine.with { running in
      let found = try await self.experience("home-refined", running)
      #expect(found.summary.origin == .builtIn)
      #expect(found.definition.toggles.first?.threshold == 456)
      #expect(found.resolved.toggles.first?.duration.nanos == 300_000_000)
      let end = await CallCompletion.of { _ = try await self.experience("nowhere", running) }
      #expect("\(end)" == "notFound UNKNOWN_EXPERIENCE")
    }
  }

  @Test("ValidateExperience: good, bad and no YAML")
  func validation() async throws {
    func yaml(_ threshold: Int) -> String {
      """
      name: tiny
      sources: [{id: list}]
      tab_bar: {items: [{title: {text: One}}]}
      toggles: [{id: top, source: list, threshold: \(threshold)}]
      """
    }
    try await RunningEngine.with { running in
      func validate(_ yaml: String?) async throws -> Validated {
        try await running.call(
          "InspectorService/ValidateExperience",
          Validation.with { if let yaml { $0.yaml = yaml } })
      }
      let good = try await validate(yaml(300))
      #expect(good.valid && good.violations.isEmpty && good.digest.count == 64)
      #expect(good.resolved.toggles.first?.threshold == 300)
      let bad = try await validate(yaml(-1))
      #expect(!bad.valid && bad.digest.isEmpty)
      #expect(bad.violations.map(\.field) == ["toggles[0].threshold"])
      #expect(try await validate(nil).violations.map(\.field) == ["source"])
      for text in [
        "name: [", "name: tiny\nattic: 1", "- 1", "\0", "a: &a [*a]",
        String(repeating: "x", count: 262_145),
      ] {
        let response = try await validate(text)
        #expect(!response.valid && !response.violations.isEmpty, "\(text.prefix(20))")
      }
    }
  }

  @Test("health: every service, an unknown one, all of them")
  func health() async throws {
    let services = [
      "", "interaction.v1.ControlService", "interaction.inspector.v1.InspectorService",
      "interaction.v1.InteractionService",
    ]
    try await RunningEngine.with { running in
      for service in services {
        let status: Grpc_Health_V1_HealthCheckResponse = try await running.call(
          "grpc.health.v1.Health/Check",
          Grpc_Health_V1_HealthCheckRequest.with { $0.service = service })
        #expect(status.status == .serving)
      }
      let end = await CallCompletion.of {
        let _: Grpc_Health_V1_HealthCheckResponse = try await running.call(
          "grpc.health.v1.Health/Check",
          Grpc_Health_V1_HealthCheckRequest.with { $0.service = "attic" })
      }
      #expect(end.code == .notFound && end.message.contains("attic"))
      let all: Grpc_Health_V1_HealthListResponse = try await running.call(
        "grpc.health.v1.Health/List", Grpc_Health_V1_HealthListRequest())
      #expect(Set(all.statuses.keys) == Set(services))
      #expect(all.statuses.values.allSatisfy { $0.status == .serving })
      let missing = await CallCompletion.of {
        let _: Google_Protobuf_Empty = try await running.call(
          "InteractionService/Attic", Google_Protobuf_Empty())
      }
      #expect(missing.code == .unimplemented)
    }
  }
}
