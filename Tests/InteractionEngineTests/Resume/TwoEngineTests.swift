import InteractionCore
import InteractionStream
import InteractionWire
import Testing

@testable import InteractionService

/// A client has one consistent history, whatever another holder of its checkpoint does.
@Suite("A checkpoint that is opened twice", .timeLimit(.minutes(4)))
struct TwoEngineTests {
  /// The number of events per turn.
  private static let stretch = 20
  private static let turns = 1 ... 12

  private func survivor(on running: RunningEngine) async throws -> ResumableSession {
    try await ResumableSession.opened("survivor", ResumeScript.events, on: TestStream(running))
  }

  /// Plays to the end, and checks that nothing was lost or duplicated.
  private func expectWhole(
    _ survivor: ResumableSession, _ expected: [WireDirective]
  ) async throws {
    try await survivor.play()
    expectSame(survivor.directives, expected)
    #expect(await survivor.conversation.close().end == .well)
  }

  /// Resumes on two connections at once, and keeps that of the newer epoch. Returns the other one,
  /// if it was opened.
  private func race(
    _ survivor: ResumableSession, on older: RunningEngine, and newer: RunningEngine
  ) async throws -> ResumableSession? {
    let other = survivor.copy()
    survivor.epoch += 1
    other.startToResume(on: TestStream(older))
    survivor.startToResume(on: TestStream(newer))
    let lost = await CallCompletion.of { try await other.finishToResume() }
    try await survivor.finishToResume()
    if lost == .well { return other }
    #expect("\(lost)" == "aborted SUPERSEDED")
    return nil
  }

  @Test("two connections race to one engine: the newer epoch stays, whichever comes first")
  func racedOnOne() async throws {
    try await RunningEngine.with { running in
      let expected = try await ResumeScript.uninterrupted(on: running)
      let survivor = try await self.survivor(on: running)
      for turn in Self.turns {
        try await survivor.playUnread(turn * Self.stretch)
        if let other = try await self.race(survivor, on: running, and: running) {
          await expectSuperseded(other.conversation)
        }
        try await survivor.play(turn * Self.stretch + 5)
      }
      try await self.expectWhole(survivor, expected)
    }
  }

  @Test("two connections race to two engines: the client goes by the newer epoch")
  func racedOnTwo() async throws {
    try await RunningEngine.two { one, two in
      let expected = try await ResumeScript.uninterrupted(on: one)
      let survivor = try await self.survivor(on: one)
      var givenUp: ResumableSession?
      for turn in Self.turns {
        try await survivor.playUnread(turn * Self.stretch)
        let engines = turn % 2 == 0 ? (two, one) : (one, two)
        let raced = try await self.race(survivor, on: engines.0, and: engines.1)
        let other = try #require(raced)
        if let givenUp {
          #expect("\(await givenUp.conversation.rest().end)" == "aborted SUPERSEDED")
        }
        // Both continue with the same events.
        try await other.play(turn * Self.stretch + 15)
        try await survivor.play(turn * Self.stretch + 10)
        givenUp = other
      }
      try await self.expectWhole(survivor, expected)
    }
  }

  /// Resumes with the client's own epoch on another engine, as a thief of the checkpoint.
  private func steal(_ survivor: ResumableSession, on running: RunningEngine) async throws
    -> ResumableSession
  {
    let thief = survivor.copy()
    thief.epoch -= 1
    try await thief.resume(on: TestStream(running))
    #expect(thief.epoch == survivor.epoch)
    let sent = Int(survivor.conversation.sent)
    let now = survivor.events[sent - 1].timeUs
    let mischief = (1 ... 3).map { WireEvent.tap($0, at: now + 100_000 * Int64($0)) }
    let known = Array(survivor.events[Int(thief.conversation.sent) ..< sent])
    #expect(try await thief.exchange(known + mischief).tabs.suffix(2) == [2, 3])
    return thief
  }

  private func rob(_ mine: RunningEngine, _ other: RunningEngine) async throws {
    let expected = try await ResumeScript.uninterrupted(on: mine)
    let survivor = try await self.survivor(on: mine)
    var engines = (mine: mine, other: other)
    for turn in Self.turns {
      try await survivor.play(turn * Self.stretch)
      let thief = try await self.steal(survivor, on: engines.other)
      if mine === other {
        await expectSuperseded(survivor.conversation)
      } else {
        try await survivor.play(turn * Self.stretch + 10)
      }
      try await survivor.resume(on: TestStream(engines.other))
      await expectSuperseded(thief.conversation)
      thief.epoch -= 1
      let end = await CallCompletion.of {
        try await thief.tryToResume(on: TestStream(engines.other))
      }
      #expect("\(end)" == "aborted SUPERSEDED")
      engines = (engines.other, engines.mine)
    }
    try await self.expectWhole(survivor, expected)
  }

  @Test("it is stolen again and again, on the same engine")
  func robbedOnOne() async throws {
    try await RunningEngine.with { running in try await self.rob(running, running) }
  }

  @Test("it is stolen again and again, on another engine")
  func robbedOnTwo() async throws {
    try await RunningEngine.two { one, two in try await self.rob(one, two) }
  }

  @Test("at once and with one epoch: either may win; the client counts on, and has its session")
  func oneEpoch() async throws {
    try await RunningEngine.with { running in
      let expected = try await ResumeScript.uninterrupted(on: running)
      let survivor = try await self.survivor(on: running)
      for turn in Self.turns {
        try await survivor.play(turn * Self.stretch)
        let thief = survivor.copy()
        for each in [thief, survivor] { each.startToResume(on: TestStream(running)) }
        var ends: [CallCompletion] = []
        for each in [thief, survivor] {
          ends.append(await CallCompletion.of { try await each.finishToResume() })
        }
        #expect(ends.contains(.well) && survivor.epoch == thief.epoch)
        try await survivor.resume(on: TestStream(running))
        if ends[0] == .well { ends[0] = await thief.conversation.rest().end }
        #expect("\(ends[0])" == "aborted SUPERSEDED")
      }
      try await self.expectWhole(survivor, expected)
    }
  }

  @Test("a command to the twin has not happened to the client, and no answer says so")
  func command() async throws {
    try await RunningEngine.two([:], { $0.limits.commandTimeout = .seconds(5) }) { one, two in
      let change: ResumableSession.Change = { $0.experience = "extended-tabs" }
      let survivor = try await ResumableSession.opened("both", on: TestStream(one), change)
      var history = SessionInputs(of: "extended-tabs")
      func send(_ events: [WireEvent]) async throws {
        history.sent(events)
        survivor.events += events
        try await survivor.play()
      }
      try await send([.tap(2, at: 1000)])
      let twin = survivor.copy()
      try await twin.resume(on: TestStream(two))
      let up = Order.badge(#""increase": 2"#, tab: 3)
      let atTwin = try await up.send(as: "up", to: two, session: "both")
      #expect(atTwin.summary == "unconfirmed")
      async let ordered = up.send(as: "up", to: one, session: "both")
      // Deadlines have passed meanwhile; their directives come first.
      while !survivor.directives.commands.contains("up") { try await survivor.hear() }
      try await survivor.conversation.send(.ack(survivor.applied))
      #expect(try await ordered.summary == "applied")
      let now = try await Inspector(one).get("both").state.nowUs
      var command = WireEvent("badge", #"{"tab": 3, "increase": 2}"#, at: now)
      command.commandID = "up"
      history.came([WireEvent("tick", #"{"byServer": true}"#, at: now), command])
      survivor.epoch += 1
      try await survivor.resume(on: TestStream(two))
      try await survivor.play()
      #expect(try await up.send(as: "up", to: two, session: "both").summary == "applied")
      try await send([.tap(0, at: 5_000_000)])
      expectSame(survivor.directives, try await history.directives(on: two))
    }
  }
}
