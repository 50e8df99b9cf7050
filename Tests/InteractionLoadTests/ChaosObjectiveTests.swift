import Foundation
import InteractionCore
import Testing

@testable import InteractionChaos
@testable import InteractionLoad

@Suite("Objectives of a chaos run")
struct ChaosObjectiveTests {
  /// The report of a hundred sessions with a gap of 1 to 100 ms each, half of it in the last
  /// attempt, and an engine that took 3 s to end.
  private static var report: ChaosReport {
    var plan = ChaosPlan(programs: [URL(fileURLWithPath: "/engine")])
    plan.cuts = nil
    var report = ChaosReport(plan)
    for millisecond in 1 ... 100 {
      var log = ChaosSession.Log(id: "", directives: [], snapshot: Snapshot(settings: []))
      let gap = Duration.milliseconds(millisecond)
      log.gaps = [.init(total: gap, lastAttempt: gap / 2)]
      (log.cuts, log.resumed, log.failures) = (1, 1, ["unavailable": 2])
      report.add(log, [], programs: [])
    }
    report.finalExits = [EngineProcess.Exit(code: 0, wasKilled: false, time: .seconds(3))]
    return report
  }

  @Test(
    "Each measure is understood",
    arguments: [
      ("gap:p99<=99ms", true), ("gap:p99<99ms", false), ("gap:max<=100ms", true),
      ("gap:mean<=50.5ms", true), ("gap:mean<50.5ms", false), ("resume_time:p50<=25ms", true),
      ("resume_time:max<50ms", false), ("exit_time:max<=60s", true), ("exit_time:max<3s", false),
      ("sessions==100", true), ("cuts>=100", true), ("cuts>100", false), ("resumed==100", true),
      ("restarted==0", true), ("restarted>0", false), ("failures==200", true),
      ("failures==0", false), ("failed_starts==0", true),
    ])
  func verdicts(text: String, isKept: Bool) throws {
    #expect(try Objective(text, of: .chaos).verdict(on: Self.report).isMet == isKept)
  }

  @Test("A time that was never measured is broken, and says so")
  func noData() throws {
    let report = ChaosReport(ChaosPlan(programs: []))
    for text in ["gap:p99<=1s", "resume_time:max<1s", "exit_time:mean<1s"] {
      let verdict = try Objective(text, of: .chaos).verdict(on: report)
      #expect(!verdict.isMet)
      #expect(verdict.description == "BROKEN \(text)  (nothing was measured)")
    }
  }

  @Test(
    "Measures of the other kind of run are unknown",
    arguments: [
      ("exit_time:max<1s", Objective.RunType.load), ("restarted==0", .load),
      ("directive_latency:p99<1s", .chaos), ("mismatches==0", .chaos), ("lost==0", .chaos),
    ])
  func foreign(text: String, run: Objective.RunType) {
    let error = #expect(throws: LoadError.self) { try Objective(text, of: run) }
    #expect(error?.description.contains("unknown measure") == true)
  }
}
