import Foundation
import InteractionCore
import InteractionExperience
import InteractionReplay
import InteractionTrace
import Testing

@testable import InteractionLoad

@Suite("Reports of loads")
struct LoadReportTests {
  private static let second: UInt64 = 1_000_000_000

  /// The result of two seconds with directives, and one in between without, which has a cut.
  private var result: LoadResult {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    for (now, time) in [(0, 1), (0, 2), (2, 30)] as [(UInt64, UInt64)] {
      meter.sent(1, late: 12_000_000, at: now * Self.second)
      meter.received(directiveAfter: time * 1_000_000, at: now * Self.second)
      meter.active(1, at: now * Self.second)
    }
    var result = LoadResult(meter, took: 3 * Self.second, measured: 3 * Self.second)
    var log = LoadFaultLog()
    log.injections = [(.cut, 1_500_000_000)]
    log.counts.cuts = 1
    result.faultReport = LoadFaultReport(log, LoadRecovery(), since: 500_000_000)
    return result
  }

  private var plan: LoadPlan {
    LoadPlan(
      target: LoadEndpoint(host: "127.0.0.1", port: 1), scripts: LoadMix([]),
      stages: [LoadStage(.seconds(3), 1)], name: "test")
  }

  private func report(_ result: LoadResult, _ objectives: String...) throws -> LoadReport {
    LoadReport(
      result, of: self.plan, began: Date(timeIntervalSince1970: 0), arguments: [],
      verdicts: try objectives.map { try Objective($0).verdict(on: result) })
  }

  @Test("Each figure has a chart of its own, with gaps, faults and objectives")
  func charts() throws {
    let html = try self.report(
      self.result, "directive_latency:p99<20ms", "event_rate>=1"
    ).html
    for title in ["Latency over time", "Percentiles", "Events", "Sessions", "Directives"] {
      #expect(html.contains("<b>\(title)</b>"), "\(title)")
    }
    #expect(html.contains("connections cut, 1 s"))
    #expect(html.contains("bound bad") && html.contains("directive_latency:p99&lt;20ms"))
    #expect(html.contains("bound good") && html.contains("event_rate&gt;=1"))
    #expect(html.contains("class=\"dot"))
    #expect(!html.contains("<b>Trouble</b>"))
    #expect(html.contains("<th>longest</th><td>30 ms</td>"))
    #expect(html.contains("<th>p99</th><td>–</td>"))
  }

  @Test("Nothing is drawn that would be empty")
  func empty() throws {
    let html = try self.report(
      LoadResult(LoadMeter(start: 0, warmUp: .zero), took: 1, measured: 1)
    ).html
    #expect(!html.contains("<figure"))
  }

  @Test("The plan sets the allowed lag of the generator")
  func lag() {
    var meter = LoadMeter(start: 0, warmUp: .zero)
    meter.sent(1, late: 30_000_000, at: 0)
    for (allowed, isLate) in [(10, true), (29, true), (31, false)] {
      let result = LoadResult(
        meter, took: 1, measured: 1, allowedLag: .milliseconds(allowed))
      #expect(result.isGeneratorLate == isLate)
    }
  }

  @Test("HdrHistogram's tools read the whole distribution")
  func hgrm() throws {
    let lines = self.result.directives.hgrm.split(separator: "\n")
    #expect(lines[0].split(separator: " ").first == "Value")
    let last = try #require(lines.last { !$0.hasPrefix("#") }).split(separator: " ")
    #expect(last.count == 3)
    #expect(abs((Double(last[0]) ?? 0) - 30) < 0.1)
    #expect(last[1] == "1.000000000000" && last[2] == "3")
    #expect(lines.contains { $0.hasPrefix("#[Max") && $0.hasSuffix("3]") })
    let nothing = LatencyDistribution(LoadMeter.times()).hgrm
    #expect(nothing.contains("NaN") && !nothing.contains("0.000"))
  }

  @Test("Two loads are drawn over each other")
  func overlay() throws {
    let html = try LoadComparison(
      [self.report(self.result)], against: [self.report(self.result)], tolerance: 0.1
    ).html
    #expect(html.contains("no verdict: too few runs"))
    #expect(html.contains("the generator was late in run 1 of the baseline"))
    for title in ["Percentiles", "p99 over time", "Events"] {
      #expect(html.contains("<b>\(title)</b>"), "\(title)")
    }
    #expect(html.contains("</i>baseline</span>") && html.contains("</i>compared</span>"))
    #expect(!html.contains("src=") && !html.contains("href="))
  }

  @Test("A session that asks for more work than an engine grants is told of")
  func work() throws {
    let trace = try BundledTrace.tour.trace
    let experience = try #require(try BuiltInExperiences.named(trace.header.experience))
    let script = try LoadScript(trace, name: "tour", experience: experience)
    let movements = trace.events.count(where: \.isSample)
    #expect(
      script.work == 2 * script.frames.count + movements + 16 * (trace.events.count - movements))
    var plan = self.plan
    plan.scripts = LoadMix([(script, 1)])
    #expect(plan.workLimitWarning == nil)
    plan.pace = .times(1_000)
    #expect(plan.workLimitWarning?.contains("work-per-second") == true)
    plan.pace = .window(32)
    #expect(plan.lines.contains { $0.hasPrefix("note: with --speed max") })
  }

  @Test("A report with a number that no load comes to is refused with its range")
  func outOfRange() throws {
    let changes: [(String, (inout LoadReport) -> Void)] = [
      ("directiveLatency.count is 9223372036854775807", { $0.directiveLatency.count = .max }),
      ("openLatency.count is -1", { $0.openLatency.count = -1 }),
      (
        "generatorLag.count is 3; must be the sum of recorded.count, 0 to 9007199254740992",
        { report in
          for index in report.generatorLag.recorded.indices {
            report.generatorLag.recorded[index].count = .max
          }
        }
      ),
      ("counts.events is -1; must be 0 to 9007199254740992", { $0.counts.events = -1 }),
      ("the sum of counts.errors", { $0.counts.errors = ["a": .max, "b": 1] }),
      ("rows.second is 9223372036854775807", { $0.rows[2].second = .max }),
    ]
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    for (problem, change) in changes {
      var report = try self.report(self.result)
      change(&report)
      try report.json.write(to: file)
      let error = #expect(throws: LoadError.self) { try LoadReport(file: file) }
      #expect(error?.description.contains(problem) == true, "\(error?.description ?? problem)")
    }
    try self.report(self.result).json.write(to: file)
    #expect(try LoadReport(file: file).counts.events == 3)
  }

  @Test("Numbers of any size are written", arguments: [1e15, -1e15, 1e19, 1e308, -1e308, 4.6e15])
  func largeNumbers(number: Double) {
    #expect(Double(LoadFormat.number(number)) == number)
    #expect(LoadFormat.time(number).hasSuffix(number < 1_000 ? " µs" : " s"))
    #expect(LoadFormat.number(.nan) == "-" && LoadFormat.number(.infinity) == "-")
    #expect(LoadFormat.number(12_345) == "12345" && LoadFormat.number(0.12345) == "0.123")
  }
}
