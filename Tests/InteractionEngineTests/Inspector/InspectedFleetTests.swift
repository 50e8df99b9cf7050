import GRPCCore
import InteractionFleet
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Inspecting an engine of a fleet", .timeLimit(.minutes(2)))
struct InspectedFleetTests {
  private static let names = ["engine-1", "engine-2", "engine-3"]

  /// Makes the engine `engine-2` of a fleet of three.
  private func join(_ running: RunningEngine) async -> FleetEngine {
    let member = FleetEngine(running.engine, named: "engine-2", settlingTime: .seconds(15))
    await member.updateMembers(Self.names)
    return member
  }

  private func metadata(for engine: String) -> Metadata {
    ["x-interaction-engine": .string(engine)]
  }

  @Test("ListEngines gives each engine a key that the ring assigns to it")
  func engines() async throws {
    try await RunningEngine.with { running in
      #expect(try await Inspector(running).engines().isEmpty)
      let member = await self.join(running)
      let engines = try await Inspector(running).engines()
      #expect(engines.map(\.name) == Self.names)
      let ring = HashRing(Self.names)
      #expect(engines.map { ring.owner(of: $0.routingKey) } == Self.names)
      await member.updateMembers(["engine-2"])
      #expect(try await Inspector(running).engines().map(\.name) == ["engine-2"])
    }
  }

  @Test("a call for another engine is refused, and does nothing")
  func otherEngine() async throws {
    try await RunningEngine.with { running in
      let single = await CallCompletion.of {
        _ = try await Inspector(running.called(with: self.metadata(for: "engine-2"))).list()
      }
      #expect(single.code == .failedPrecondition)
      _ = await self.join(running)
      _ = try await Inspector(running.called(with: self.metadata(for: "engine-2"))).list()
      try await TestStream(running).open { $0.sessionID = "open" }
      let other = running.called(with: self.metadata(for: "engine-1"))
      let ends = [
        await CallCompletion.of { _ = try await Inspector(other).list() },
        await CallCompletion.of { try await Inspector(other).end("open") },
        await CallCompletion.of { _ = try await Inspector(other).drain(nil) },
        await CallCompletion.of { _ = try await Inspector(other).watch("open") },
        await CallCompletion.of { _ = try await Order.countUp.send(as: "up", to: other) },
      ]
      for end in ends {
        #expect(end.code == .failedPrecondition)
        #expect(end.message.contains("'engine-1'") && end.message.contains("'engine-2'"))
      }
      #expect(try await Inspector(running).list().totalSize == 1 && !running.engine.isShuttingDown)
    }
  }

  @Test("callers without the role learn neither the engines nor the name of this one")
  func roles() async throws {
    let issuer = Issuer()
    try await issuer.guarding(audience: .all) { running in
      _ = await self.join(running)
      for token in [nil, try issuer.token()] {
        var metadata = self.metadata(for: "engine-1")
        if let token { metadata.addString("Bearer \(token)", forKey: "authorization") }
        let caller = running.called(with: metadata)
        for end in [
          await CallCompletion.of { _ = try await Inspector(caller).engines() },
          await CallCompletion.of { _ = try await Inspector(caller).counts() },
        ] {
          #expect(end.reason == (token == nil ? "TOKEN_MISSING" : "ROLE_MISSING"))
          #expect(!end.message.contains("engine-2"))
        }
      }
    }
  }

  @Test("CountSessions counts the sessions of each version, the most frequent first")
  func counts() async throws {
    try await BackendExperiences.open { running in
      let inspector = Inspector(running)
      #expect(try await inspector.counts() == .init())
      for number in 0 ..< 5 {
        try await UnarySession(running).open {
          $0.sessionID = "s-\(number)"
          $0.experience = number < 3 ? "shop" : "plain"
        }
      }
      let found = try await inspector.counts()
      #expect(found.counts.map(\.experience) == ["shop", "plain"])
      #expect(found.counts.map(\.sessions) == [3, 2] && found.totalSize == 5)
      let summaries = try await inspector.list().sessions
      #expect(Set(found.counts.map(\.experienceDigest)) == Set(summaries.map(\.experienceDigest)))
    }
  }
}
