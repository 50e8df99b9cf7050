import InteractionWire
import Testing

@testable import InteractionService

@Suite("WatchSession", .timeLimit(.minutes(2)))
struct WatchSessionTests {
  @Test("the session, events and directives, the end")
  func moments() async throws {
    try await RunningEngine.with { running in
      let client = TestStream(running)
      try await client.open { $0.sessionID = "watched" }
      try await client.exchange(.tap(1))
      let watcher = try await Inspector(running).watch("watched")
      #expect(watcher.first?.session.sessionID == "watched")
      #expect(watcher.first?.session.appliedEvent == 1)
      let frames = try await client.exchange(
        .tap(2, at: 5), .scroll(0, .began, at: 6), .tap(0, at: 7))
      _ = await client.close()
      let moments = try await watcher.rest()
      #expect(
        moments.map(\.summary) == [
          "event 2", "directive 2", "event 3", "event 4", "directive 3", "ended ",
        ])
      #expect(moments.filter { $0.eventSequence > 0 }.map(\.event.timeUs) == [5, 6, 7])
      #expect([moments[1], moments[4]].map(\.directive) == frames.directives)
    }
  }

  @Test("commands and heartbeats have no number")
  func commands() async throws {
    try await BackendExperiences.open { running in
      let session = try await UnarySession.opened(running) {
        ($0.sessionID, $0.experience) = ("watched", "shop")
      }
      await session.subscribe()
      let watcher = try await Inspector(running).watch("watched")
      async let sent = Order.countUp.send(as: "up", to: running, session: "watched")
      _ = try await session.applied()
      _ = try await sent
      try await session.tell(.heartbeat(3))
      try await session.tell(isLast: true)
      let moments = try await watcher.rest()
      #expect(moments.map(\.summary) == ["event 0", "directive 1", "event 0", "ended "])
      #expect(moments[1].directive.cause.command == "up")
    }
  }

  @Test("the reason for its end", arguments: ["SUPERSEDED", "ENDED_BY_OPERATOR"])
  func ends(reason: String) async throws {
    try await RunningEngine.with { running in
      let inspector = Inspector(running)
      let client = TestStream(running)
      try await client.open { $0.sessionID = "ends" }
      var watchers: [Watcher] = []
      for _ in 0 ..< 3 { watchers.append(try await inspector.watch("ends")) }
      if reason == "SUPERSEDED" {
        try await TestStream(running).open { $0.sessionID = "ends" }
      } else {
        try await inspector.end("ends")
      }
      for watcher in watchers {
        #expect(try await watcher.rest().map(\.summary) == ["ended \(reason)"])
      }
    }
  }

  @Test("16 watch at once; the session notices nothing, and one more is refused")
  func many() async throws {
    try await RunningEngine.with { running in
      let inspector = Inspector(running)
      let client = TestStream(running)
      try await client.open { $0.sessionID = "visited" }
      var watchers: [Watcher] = []
      for _ in 0 ..< 16 { watchers.append(try await inspector.watch("visited")) }
      let end = await CallCompletion.of { _ = try await inspector.watch("visited") }
      #expect("\(end)" == "unavailable OVERLOADED")
      #expect(try await client.exchange(.tap(1)).tabs == [1])
      #expect(await client.close().end == .well)
      for watcher in watchers {
        #expect(try await watcher.rest().map(\.summary) == ["event 1", "directive 1", "ended "])
      }
    }
  }
}
