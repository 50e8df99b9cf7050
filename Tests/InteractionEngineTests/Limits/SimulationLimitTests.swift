import Foundation
import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Callers that ask for as much as they can get", .timeLimit(.minutes(2)))
struct SimulationLimitTests {
  typealias Response = Interaction_V1_SimulateResponse

  private static let second: Int64 = 1_000_000

  /// Simulates taps that slide pages for ten seconds, sampled as keyframes.
  @discardableResult
  private static func simulate(_ count: Int, _ running: RunningEngine) async throws -> Response {
    var request = Interaction_V1_SimulateRequest(
      json: """
        {"samplesSprings": true, "level": 1,
          "definition": {"name": "slides", "sources": [{"id": "list"}],
            "tabBar": {"items": [{}, {}], "transition": {"duration": "10s"}}}}
        """)
    request.events = (1 ... count).map { .tap($0 % 2, at: Int64($0) * Self.second) }
    return try await running.call("InteractionService/Simulate", request)
  }

  @Test("Simulate stops where its answer becomes too long")
  func longAnswer() async throws {
    try await RunningEngine.with([:], { $0.simulation.time = .seconds(100) }) { running in
      let end = await CallCompletion.of { try await Self.simulate(1_000, running) }
      #expect("\(end)" == "invalidArgument INVALID_ARGUMENT events")
      #expect(end.message.contains("2097152 bytes"))
      let few = try await Self.simulate(3, running).directives
      #expect(few.count >= 3)
    }
  }

  /// Blocks the only simulation thread until the gate is open.
  private static func hold(
    _ running: RunningEngine, until gate: SimulationPool.CancellationFlag
  ) async -> Task<Void, any Error> {
    let begun = SimulationPool.CancellationFlag()
    let work = Task {
      try await running.engine.simulations.run { _ in
        begun.set()
        while !gate.isSet { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    while !begun.isSet { await Task.yield() }
    return work
  }

  private static func wait(for count: Int, in running: RunningEngine) async {
    while running.engine.simulations.waitingCount != count { await Task.yield() }
  }

  private static func start(_ count: Int, _ running: RunningEngine) -> Task<CallCompletion, Never> {
    Task { await CallCompletion.of { try await Self.simulate(count, running) } }
  }

  @Test("SIMULATIONS_BUSY: one runs, two wait, more are refused")
  func busy() async throws {
    try await RunningEngine.with([:], { $0.simulation.waiting = 2 }) { running in
      let gate = SimulationPool.CancellationFlag()
      defer { gate.set() }
      let work = await Self.hold(running, until: gate)
      let calls = (0 ..< 2).map { _ in Self.start(3, running) }
      await Self.wait(for: 2, in: running)
      for _ in 0 ..< 5 {
        let end = await CallCompletion.of { try await Self.simulate(3, running) }
        #expect("\(end)" == "resourceExhausted SIMULATIONS_BUSY" && end.retryDelay == .seconds(2))
      }
      gate.set()
      for call in calls { #expect(await call.value == .well) }
      try await work.value
    }
  }

  @Test("SIMULATION_TOO_LONG")
  func tooLong() async throws {
    try await RunningEngine.with(
      [:],
      { ($0.simulation.answerBytes, $0.simulation.time) = (64 << 20, .milliseconds(1)) }
    ) { running in
      let end = await CallCompletion.of { try await Self.simulate(300, running) }
      #expect("\(end)" == "resourceExhausted SIMULATION_TOO_LONG")
    }
  }

  @Test("a session that costs too much is held back, and loses nothing")
  func spacedTaps() async throws {
    try await RunningEngine.with(
      [:], { ($0.limits.workPerSecond, $0.limits.workBurst) = (5_000, 5_000) }
    ) { running in
      let client = TestStream(running)
      try await client.open { $0.sessionID = "spaced" }
      let start = ContinuousClock.now
      var found: [WireDirective] = []
      // Taps at intervals of 1 s by the client's clock are within all rate limits.
      for first in stride(from: 1, to: 1_000, by: 50) {
        let taps = (first ..< first + 50).map { WireEvent.tap($0 % 2, at: Int64($0) * Self.second) }
        found += try await client.exchange(taps).directives
      }
      #expect(found.count >= 1_000 && found.numbers == Array(1 ... UInt64(found.count)))
      // They cost 16,000: 5,000 are the burst, and 5,000 more are granted per second.
      #expect(ContinuousClock.now - start > .seconds(1))
    }
  }
}
