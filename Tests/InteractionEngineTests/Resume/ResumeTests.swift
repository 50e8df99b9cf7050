import InteractionWire
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("A session is resumed, and nothing is lost or doubled", .timeLimit(.minutes(2)))
struct ResumeTests {
  /// Runs a session that `body` cuts, and compares its directives with those of an uncut one.
  private func survive(
    _ running: RunningEngine, by connection: Connection = .stream,
    _ body: (ResumableSession) async throws -> Void
  ) async throws {
    let expected = try await ResumeScript.uninterrupted(on: running)
    let survivor = try await ResumableSession.opened(
      "survivor", ResumeScript.events, on: connection.client(of: running))
    try await body(survivor)
    try await survivor.play()
    expectSame(survivor.directives, expected)
    #expect(await survivor.conversation.close().end == .well)
  }

  @Test("checkpoints: with the opening, after gestures, and for no client that keeps none")
  func checkpoints() async throws {
    try await RunningEngine.with { running in
      for connection in Connection.allCases {
        let client = connection.client(of: running)
        let first = try await client.open { $0.capabilities.resumes = true }.checkpoint
        #expect(1 ... 4096 ~= first.token.count && first.lifetimeUs == 120_000_000)
        #expect(first.event == 0 && first.directive == 0)
        for end in [[WireEvent.scroll(0, .began), .scroll(9), .scroll(9, .ended)], [.tap(1)]] {
          let frames = try await client.exchange(end)
          #expect(frames.filter(\.hasCheckpoint).last?.checkpoint.event == client.sent)
        }
        let plain = connection.client(of: running)
        var frames = [try await plain.open()]
        frames += try await plain.exchange(.scroll(0, .began), .scroll(9, .ended), .tap(1))
        #expect(!frames.contains { $0.hasCheckpoint })
      }
    }
  }

  @Test("on the same engine, after cuts in the middle of it", arguments: Connection.allCases)
  func same(connection: Connection) async throws {
    try await RunningEngine.with { running in
      try await self.survive(running, by: connection) { survivor in
        for cut in [1, 40, 41, 100, 170, 222, 270] {
          try await survivor.play(cut)
          try await survivor.playUnread(cut + 9)
          survivor.conversation.cancel()
          try await survivor.resume(on: connection.client(of: running))
        }
      }
    }
  }

  @Test("12 times, by turns on two engines, by stream and by calls")
  func elsewhere() async throws {
    try await RunningEngine.two { one, two in
      try await self.survive(one) { survivor in
        for turn in 1 ... 12 {
          try await survivor.play(turn * 22)
          try await survivor.playUnread(turn * 22 + turn)
          survivor.conversation.cancel()
          let connection = turn / 2 % 2 == 1 ? Connection.calls : .stream
          try await survivor.resume(on: connection.client(of: [one, two][turn % 2]))
        }
      }
    }
  }

  @Test("while the older stream is there")
  func takenOver() async throws {
    try await RunningEngine.with { running in
      try await self.survive(running) { survivor in
        for cut in [30, 150, 250] {
          try await survivor.play(cut)
          let older = survivor.conversation
          try await survivor.resume(on: TestStream(running))
          await expectSuperseded(older)
        }
        let total = try await Inspector(running).list().totalSize
        #expect(total == 1)
      }
    }
  }

  @Test("directives that the client has applied do not come again; all others do")
  func known() async throws {
    try await RunningEngine.with { running in
      let expected = try await ResumeScript.uninterrupted(on: running)
      let survivor = try await ResumableSession.opened(
        "known", ResumeScript.events, on: TestStream(running))
      let first = survivor.checkpoint
      for applied in [0, 1, 17, expected.count - 1, expected.count] {
        let last = applied == 0 ? 0 : expected[applied - 1].sequence
        (survivor.checkpoint, survivor.applied, survivor.directives) = (first, last, [])
        try await survivor.resume(on: TestStream(running))
        try await survivor.play()
        expectSame(survivor.directives, Array(expected[applied...]))
      }
    }
  }

  @Test("a command is known afterwards, on the same engine and on another")
  func command() async throws {
    try await RunningEngine.two(BackendExperiences.experiences, BackendExperiences.impatient) {
      one, two in
      let survivor = try await ResumableSession.opened("shop", on: TestStream(one)) {
        $0.experience = "shop"
      }
      async let ordered = Order.countUp.send(as: "up", to: one)
      try await survivor.hear()
      // The frame with the command's directive also has a checkpoint.
      #expect(survivor.checkpoint.directive == 1)
      survivor.conversation.cancel()
      #expect(try await ordered.summary == "unconfirmed")
      for running in [two, one] {
        try await survivor.resume(on: TestStream(running))
        #expect(try await Order.countUp.send(as: "up", to: running).summary == "applied")
        try await survivor.exchange([WireEvent("tick")])
        #expect(survivor.directives.numbers == [1])
        survivor.conversation.cancel()
      }
    }
  }

  @Test("a command whose frame the client did not have has not happened; its repetition does")
  func lostCommand() async throws {
    try await RunningEngine.two(BackendExperiences.experiences, BackendExperiences.impatient) {
      one, two in
      let survivor = try await ResumableSession.opened("shop", on: TestStream(one)) {
        $0.experience = "shop"
      }
      #expect(try await Order.countUp.send(as: "up", to: one).summary == "unconfirmed")
      survivor.conversation.cancel()
      try await survivor.resume(on: TestStream(two))
      #expect(try await Order.countUp.send(as: "up", to: two).summary == "unconfirmed")
      try await survivor.hear()
      #expect(survivor.directives.map(\.setting.badge.text) == ["4"])
    }
  }
}
