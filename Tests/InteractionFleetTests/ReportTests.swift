import Testing

@testable import InteractionFleet

@Suite("Reports of engines")
struct ReportTests {
  private func report(
    _ sessions: Int, of places: Int = 100, claims: [ReportRecord.Claim] = [], at: Int64 = 1_000
  ) -> ReportRecord {
    ReportRecord(sessions: sessions, places: places, claims: claims, at: at)
  }

  private static let claim = ReportRecord.Claim(session: "s", user: "ada", epoch: 1)

  @Test("a report is read as it was written, and its key leads to it")
  func coding() throws {
    let report = self.report(3, claims: [Self.claim])
    #expect(ReportRecord(report.encoded) == report)
    #expect(FleetKey("report/e1") == .report("e1") && FleetKey.report("e1").path == "report/e1")
  }

  @Test("impossible reports count as damaged")
  func damage() {
    let claims = Array(repeating: Self.claim, count: ReportRecord.maximumClaims + 1)
    for report in [
      self.report(-1), self.report(1, of: .max), self.report(1, at: -1), self.report(1, at: .max),
      self.report(1, claims: claims),
    ] {
      #expect(ReportRecord(report.encoded) == nil)
    }
    #expect(ReportRecord(Array("{}".utf8)) == nil)
  }

  @Test("room is what places are left, and none where there are more sessions than places")
  func room() {
    #expect([0, 40, 100, 130].map { self.report($0).room } == [100, 60, 0, 0])
  }

  @Test("news: other claims or places, a twentieth of the sessions, the last room, a minute")
  func news() {
    let old = self.report(50)
    let rows: [(ReportRecord, Bool)] = [
      (old, false), (self.report(55), false), (self.report(56), true), (self.report(44), true),
      (self.report(50, of: 90), true), (self.report(50, claims: [Self.claim]), true),
      (self.report(50, at: 60_999), false), (self.report(50, at: 61_000), true),
      (self.report(50, at: 999), true),
    ]
    for (report, isNews) in rows {
      #expect(report.differsSignificantly(from: old) == isNews, "\(report)")
    }
    #expect(self.report(50).differsSignificantly(from: nil))
    #expect(
      self.report(100).differsSignificantly(from: self.report(99)), "there is no room any more")
  }

  @Test("a clock is too far off if two reports after each other say so, and that is news once")
  func clocks() {
    var clocks = ClockOffsets()
    #expect(clocks.record("e2", time: 130_000, at: 0) == nil, "the first one")
    #expect(clocks.record("e2", time: 131_000, at: 1_000) == 130_000)
    #expect(clocks.record("e2", time: 132_000, at: 2_000) == nil && clocks.largest == 130_000)
    // A late report looks like a slow clock.
    #expect(clocks.record("e3", time: 0, at: 10) == nil)
    #expect(clocks.record("e3", time: 1_000, at: 21_000) == nil)
    #expect(clocks.record("e3", time: 31_000, at: 31_020) == nil && clocks.largest == 130_000)
    #expect(clocks.record("e2", time: 3_000, at: 3_000) == nil && clocks.largest == 20)
    #expect(clocks.record("e2", time: -9_000, at: 4_000) == nil)
    #expect(clocks.record("e2", time: -8_000, at: 5_000) == -13_000)
    clocks.forget("e2")
    #expect(clocks.largest == 20)
  }
}
