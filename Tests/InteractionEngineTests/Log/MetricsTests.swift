import Foundation
import InteractionFleet
import InteractionMonitoring
import InteractionWire
import Metrics
import SwiftProtobuf
import Testing

@testable import InteractionService

@Suite("Metrics of an engine, as exposed", .timeLimit(.minutes(2)))
struct MetricsTests {
  private let metrics = PrometheusMetrics(logger: EngineLog().logger)

  /// The series with their values, without those of the process.
  private var series: [String: Double] {
    let lines = self.metrics.text.split(separator: "\n").filter { $0.hasPrefix("interaction_") }
    let pairs = lines.compactMap { line in
      line.lastIndex(of: " ").map {
        (String(line[..<$0].dropFirst("interaction_".count)), Double(line[$0...].dropFirst()) ?? -1)
      }
    }
    return Dictionary(pairs) { $1 }
  }

  /// Returns the non-zero series of a metric, by their labels.
  private func counted(_ metric: String) -> [String: Double] {
    let found = self.series.filter { $0.key.hasPrefix("\(metric){") && $0.value > 0 }
    return Dictionary(
      uniqueKeysWithValues: found.map { (String($0.key.dropFirst(metric.count)), $0.value) })
  }

  /// Waits until a series has a value, since some are counted after the client's answer.
  private func wait(for series: String, _ value: Double) async throws {
    while self.series[series] != value { try await Task.sleep(for: .milliseconds(5)) }
  }

  @Test("every series is there from the start; none comes later, but those of an experience")
  func fromTheStart() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        let before = Set(self.series.keys)
        let known = [
          #"events_total{kind="tap"}"#, #"directives_total{kind="animate"}"#,
          #"rejected_total{reason="OVERLOADED"}"#, #"resumes_total{outcome="new"}"#,
          #"resumes_total{outcome="restarted",reason="UNKNOWN_KEY"}"#,
          #"commands_total{outcome="applied"}"#, #"experience_reloads_total{result="error"}"#,
          "slow_consumers_total", "throttled_total", "recordings_incomplete_total",
          "connections_refused_total", "draining",
          #"experience_sessions{digest="other",experience="other",variant="other"}"#,
          #"decision_seconds_bucket{le="0.001"}"#,
        ]
        #expect(before.isSuperset(of: known), "\(Set(known).subtracting(before))")
        let client = TestStream(running)
        try await client.open()
        try await client.exchange(.tap(1), .scroll(0, .began), .scroll(300))
        _ = await TestStream(running).end(by: .open { $0.experience = "attic" })
        try await self.wait(for: #"rejected_total{reason="UNKNOWN_EXPERIENCE"}"#, 1)
        let later = Set(self.series.keys).subtracting(before)
        #expect(later.allSatisfy { $0.hasPrefix("experience_") }, "\(later)")
        #expect(later.count == 2)
        #expect(try #require(self.series["decision_seconds_count"]) >= 1)
      }
    }
  }

  @Test("sessions, events and directives; no name of a session, user or client")
  func sessions() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        let clients = (0 ..< 3).map { _ in TestStream(running) }
        for (number, client) in clients.enumerated() {
          try await client.open {
            ($0.sessionID, $0.user, $0.clientName) = ("secret-\(number)", "anna", "annas-phone")
          }
        }
        let called = UnarySession(running)
        try await called.open()
        #expect(self.series["sessions_active"] == 4)
        #expect(self.counted("experience_sessions").map(\.value) == [4])
        try await clients[0].exchange(.tap(1), .tap(2), .scroll(0, .began), .scroll(1))
        #expect(self.counted("events_total") == [#"{kind="scroll"}"#: 2, #"{kind="tap"}"#: 2])
        let tabs = try await clients[1].exchange(.tap(1), .tap(1), .tap(0)).tabs
        try await self.wait(for: #"directives_total{kind="animate"}"#, Double(2 + tabs.count))
        try await self.wait(for: #"resumes_total{outcome="new"}"#, 4)
        for client in clients + [called] { #expect(await client.close().end == .well) }
        try await self.wait(for: "sessions_active", 0)
        #expect(self.counted("experience_sessions").isEmpty)
        #expect(self.counted("experience_opened_total").map(\.value) == [4])
        for name in ["secret", "anna"] { #expect(!self.metrics.text.contains(name)) }
      }
    }
  }

  @Test("sessions that are resumed, and one that begins anew, with the reason")
  func resumed() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        let survivor = try await ResumableSession.opened("resumed", on: TestStream(running))
        for _ in 0 ..< 3 {
          survivor.conversation.cancel()
          try await survivor.resume(on: TestStream(running))
        }
        let stranger = ResumableSession("changed", on: TestStream(running))
        let opened = try await stranger.open(on: TestStream(running)) {
          $0.resume = .with { ($0.token, $0.firstEvent) = (.init([1]), 1) }
        }
        #expect(opened.outcome == .restarted && opened.restartReason == .invalidToken)
        let restarted = #"{outcome="restarted",reason="INVALID_TOKEN"}"#
        try await self.wait(for: "resumes_total\(restarted)", 1)
        #expect(
          self.counted("resumes_total")
            == [#"{outcome="new"}"#: 1, #"{outcome="resumed"}"#: 3, restarted: 1])
        try await self.wait(for: "sessions_active", 2)
      }
    }
  }

  @Test("streams that were refused or ended, by reason")
  func rejected() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        let ends: [(reason: String, requests: () -> [WireRequest])] = [
          ("OPEN_REQUIRED", { [.events(1, [.tap(1)])] }),
          ("ALREADY_OPEN", { [.open(), .open()] }),
          ("UNKNOWN_EXPERIENCE", { [.open { $0.experience = "attic" }] }),
          ("SEQUENCE_GAP", { [.open(), .events(7, [.tap(1)])] }),
        ]
        for (count, (reason, requests)) in ends.enumerated() {
          for _ in 0 ... count {
            let end = await TestStream(running).end(by: requests().map(\.bytes))
            #expect(end.reason == reason)
          }
          try await self.wait(for: "rejected_total{reason=\"\(reason)\"}", Double(count + 1))
        }
        #expect(await TestStream(running).end(by: [[0xFF]]).reason == "MALFORMED_FRAME")
        try await self.wait(for: #"rejected_total{reason="MALFORMED_FRAME"}"#, 1)
        let first = TestStream(running)
        try await first.open { $0.sessionID = "twice" }
        try await TestStream(running).open { ($0.sessionID, $0.epoch) = ("twice", 2) }
        #expect(await first.rest().end.reason == "SUPERSEDED")
        try await self.wait(for: #"rejected_total{reason="SUPERSEDED"}"#, 1)
      }
    }
  }

  @Test("callers that were not let in")
  func callers() async throws {
    let issuer = Issuer()
    try await withMetricsFactory(self.metrics) {
      try await issuer.guarding { running in
        let strange = running.called(by: try issuer.token(claims: ["aud": #""attic""#]))
        let client = running.called(by: try issuer.token())
        _ = await CallCompletion.of { try await TestStream(running).open() }
        _ = await CallCompletion.of { try await UnarySession(running).open() }
        _ = await CallCompletion.of { try await UnarySession(strange).open() }
        _ = await CallCompletion.of { _ = try await Inspector(client).list() }
        try await self.wait(for: #"rejected_total{reason="ROLE_MISSING"}"#, 1)
        #expect(
          self.counted("rejected_total") == [
            #"{reason="ROLE_MISSING"}"#: 1, #"{reason="TOKEN_INVALID"}"#: 1,
            #"{reason="TOKEN_MISSING"}"#: 2,
          ])
      }
    }
  }

  @Test("commands of backends, by what became of them")
  func commands() async throws {
    try await withMetricsFactory(self.metrics) {
      try await BackendExperiences.open { running in
        let client = try await TestStream.shopping(running)
        for number in 0 ..< 2 { _ = try await client.carriesOut(.countUp, as: "up-\(number)") }
        #expect(try await Order.tab(9).send(as: "none", to: running).outcome == .invalid)
        #expect(
          self.counted("commands_total")
            == [#"{outcome="applied"}"#: 2, #"{outcome="invalid"}"#: 1])
      }
    }
  }

  @Test("sessions that are sent to other engines of a fleet, by reason")
  func sentAway() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        let member = FleetEngine(running.engine, named: "e1", settlingTime: .zero)
        let metric = "fleet_sessions_sent_away_total"
        #expect(self.series["\(metric){reason=\"ring\"}"] == 0)
        let frozen = (0 ..< 3).map { _ in TestStream(running) }
        for client in frozen { try await client.open() }
        await member.resumed(afterPause: .seconds(9))
        for client in frozen { #expect(await client.rest().end.reason == "DRAINING") }
        try await self.wait(for: "sessions_active", 0)
        #expect(self.counted(metric) == [#"{reason="frozen"}"#: 3])
        let clients = (0 ..< 8).map { _ in TestStream(running) }
        for (number, client) in clients.enumerated() {
          try await client.open { $0.sessionID = "s\(number)" }
        }
        _ = running.run { await member.run() }
        await member.updateMembers(["e1", "e2"])
        let ring = HashRing(["e1", "e2"])
        let others = clients.indices.filter { ring.owner(of: "s\($0)") == "e2" }
        #expect(!others.isEmpty && others.count < clients.count)
        for number in others { _ = try await clients[number].receive(until: \.hasDrain) }
        try await self.wait(for: "\(metric){reason=\"ring\"}", Double(others.count))
      }
    }
  }

  @Test("500 sessions that come and go at once: in the end there is none")
  func crowd() async throws {
    try await withMetricsFactory(self.metrics) {
      try await RunningEngine.with { running in
        for _ in 0 ..< 5 {
          let clients = (0 ..< 100).map { _ in TestStream(running) }
          for client in clients { try await client.open() }
          #expect(self.series["sessions_active"] == 100)
          #expect(try await Inspector(running).list().totalSize == 100)
          for client in clients { client.cancel() }
          try await self.wait(for: "sessions_active", 0)
        }
        #expect(self.counted("resumes_total") == [#"{outcome="new"}"#: 500])
      }
    }
  }
}
