import Foundation
import InteractionClient
import InteractionCore
import Testing

@testable import InteractionChaos

/// The criteria for a successful chaos run.
@Suite struct ChaosReportTests {
  /// Two sessions with two cuts each, and three killed engines.
  private static let plan: ChaosPlan = {
    var plan = ChaosPlan(programs: [URL(fileURLWithPath: "/engine")])
    (plan.sessions, plan.cuts) = (2, 2)
    (plan.engineFault, plan.engineFaultCount) = (.killed(every: .seconds(1)), 3)
    return plan
  }()

  private static func log(_ change: (inout ChaosSession.Log) -> Void = { _ in }) -> ChaosSession.Log
  {
    var log = ChaosSession.Log(id: "one", directives: [], snapshot: Snapshot(settings: []))
    log.cuts = 2
    log.gaps = [.init(total: .milliseconds(30), lastAttempt: .milliseconds(20))]
    change(&log)
    return log
  }

  /// Returns the report of a run according to plan, with a change.
  private static func report(
    _ logs: [ChaosSession.Log] = [log(), log()], _ violations: [String] = [],
    _ change: (inout ChaosReport) -> Void = { _ in }
  ) -> ChaosReport {
    var report = ChaosReport(self.plan)
    for log in logs { report.add(log, violations, programs: []) }
    report.fates.count = 3
    report.finalExits = [EngineProcess.Exit(code: 0, wasKilled: false, time: .milliseconds(5))]
    change(&report)
    return report
  }

  @Test func `all that was planned is good`() {
    let report = Self.report()
    #expect(report.isGood, "\(report.unmetExpectations)")
    #expect(report.gaps == [.milliseconds(30), .milliseconds(30)])
    #expect(report.resumeTimes == [.milliseconds(20), .milliseconds(20)])
    #expect(!report.lines.contains { $0.hasPrefix("not good") })
  }

  @Test func `what is missing is said`() {
    let report = Self.report([Self.log(), Self.log { $0.cuts = 1 }]) { $0.fates.count = 2 }
    #expect(!report.isGood)
    #expect(
      report.lines.suffix(2) == [
        "not good     3 of 4 cuts were made",
        "not good     2 of 3 engines were killed or drained",
      ])
  }

  @Test func `an interrupted run need not have come to everything`() {
    let report = Self.report([Self.log { $0.cuts = 0 }]) { report in
      report.fates.count = 0
      report.wasInterrupted = true
    }
    #expect(report.isGood)
  }

  @Test func `sessions that began anew, and engines that fail, are not good`() {
    #expect(!Self.report([Self.log { $0.restarted = [.expired] }, Self.log()]).isGood)
    #expect(!Self.report([Self.log(), Self.log()], ["lost an event"]).isGood)
    #expect(!Self.report { $0.fates.failedStarts = ["no port": 1] }.isGood)
    let killed = EngineProcess.Exit(code: 9, wasKilled: true, time: .zero)
    #expect(!Self.report { $0.fates.exits = [killed] }.isGood)
    let code = EngineProcess.Exit(code: 1, wasKilled: false, time: .zero)
    #expect(!Self.report { $0.finalExits = [code] }.isGood)
  }

  @Test func `without a limit of cuts there is none to reach`() {
    var plan = Self.plan
    plan.cuts = nil
    plan.engineFault = .none
    var report = ChaosReport(plan)
    report.add(Self.log { $0.cuts = 0 }, [], programs: [])
    #expect(report.isGood)
  }
}
