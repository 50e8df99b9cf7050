import GRPCCore
import InteractionMonitoring
import InteractionTrace
import InteractionVariants
import InteractionWire
import Metrics
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Sessions of variants", .timeLimit(.minutes(2)))
struct VariantSessionTests {
  private typealias Switch = Interaction_Inspector_V1_SetKillSwitchRequest
  private typealias Explanation = Interaction_Inspector_V1_ExplainSelectionResponse

  /// Runs `body` with an engine that has a document of variants.
  private func with(
    share: Double = 50, named users: [String] = [],
    _ body: (RunningEngine) async throws -> Void
  ) async throws {
    let yaml = try VariantDocument.yaml(share: share, named: users)
    try await RunningEngine.with(["home": yaml]) { try await body($0) }
  }

  /// Opens a session and returns its `opened`.
  @discardableResult
  private func open(
    _ running: RunningEngine, _ user: String, as session: String? = nil,
    _ experience: String = "home"
  ) async throws -> (opened: Interaction_V1_Opened, client: TestStream) {
    let client = TestStream(running)
    let frame = try await client.open {
      ($0.user, $0.sessionID, $0.experience) = (user, session ?? "s-\(user)", experience)
    }
    return (frame.opened, client)
  }

  private func explain(
    _ running: RunningEngine, _ json: String
  ) async throws -> Explanation {
    try await running.call(
      "InspectorService/ExplainSelection",
      Interaction_Inspector_V1_ExplainSelectionRequest(json: json))
  }

  private func kill(
    _ running: RunningEngine, _ json: String
  ) async throws -> Interaction_Inspector_V1_SetKillSwitchResponse {
    try await running.call("InspectorService/SetKillSwitch", Switch(json: json))
  }

  @Test("a user's bucket decides; the session says so, and decides by that version")
  func selected() async throws {
    try await self.with { running in
      for user in (0 ..< 12).map({ "user-\($0)" }) {
        let (opened, client) = try await self.open(running, user)
        let isLow = Bucket.of(user, salt: "home") < 5_000
        #expect(opened.variant == (isLow ? "low" : "control"))
        #expect(opened.experience == "home")
        _ = try await client.exchange(.scroll(0, .began))
        let frames = try await client.exchange(.scroll(300))
        #expect(frames.flatMap(\.directives).looks == (isLow ? ["rocket"] : []))
        let summary = try await Inspector(running).get("s-\(user)").summary
        #expect(summary.variant == opened.variant)
        #expect(summary.selection.reason == .bucket && summary.selection.phase == 1)
        let why = try await self.explain(
          running, #"{"experience": "home", "user": "\#(user)", "platform": "ios"}"#)
        #expect(why.selection == summary.selection && why.digest == opened.experienceDigest)
        #expect(why.steps.map(\.step) == ["bucket"] && why.summary.contains("owns bucket"))
      }
    }
  }

  @Test("a resumed session keeps its version and its variant")
  func resumed() async throws {
    try await self.with(share: 100) { running in
      let first = try await RestartTests.tapped(running, "kept", user: "ann", experience: "home")
      _ = try await self.kill(
        running,
        #"{"experience": "home", "allVariants": true, "state": "KILL_SWITCH_STATE_KILLED"}"#)
      let opened = try await first.tryToResume(on: TestStream(running))
      #expect(opened.outcome == .resumed && opened.variant == "low")
      let other = try await self.open(running, "ann", as: "new").opened
      #expect(other.variant.isEmpty && other.experienceDigest != opened.experienceDigest)
    }
  }

  @Test("the kill switch changes new sessions at once, and moves open ones if asked")
  func killed() async throws {
    try await self.with(share: 100) { running in
      let (opened, client) = try await self.open(running, "ann")
      #expect(opened.variant == "low")
      let answer = try await self.kill(
        running,
        #"{"experience": "home", "variants": ["low"], "state": "KILL_SWITCH_STATE_KILLED"}"#)
      #expect(answer.killedVariants == ["low"] && answer.openSessions == 1)
      let late = try await self.open(running, "ben").opened
      #expect(late.variant.isEmpty)
      let selection = try await Inspector(running).get("s-ben").summary.selection
      #expect(selection.reason == .killed)
      #expect(try await Inspector(running).get("s-ann").summary.variant == "low")
      _ = try await self.kill(
        running,
        """
        {"experience": "home", "variants": ["low"], "state": "KILL_SWITCH_STATE_KILLED",
         "moveSharePerSecond": 1}
        """)
      var moved = Interaction_Inspector_V1_SessionSummary()
      for _ in 0 ..< 3_000 where moved.selection.reason != .killed {
        moved = try await Inspector(running).get("s-ann").summary
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(moved.experienceDigest == late.experienceDigest && moved.variant.isEmpty)
      _ = try await client.exchange(.scroll(0, .began))
      #expect(try await client.exchange(.scroll(300)).flatMap(\.directives).looks == [])
      let lifted = try await self.kill(
        running,
        #"{"experience": "home", "allVariants": true, "state": "KILL_SWITCH_STATE_LIFTED"}"#)
      #expect(lifted.killedVariants.isEmpty)
      #expect(try await self.open(running, "cleo").opened.variant == "low")
    }
  }

  @Test("what is missing or unknown never switches anything")
  func badSwitch() async throws {
    try await self.with(share: 100) { running in
      for (json, field) in [
        (#"{"experience": "home", "variants": ["low"]}"#, "state"),
        (#"{"variants": ["low"], "state": "KILL_SWITCH_STATE_KILLED"}"#, "experience"),
        (#"{"experience": "home", "state": "KILL_SWITCH_STATE_KILLED"}"#, "variants"),
        (
          #"{"experience": "home", "variants": ["x"], "state": "KILL_SWITCH_STATE_KILLED"}"#,
          "variants[0]"
        ),
        (
          #"{"experience": "home", "variants": ["control"], "state": "KILL_SWITCH_STATE_KILLED"}"#,
          "variants[0]"
        ),
        (
          #"{"experience": "home-literal", "allVariants": true, "state": "KILL_SWITCH_STATE_KILLED"}"#,
          "experience"
        ),
        (
          """
          {"experience": "home", "allVariants": true, "state": "KILL_SWITCH_STATE_KILLED",
           "moveSharePerSecond": 2}
          """, "move_share_per_second"
        ),
      ] {
        let end = await CallCompletion.of { _ = try await self.kill(running, json) }
        #expect(end.code == .invalidArgument, "\(json)")
        #expect(end.fields == [field] || end.message.contains(field), "\(json)")
      }
      let opened = try await self.open(running, "ann").opened
      #expect(opened.variant == "low")
    }
  }

  @Test("named users and testers get what they are to see, and count in nothing")
  func testers() async throws {
    try await self.with(share: 0, named: ["zo\u{EB}"]) { running in
      #expect(try await self.open(running, "zo\u{EB}", as: "a").opened.variant == "low")
      #expect(try await self.open(running, "zoe\u{308}", as: "b").opened.variant == "control")
      #expect(try await self.open(running, "ann", as: "c", "home@low").opened.variant == "low")
      let reasons = try await Inspector(running).list().sessions.map(\.selection.reason)
      #expect(reasons == [.namedUser, .bucket, .tester])
      let end = await CallCompletion.of {
        _ = try await self.open(running, "ann", as: "d", "home@x")
      }
      #expect(end.reason == "UNKNOWN_EXPERIENCE")
    }
  }

  @Test("only the role tester may ask for a variant")
  func role() async throws {
    let issuer = Issuer()
    let yaml = try VariantDocument.yaml(share: 0)
    let guardian = try issuer.gatekeeper()
    try await RunningEngine.with(["home": yaml], { $0.callerAuthentication = guardian }) {
      running in
      let tester = running.called(by: try issuer.token("client", "tester"))
      #expect(try await self.open(tester, "", as: "t", "home@low").opened.variant == "low")
      let client = running.called(by: try issuer.token("client"))
      let end = await CallCompletion.of {
        _ = try await self.open(client, "", as: "c", "home@low")
      }
      #expect(end.reason == "ROLE_MISSING")
      #expect(try await self.open(client, "", as: "d", "home").opened.variant == "control")
    }
  }

  @Test("experiences list their variants, with buckets and sessions")
  func listed() async throws {
    try await self.with(share: 5, named: ["ann"]) { running in
      try await self.open(running, "ann")
      let list: Interaction_Inspector_V1_ListExperiencesResponse = try await running.call(
        "InspectorService/ListExperiences", Interaction_Inspector_V1_ListExperiencesRequest())
      let home = try #require(list.experiences.first { $0.name == "home" })
      #expect(home.variants.map(\.buckets) == [9_500, 500])
      #expect(home.variants.map(\.activeSessions) == [0, 1])
      #expect(home.phase == 1 && home.document.count == 64 && home.otherVersionSessions == 0)
    }
  }

  @Test("recordings have the selection and the buckets of all variants")
  func recorded() async throws {
    let yaml = try VariantDocument.yaml(share: 50)
    try await RecordingEngine.with(["home": yaml]) { engine in
      let (opened, client) = try await self.open(engine.running, "ann")
      _ = try await client.exchange(.tap(1))
      #expect(await client.close().end == .well)
      let trace = try await engine.recordings(["s-ann.1.trace"])[0]
      #expect(trace.header.selection?.variant == opened.variant)
      #expect(trace.header.selection?.reason == .bucket)
      #expect(trace.header.buckets.map(\.variant) == ["control", "low"])
      #expect(trace.header.buckets[1].ranges.map(\.end) == [5_000])
    }
  }

  @Test("the guardrails count a hold that expires once, though its event is sent again")
  func guardrails() async throws {
    let metrics = PrometheusMetrics(logger: EngineLog().logger)
    try await withMetricsFactory(metrics) {
      try await self.with(share: 100) { running in
        let (_, client) = try await self.open(running, "ann")
        let hold = WireEvent.with { $0.holdExpired = .with { $0.target = .tabs } }
        for _ in 0 ..< 2 { try await client.send(.events(1, [hold])) }
        _ = try await client.acked(1)
        try await client.send(.events(2, [.tap(1)]))
        _ = try await client.acked(2)
        func value(_ name: String) -> Substring? {
          metrics.text.split(separator: "\n").first {
            $0.hasPrefix("interaction_variant_\(name)_total{")
          }?
          .split(separator: " ").last
        }
        #expect(value("opened") == "1" && value("holds_expired") == "1")
        #expect(value("errors") == "0" && value("refusals") == "0")
      }
    }
  }
}
