import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Orders to all sessions of a user", .timeLimit(.minutes(2)))
struct UserOrderTests {
  private static func all(as id: String) -> Interaction_V1_CommandMetadata {
    .with { ($0.commandID, $0.user) = (id, "anna") }
  }

  @Test("two streams and one on calls, and none of another user")
  func everySession() async throws {
    try await BackendExperiences.open { running in
      func client(_ name: String, _ user: String) async throws -> TestStream {
        let client = name == "a" ? UnarySession(running) : TestStream(running)
        try await client.open { ($0.sessionID, $0.user, $0.experience) = (name, user, "shop") }
        return client
      }
      let annas = [
        try await client("b", "anna"), try await client("a", "anna"), try await client("c", "anna"),
      ]
      let others = [try await client("d", "ann"), try await client("e", "")]
      async let sent = Order.countUp.send(as: Self.all(as: "all"), to: running)
      for client in annas {
        let found = try await client.applied()
        #expect(found.commands == ["all"] && found.map(\.setting.badge.text) == ["4"])
      }
      let results = try await sent
      #expect(results.map(\.sessionID) == ["a", "b", "c"])
      #expect(results.map(\.summary) == ["applied", "applied", "applied"])
      for client in others + annas[..<2] {
        let (frames, end) = await client.close()
        #expect(frames.directives.isEmpty && end == .well)
      }
      async let rest = Order.countUp.send(as: Self.all(as: "rest"), to: running)
      _ = try await annas[2].applied()
      #expect(try await rest.map(\.sessionID) == ["c"])
    }
  }

  @Test("T18: all sessions, of every user and of none; of an engine without sessions no result")
  func everyUser() async throws {
    let all = Interaction_V1_CommandMetadata.with { ($0.commandID, $0.all) = ("all", true) }
    try await BackendExperiences.open { running in
      #expect(try await Order.countUp.send(as: all, to: running).isEmpty)
      var clients: [TestStream] = []
      for (name, user) in [("a", "anna"), ("b", "ben"), ("c", "")] {
        clients.append(
          try await .shopping(running) { ($0.sessionID, $0.user) = (name, user) })
      }
      async let sent = Order.countUp.send(as: all, to: running)
      for client in clients {
        let found = try await client.applied()
        #expect(found.commands == ["all"] && found.map(\.setting.badge.text) == ["4"])
      }
      #expect(try await sent.map(\.sessionID) == ["a", "b", "c"])
    }
  }

  @Test("each has its own outcome")
  func outcomes() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      func client(_ name: String, _ experience: String) async throws -> TestStream {
        try await .shopping(running) {
          ($0.sessionID, $0.user, $0.experience) = (name, "anna", experience)
        }
      }
      let reader = try await client("applies", "shop")
      let others = [try await client("does-not", "shop"), try await client("cannot", "plain")]
      async let sent = Order.countUp.send(as: Self.all(as: "go"), to: running)
      _ = try await reader.applied()
      let outcomes = try await sent.map { "\($0.sessionID) \($0.outcome)" }
      #expect(outcomes == ["applies applied", "cannot invalid", "does-not unconfirmed"])
      withExtendedLifetime(others) {}
    }
  }

  @Test("200 that do not answer are asked at once, and take no longer than one")
  func manySessions() async throws {
    let names = (0 ..< 200).map { "many-\($0 + 100)" }
    try await BackendExperiences.open({
      $0.admission.sessionsPerUser = 500
      BackendExperiences.impatient(&$0)
    }) { running in
      for name in names {
        _ = try await UnarySession.opened(running) {
          ($0.sessionID, $0.user, $0.experience) = (name, "anna", "shop")
        }
      }
      let start = ContinuousClock.now
      let results = try await Order.countUp.send(as: Self.all(as: "all"), to: running)
      #expect(ContinuousClock.now - start < .seconds(20))
      #expect(results.map(\.sessionID) == names)
      #expect(results.allSatisfy { $0.outcome == .unconfirmed })
    }
  }
}
