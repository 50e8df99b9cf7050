import FoundationEssentials
import InteractionWire
import SwiftProtobuf
import Testing

@Suite("GetSession and EndSession", .timeLimit(.minutes(2)))
struct InspectorTests {
  @Test("GetSession tells what is known of a session, before and after it is resumed")
  func one() async throws {
    try await RunningEngine.with { running in
      let inspector = Inspector(running)
      let client = TestStream(running)
      let resumes: (inout Interaction_V1_Open) -> Void = {
        ($0.sessionID, $0.user, $0.capabilities.resumes) = ("looked-at", "anna", true)
        ($0.clientName, $0.clientVersion, $0.epoch) = ("app", "2.5", $0.hasResume ? 2 : 1)
      }
      try await client.open(resumes)
      var frames = try await client.exchange(.tap(1), .tap(2), .scroll(0, .began))
      try await client.send(.ack(1))
      frames += try await client.exchange(WireEvent("tick"))
      let found = try await inspector.get("looked-at")
      let summary = found.summary
      #expect(summary.sessionID == "looked-at" && summary.user == "anna")
      #expect(summary.experience == "home-refined")
      #expect(summary.client.contains("app") && summary.client.contains("2.5"))
      #expect(summary.epoch == 1 && summary.outcome == .new)
      #expect(summary.appliedEvent == 4)
      #expect(summary.lastDirective == 2 && summary.ackedDirective == 1)
      #expect(found.unacknowledgedDirectives == 1 && found.waitingDirectives == 0)
      #expect(-20 ... 0 ~= summary.openedAt.date.timeIntervalSinceNow)
      let tabs = found.snapshot.settings.compactMap {
        if case .selection(let it)? = $0.state { it.selected } else { nil }
      }
      #expect(tabs == [2] && found.state.nextDirective == 3)

      let checkpoint = try #require(frames.filter(\.hasCheckpoint).last?.checkpoint)
      client.cancel()
      let again = TestStream(running)
      let opened = try await again.open {
        $0.resume = .with {
          ($0.token, $0.directive, $0.firstEvent) = (checkpoint.token, 2, checkpoint.event + 1)
        }
        resumes(&$0)
      }.opened
      let resumed = try await inspector.get("looked-at").summary
      #expect(resumed.epoch == 2 && resumed.outcome == .resumed)
      #expect(resumed.appliedEvent == opened.appliedEvent && resumed.ackedDirective == 2)
      #expect(await again.close().end == .well)
    }
  }

  @Test("a session that is over, or never was, is unknown")
  func unknown() async throws {
    try await RunningEngine.with { running in
      let inspector = Inspector(running)
      let over = TestStream(running)
      try await over.open { $0.sessionID = "over" }
      _ = await over.close()
      for name in ["over", "none", "", String(repeating: "x", count: 60_000)] {
        for end in [
          await CallCompletion.of { _ = try await inspector.get(name) },
          await CallCompletion.of { _ = try await inspector.watch(name) },
          await CallCompletion.of { try await inspector.end(name) },
        ] {
          #expect("\(end)" == "notFound UNKNOWN_SESSION")
          #expect(end.message.count < 500)
        }
      }
    }
  }

  @Test(
    "EndSession: ABORTED ENDED_BY_OPERATOR, with the operator's message",
    arguments: ["", "Wartung – 維護", String(repeating: "x", count: 256)])
  func end(message: String) async throws {
    try await RunningEngine.with { running in
      let inspector = Inspector(running)
      for client in [TestStream(running), UnarySession(running)] {
        try await client.open { ($0.sessionID, $0.user) = ("ended", "anna") }
        #expect(try await inspector.end("ended", message).session.sessionID == "ended")
        let (frames, end) = await client.rest()
        #expect(frames.isEmpty && "\(end)" == "aborted ENDED_BY_OPERATOR")
        #expect(end.retryDelay == nil && end.message.contains(message))
        let again = await CallCompletion.of { try await inspector.end("ended") }
        #expect(again.reason == "UNKNOWN_SESSION")
      }
      let long = await CallCompletion.of {
        try await inspector.end("ended", String(repeating: "x", count: 257))
      }
      #expect("\(long)" == "invalidArgument INVALID_ARGUMENT message")
    }
  }
}
