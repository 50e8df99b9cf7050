import InteractionCore
import InteractionWire
import Testing

@testable import InteractionService

@Suite("Many orders at once", .timeLimit(.minutes(2)))
struct ConcurrentOrderTests {
  /// Sends all commands at once. Returns the outcome of each, or the call's end.
  private func outcomes(
    _ orders: [(id: String, order: Order)], _ running: RunningEngine, session: String = "shop"
  ) async -> [String] {
    await withTaskGroup(of: String.self) { group in
      for (id, order) in orders {
        group.addTask {
          do {
            return try await order.send(as: id, to: running, session: session).summary
          } catch {
            return "\(CallCompletion(error))"
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("50 are carried out once each")
  func fifty() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      let names = (0 ..< 50).map { "c\($0)" }
      async let outcomes = self.outcomes(names.map { ($0, .countUp) }, running)
      let found = try await client.applied(50)
      #expect(await outcomes == Array(repeating: "applied", count: 50))
      #expect(found.numbers == Array(1 ... 50))
      #expect(found.commands.sorted() == names.sorted())
      #expect(found.map(\.setting.badge.text) == (4 ..< 54).map { "\($0)" })
      #expect(await client.close().frames.directives.isEmpty)
    }
  }

  @Test("40 among 40 of the client's own events: each takes place, once")
  func amongEvents() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      let client = try await TestStream.shopping(running)
      client.acknowledges = false
      let names = (0 ..< 40).map { "c\($0)" }
      async let outcomes = self.outcomes(
        names.enumerated().map { ($1, .moved($0 + 1)) }, running)
      for number in 1 ... 40 { try await client.events([.tap(number % 2)]) }
      var found: [WireDirective] = []
      while found.tabs.count + found.commands.count(where: { !$0.isEmpty }) < 80 {
        found += try await client.receive().directives
      }
      #expect(await outcomes == Array(repeating: "unconfirmed", count: 40))
      #expect(found.numbers == Array(1 ... UInt64(found.count)))
      #expect(found.commands.filter { !$0.isEmpty }.sorted() == names.sorted())
      let events = found.filter { $0.selection != nil }.map(\.cause.eventSequence)
      #expect(events == Array(1 ... 40))
    }
  }

  @Test("one command 50 times at once is carried out once")
  func oneName() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      async let outcomes = self.outcomes(
        Array(repeating: ("once", .countUp), count: 50), running)
      #expect(try await client.applied().map(\.setting.badge.text) == ["4"])
      #expect(await outcomes == Array(repeating: "applied", count: 50))
      #expect(await client.close().frames.directives.isEmpty)
    }
  }

  @Test("300 to a session that is not read end the session, not the server, and in time")
  func unreadSession() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      let session = try await UnarySession.opened(running) {
        ($0.sessionID, $0.experience) = ("deaf", "shop")
      }
      let outcomes = await self.outcomes(
        (0 ..< 300).map { ("c\($0)", .moved($0 + 1)) }, running, session: "deaf")
      #expect(Set(outcomes).isSubset(of: ["unconfirmed", "notFound UNKNOWN_SESSION"]))
      while await session.endOfSending() == .well {
        try await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  @Test("those that come as the session ends reach it or fail, and none waits for ever")
  func endingSession() async throws {
    try await BackendExperiences.open(BackendExperiences.impatient) { running in
      for turn in 0 ..< 40 {
        let client = turn % 2 == 0 ? TestStream(running) : UnarySession(running)
        try await client.open { ($0.sessionID, $0.experience) = ("shop", "shop") }
        async let outcomes = self.outcomes(
          (0 ..< 5).map { ("c\($0)", .moved($0 + 1)) }, running)
        try await Task.sleep(for: .microseconds(turn / 2 * 300))
        let (frames, end) = await client.close()
        #expect(end == .well)
        let lost = await outcomes.count { $0 == "notFound UNKNOWN_SESSION" }
        let carriedOut = await outcomes.count { $0 == "unconfirmed" }
        #expect(lost + carriedOut == 5)
        #expect(frames.directives.numbers == Array(1 ..< UInt64(carriedOut + 1)))
      }
    }
  }

  @Test("those that wait for an acknowledgement do not keep a server that goes down")
  func endingServer() async throws {
    try await BackendExperiences.open { running in
      let client = try await TestStream.shopping(running)
      async let outcomes = self.outcomes((0 ..< 4).map { ("c\($0)", .moved($0 + 1)) }, running)
      for _ in 0 ..< 4 { _ = try await client.receive() }
      running.engine.drain(within: .zero)
      #expect("\(await client.rest().end)" == "unavailable DRAINING")
      await running.engine.waitUntilDrained()
      let known: Set = ["unconfirmed", "unavailable DRAINING", "notFound UNKNOWN_SESSION"]
      #expect(Set(await outcomes).isSubset(of: known))
    }
  }
}
