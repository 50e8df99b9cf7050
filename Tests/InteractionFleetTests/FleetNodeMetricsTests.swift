import Foundation
import InteractionFleet
import InteractionMonitoring
import Logging
import Metrics
import Testing

@Suite("Metrics of a fleet's node, as exposed", .timeLimit(.minutes(2)))
struct FleetNodeMetricsTests {
  private let store = MemoryStore()
  private let metrics = PrometheusMetrics(
    logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })

  /// The fleet's series with their values, without the common prefix.
  private var series: [String: Double] {
    let start = "interaction_fleet_"
    let lines = self.metrics.text.split(separator: "\n").filter { $0.hasPrefix(start) }
    let pairs = lines.map { $0.dropFirst(start.count).split(separator: " ") }
    return Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), Double($0[1]) ?? -1) })
  }

  /// The current standings by the metric.
  private var standings: [String] {
    ["waiting", "alone", "joined", "unfit"].filter {
      self.series["standing{standing=\"\($0)\"}"] == 1
    }
  }

  /// The time of the store's last answer, and the lease's expiry.
  private var times: [Double] {
    let names = ["store_heard_timestamp_seconds", "lease_expiry_timestamp_seconds"]
    return names.map { self.series[$0] ?? -1 }
  }

  private func counted(_ result: String) -> Double? {
    self.series["versions_total{result=\"\(result)\"}"]
  }

  @Test("one standing at a time")
  func standing() async throws {
    try await withMetricsFactory(self.metrics) {
      self.store.stop()
      let fleet = TestFleet(self.store)
      let engine = fleet.start("e1")
      #expect(self.standings == ["waiting"])
      self.store.start()
      await eventually("joined is shown") { self.standings == ["joined"] }
      let outcome = try await fleet.publish("d1")
      #expect(outcome == .active(number: 1))
      await engine.stop()
    }
  }

  @Test("versions that come into force are counted once each, and one that is refused")
  func versions() async throws {
    try await withMetricsFactory(self.metrics) {
      let fleet = TestFleet(self.store)
      let engine = fleet.start("e1")
      await engine.joined(among: 1)
      #expect(self.counted("in_force") == 0 && self.counted("refused") == 0)
      _ = try await fleet.publish("d1")
      _ = try await fleet.publish("d2", text: FleetMemberSpy.bad)
      _ = try await fleet.publish("s1", of: "shop")
      await eventually("both are counted") { self.counted("in_force") == 2 }
      #expect(self.counted("refused") == 1)
      await engine.stop()
    }
  }

  @Test("an engine that cannot use what is in force is unfit")
  func unfit() async throws {
    try await withMetricsFactory(self.metrics) {
      let version = DocumentVersion(
        DocumentName(.experience, "home"), digest: "d1", text: FleetMemberSpy.bad)
      let publisher = Publisher(store: self.store, user: "ann")
      let outcome = try await publisher.publish(version, needsEngines: false)
      #expect(outcome == .active(number: 1))
      let engine = TestFleet(self.store).start("e1")
      await eventually("unfit is shown") { self.standings == ["unfit"] }
      #expect(self.counted("refused") == 1 && self.counted("in_force") == 0)
      await engine.stop()
    }
  }

  @Test("a store that does not answer is not heard, and prolongs no lease")
  func silence() async throws {
    try await withMetricsFactory(self.metrics) {
      let start = Date().timeIntervalSince1970
      let fleet = TestFleet(self.store)
      let engine = fleet.start("e1")
      await engine.joined(among: 1)
      let first = self.times
      // The engine requests a lease of 6 s.
      #expect(first[0] >= start && first[1] >= start + 6)
      await eventually("the lease is renewed") { self.times[1] > first[1] }
      self.store.stop()
      await eventually("the store was asked") { self.store.refusals > 2 }
      let before = self.times
      await eventually("the store was asked again") { self.store.refusals > 5 }
      #expect(self.times == before)
      self.store.start()
      await eventually("both move on") { zip(self.times, before).allSatisfy { $0 > $1 } }
      let outcome = try await fleet.publish("d1")
      #expect(outcome == .active(number: 1))
      await engine.stop()
    }
  }

  @Test("a clock that is two minutes ahead of an engine's own is shown")
  func clocks() async {
    await withMetricsFactory(self.metrics) {
      let fleet = TestFleet(self.store)
      let one = fleet.start("e1")
      let two = fleet.start("e2")
      for engine in [one, two] { await engine.joined(among: 2) }
      // Two reports are needed, and only significant changes are reported.
      for sessions in 1 ... 5 {
        two.engine.report(sessions: sessions, clockOffset: 120_000)
        await eventually("it is heard") {
          one.engine.seen.reports["e2"]?.sessions == sessions
        }
      }
      let shown = self.series["clock_difference_seconds"] ?? 0
      #expect(shown > 100 && shown <= 121)
      for engine in [one, two] { await engine.stop() }
    }
  }
}
