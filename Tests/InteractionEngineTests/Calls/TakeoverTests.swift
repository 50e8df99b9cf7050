import GRPCCore
import InteractionWire
import Testing

@Suite("A session has one client", .timeLimit(.minutes(2)))
struct TakeoverTests {
  private func opened(
    _ running: RunningEngine, called: Bool = false, epoch: UInt64 = 0,
    _ change: (inout Interaction_V1_Open) -> Void = { _ in }
  ) async throws -> TestStream {
    let client = called ? UnarySession(running) : TestStream(running)
    try await client.open {
      ($0.sessionID, $0.epoch) = ("fence", epoch)
      change(&$0)
    }
    return client
  }

  private func count(_ running: RunningEngine) async throws -> UInt32 {
    try await Inspector(running).list().totalSize
  }

  @Test("the newest, by stream or calls")
  func newest() async throws {
    try await BackendExperiences.open { running in
      var older: TestStream?
      for turn in 0 ..< 8 {
        let newer = try await self.opened(
          running, called: turn / 2 % 2 == 1, epoch: UInt64(turn / 3))
        #expect(try await newer.exchange(.tap(1)).directives.numbers == [1])
        #expect(try await self.count(running) == 1)
        if let (frames, end) = await older?.rest() {
          #expect(frames.isEmpty && "\(end)" == "aborted SUPERSEDED" && end.retryDelay == nil)
        }
        if let called = older as? UnarySession {
          #expect(await called.endOfSending().reason == "UNKNOWN_SESSION")
        }
        older = newer
      }
      let last = try #require(older)
      async let sent = Order.tab(3).send(as: "go", to: running, session: "fence")
      _ = try await last.applied()
      #expect(try await sent.summary == "applied")
      #expect(await last.close().end == .well)
      #expect(try await self.count(running) == 0)
    }
  }

  @Test("a lower epoch does not take it over")
  func lowerEpoch() async throws {
    try await RunningEngine.with { running in
      let current = try await self.opened(running, epoch: 1 << 63)
      for epoch in [0, 1, 1 << 63 - 1] as [UInt64] {
        for called in [false, true] {
          let end = await CallCompletion.of {
            _ = try await self.opened(running, called: called, epoch: epoch)
          }
          #expect("\(end)" == "aborted SUPERSEDED")
        }
      }
      #expect(try await current.exchange(.tap(1)).tabs == [1])
      let latest = try await self.opened(running, called: true, epoch: .max)
      #expect("\(await current.rest().end)" == "aborted SUPERSEDED")
      #expect(await latest.close().end == .well)
      // The session has ended, so epochs restart.
      #expect(try await self.opened(running, epoch: 1).close().end == .well)
    }
  }

  @Test("an opening that fails does not end it")
  func failedOpening() async throws {
    let changes: [(inout Interaction_V1_Open) -> Void] = [
      { $0.experience = "nowhere" }, { $0.level = 0 }, { $0.clearSurface() },
      { $0.current.selectedTab = 9 }, { $0.user = "another" },
    ]
    try await RunningEngine.with { running in
      let current = try await self.opened(running)
      for change in changes {
        for called in [false, true] {
          let end = await CallCompletion.of {
            _ = try await self.opened(running, called: called, epoch: 9, change)
          }
          #expect([.notFound, .invalidArgument, .permissionDenied].contains(end.code))
        }
      }
      #expect(try await current.exchange(.tap(1)).tabs == [1])
      #expect(await current.close().end == .well)
    }
  }

  @Test(
    "many openings at once: one stays, that of the latest epoch",
    arguments: [Array(repeating: 0, count: 100)] + (0 ..< 100).map { _ in (1 ... 16).shuffled() })
  func atOnce(epochs: [UInt64]) async throws {
    try await RunningEngine.with { running in
      let clients = epochs.map { _ in TestStream(running) }
      for (client, epoch) in zip(clients, epochs) {
        client.send(bytes: WireRequest.open { ($0.sessionID, $0.epoch) = ("fence", epoch) }.bytes)
      }
      var ends: [CallCompletion?] = []
      for client in clients {
        let end = await CallCompletion.of { _ = try await client.receive() }
        ends.append(end == .well ? nil : end)
      }
      let total = try await self.count(running)
      #expect(total == 1)
      var stayed: [UInt64] = []
      for (index, client) in clients.enumerated() {
        var end = await client.close().end
        end = ends[index] ?? end
        if end == .well { stayed.append(epochs[index]) }
        #expect(end == .well || "\(end)" == "aborted SUPERSEDED")
      }
      #expect(stayed == [epochs.max()])
      let left = try await self.count(running)
      #expect(left == 0)
    }
  }

  @Test("300 openings one after the other, of which only the last is used")
  func overAndOver() async throws {
    try await BackendExperiences.open { running in
      let session = UnarySession(running)
      for epoch in 1 ... 300 as ClosedRange<UInt64> {
        try await session.openUnread {
          ($0.sessionID, $0.epoch, $0.experience, $0.user) = ("again", epoch, "shop", "u")
        }
      }
      #expect(try await self.count(running) == 1)
      await session.subscribe()
      async let sent = Order.countUp.send(as: "up", to: running, session: "again")
      _ = try await session.applied()
      #expect(try await sent.summary == "applied")
      #expect(await session.close().end == .well)
    }
  }
}
