import Foundation
import GRPCCore
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("Memory that requests take while they are refused", .timeLimit(.minutes(5)))
struct RequestMemoryTests {
  /// The maximum memory for a request, MiB; it was 470 before sizes were checked first.
  private static let most = 64

  /// Returns the peak resident memory of an engine, MiB.
  private func peak(of engine: ProgramEngine) throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(engine.process.identifier)/status", encoding: .utf8)
    let found = try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/))
    return try #require(Int(found.1)) >> 10
  }

  /// Returns the ends of concurrent calls.
  private func ends(
    _ count: Int, of bytes: [UInt8], _ engine: ProgramEngine
  ) async -> [CallCompletion] {
    await withTaskGroup(of: CallCompletion.self) { group in
      for _ in 0 ..< count {
        group.addTask {
          await CallCompletion.of {
            let _: Interaction_V1_SimulateResponse = try await engine.call(
              "InteractionService/Simulate", bytes: bytes)
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  /// Simulates taps that slide pages for ten seconds, sampled as keyframes.
  private func simulate(_ count: Int, _ engine: ProgramEngine) async throws {
    var request = Interaction_V1_SimulateRequest(
      json: """
        {"samplesSprings": true, "level": 1,
          "definition": {"name": "slides", "sources": [{"id": "list"}],
            "tabBar": {"items": [{}, {}], "transition": {"duration": "10s"}}}}
        """)
    request.events = (1 ... count).map { .tap($0 % 2, at: Int64($0) * 1_000_000) }
    let _: Interaction_V1_SimulateResponse = try await engine.call(
      "InteractionService/Simulate", request)
  }

  @Test("simulations that are given up neither run on nor keep a place")
  func givenUp() async throws {
    let limits = [
      "simulation-bytes=67108864", "simulation-ms=600000", "simulation-events=1000000",
      "simulations-waiting=1",
    ]
    try await ProgramEngine.with(limits.flatMap { ["--limit", $0] }) { engine in
      for _ in 0 ..< 20 {
        let calls = (0 ..< 2).map { _ in Task { try await self.simulate(2_000, engine) } }
        // Time for one to run and one to wait.
        try await Task.sleep(for: .milliseconds(50))
        for call in calls { call.cancel() }
      }
      while await CallCompletion.of({ try await self.simulate(1, engine) }) != .well {
        try await Task.sleep(for: .milliseconds(50))
      }
    }
  }

  @Test("lists are counted before they are decoded, where empty elements take hundreds of bytes")
  func lists() async throws {
    let definition = Interaction_V1_ExperienceDefinition.with {
      $0.sources = Array(repeating: .init(), count: 250_000)
    }
    let large = Interaction_V1_SimulateRequest.with { $0.definition = definition }
    let event: [UInt8] = [0x32, 0x00]
    try await ProgramEngine.with { engine in
      let good = Interaction_V1_SimulateRequest.with {
        ($0.experienceName, $0.level, $0.events) = ("home-refined", 1, [.tap(1)])
      }
      #expect(await self.ends(1, of: good.bytes, engine) == [.well])
      let before = try self.peak(of: engine)
      for (problem, bytes) in [
        (
          "events has more than 16384 entries",
          [UInt8](repeatElement(event, count: 500_000).joined())
        ),
        (
          "request has 4000000 bytes; at most 1048576 are allowed",
          [UInt8](repeatElement(event, count: 2_000_000).joined())
        ),
        ("definition has more than 65536 bytes", large.bytes),
      ] {
        // The maximum number of concurrent requests on a connection.
        let count = bytes.count <= 2 << 20 ? 4 : 2
        for end in await self.ends(count, of: bytes, engine) {
          #expect(end.code == .invalidArgument && end.message.contains(problem), "\(end.message)")
        }
      }
      let end = await CallCompletion.of {
        let _: Interaction_Inspector_V1_ValidateExperienceResponse = try await engine.call(
          "InspectorService/ValidateExperience",
          Interaction_Inspector_V1_ValidateExperienceRequest.with { $0.definition = definition })
      }
      #expect(end.code == .invalidArgument && end.fields == ["definition"])
      let after = try self.peak(of: engine)
      #expect(after - before < Self.most)
    }
  }
}
